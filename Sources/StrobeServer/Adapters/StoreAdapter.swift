internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// The way into one store with its types: its history, and how it is changed.
///
/// Everything else is the same for all stores.
protocol StoreAdapter<State, Action, Effect>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable
    associatedtype Effect: Sendable

    var id: String { get }
    var name: String { get }
    var kind: String { get }
    var canRestore: Bool { get }
    /// Whether it was written down, with placeholders for what is hidden: nothing else that it says is.
    var isRecorded: Bool { get }
    /// Whether actions can be held before they are reduced.
    var hasGate: Bool { get }
    /// The store, where it can hold actions and is there.
    var gated: (any GatedStore<State, Action>)? { get }
    /// The reducer, where it can be tried out on a copy of the state.
    var reduce: (@Sendable (inout State, Action) -> Void)? { get }
    /// What the store's state machine was declared as; `nil` for other stores.
    var declaration: MachineDeclaration? { get }
    var history: History<State, Action, Effect> { get }
    /// The effects that wait or run, in the order in which they came; none where the store tells nothing of them.
    var runningEffects: [RunningEffect<Effect>] { get }
    /// The action that is being reduced, where that takes its time.
    var pending: PendingAction<Action>? { get }
    /// What waits behind it, in order.
    var queued: [PendingAction<Action>] { get }

    /// The name of the type of the states.
    var stateTypeName: String { get }
    /// The shape of the states; `nil` where they do not tell.
    var stateSchema: Schema? { get }
    /// The shape of the states as they are shown.
    var stateShape: Schema { get }
    /// The shape of the states as far as every path of them is in it.
    var certainShape: Schema { get }
    /// Why nothing can be changed or tried out, for what is only looked at.
    var refusal: ProtocolError? { get }

    /// Whether an entry with this action is told with the others.
    func isShown(_ action: Action) -> Bool
    /// The gap that an entry is in.
    func gap(at seq: Int) -> ClosedRange<Int>?

    /// Compares what was logged with itself; `nil` where a live state and its replay are compared in place of that.
    func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result?

    /// The replay that is under way; `nil` where none is.
    var replay: ReplayInfo? { get }

    /// Lets go of the store: nothing is logged any more.
    func close()

    /// Begins a replay, in place of any other, or ends it with `nil`.
    ///
    /// - Throws: `notSupported` where the store cannot do without its effects.
    func setReplay(_ info: ReplayInfo?) throws(ProtocolError)

    /// Dispatches an action and waits until it is reduced, or held at the gate.
    ///
    /// - Parameter cause: The transition whose effect is said to have asked, in a replay.
    func perform(_ action: Action, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> DispatchOutcome<Effect>

    /// Puts a state in place of the present one.
    ///
    /// - Parameters:
    ///   - origin: `restore` for a return to an earlier state, `edit` for one changed by hand.
    ///   - source: The number whose state it is, if it is one.
    ///   - note: What it is, in a few words for the log.
    ///   - ifSeq: The number that the store has to stand at; `nil` where any is right.
    /// - Returns: The number of the new transition; `nil` where the store does not say which one it is.
    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int?

    /// Cancels an effect.
    ///
    /// - Returns: Whether it was waiting or running.
    func cancelEffect(_ id: Int) -> Bool
}

extension StoreAdapter {
    /// Puts a state in place of the present one, whatever number the store stands at.
    func restore(_ state: State, origin: Origin, from source: Int?, note: String?) async throws -> Int? {
        try await restore(state, origin: origin, from: source, note: note, ifSeq: nil)
    }

    /// The name as the type has it.
    var stateTypeName: String { String(describing: State.self) }
    /// The shape as the type has it.
    var stateSchema: Schema? {
        let schema = SchemaProbe.schema(of: State.self)
        if case .unknown = schema { return nil }
        return schema
    }

    /// The shape as the type has it.
    var stateShape: Schema { SchemaProbe.shownShape(of: State.self) }
    var certainShape: Schema { SchemaProbe.certainShape(of: State.self) }
    /// None: it is a store that runs.
    var refusal: ProtocolError? { nil }
    /// Every entry is told.
    func isShown(_ action: Action) -> Bool { true }
    /// None: what happened was logged.
    func gap(at seq: Int) -> ClosedRange<Int>? { nil }
    /// None: there is a live state to compare with.
    func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result? { nil }

    /// No: it is a store that runs.
    var isRecorded: Bool { false }
    /// None: it is no machine.
    var declaration: MachineDeclaration? { nil }

    var runningEffects: [RunningEffect<Effect>] { [] }
    func cancelEffect(_ id: Int) -> Bool { false }
    /// None: whoever asks does so between two actions.
    var pending: PendingAction<Action>? { nil }
    /// Others pass nothing on.
    var hasGate: Bool { false }
    var gated: (any GatedStore<State, Action>)? { nil }
    /// None: it is not known, or not pure.
    var reduce: (@Sendable (inout State, Action) -> Void)? { nil }
    /// None: what is dispatched is reduced at once.
    var queued: [PendingAction<Action>] { [] }
}
