package import Strobe
package import StrobeHistory
package import StrobeProtocol
internal import StrobeReflection
package import StrobeTree

/// Typed access to one store: its history, and how to change it.
///
/// Everything else is the same for all stores.
package protocol StoreAdapter<State, Action, Effect>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable
    associatedtype Effect: Sendable

    var id: String { get }
    var name: String { get }
    var kind: String { get }
    var canRestore: Bool { get }
    /// Whether the store takes actions of clients.
    var canDispatch: Bool { get }
    /// Whether it is a recording, with placeholders for redacted values: nothing else needs redaction.
    var isRecorded: Bool { get }
    /// Whether actions can be held before they are reduced.
    var hasGate: Bool { get }
    /// The store, if it can hold actions and still exists.
    var gated: (any GatedStore<State, Action>)? { get }
    /// The reducer, if it can be run on a copy of the state; throws the reason of a rejection.
    var reduce: (@Sendable (inout State, Action) throws -> Void)? { get }
    /// The declaration of the store's state machine; `nil` for other stores.
    var declaration: MachineDeclaration? { get }
    /// The machines that are parts of the reducer.
    var machines: [MachinePart<Action>] { get }
    var history: History<State, Action, Effect> { get }
    /// The effects that wait or run, in order of arrival; empty if the store does not report them.
    var runningEffects: [RunningEffect<Effect>] { get }
    /// The action that is being reduced, if that takes time.
    var pending: PendingAction<Action>? { get }
    /// The actions that wait after it, in order.
    var queued: [PendingAction<Action>] { get }

    /// The name of the states' type.
    var stateTypeName: String { get }
    /// The shape of the states; `nil` if the type does not give it.
    var stateSchema: Schema? { get }
    /// The shape of the states as they are shown.
    var stateShape: Schema { get }
    /// The shape of the states as far as it contains all of their paths.
    var certainShape: Schema { get }
    /// Why changes and dry runs are refused, for a store that can only be read.
    var refusal: ProtocolError? { get }

    /// Whether an entry with this action is shown with the others.
    func isShown(_ action: Action) -> Bool
    /// The gap that an entry is in.
    func gap(at seq: Int) -> ClosedRange<Int>?

    /// Verifies the log by itself; `nil` if a live state and its replay are compared instead.
    func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result?

    /// The replay in progress; `nil` if there is none.
    var replay: ReplayInfo? { get }

    /// Releases the store: logging stops.
    func close()

    /// Lets the history follow the store, until as many calls of `detach()`.
    func attach()
    func detach()

    /// Begins a replay, replacing any other, or ends it if `nil`.
    ///
    /// - Throws: `notSupported` if the store cannot do without its effects.
    func setReplay(_ info: ReplayInfo?) throws(ProtocolError)

    /// Dispatches an action and waits until it is reduced, or held at the gate.
    ///
    /// - Parameter cause: The transition given as the cause, in a replay.
    func perform(_ action: Action, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> DispatchOutcome<Effect>

    /// Replaces the current state.
    ///
    /// - Parameters:
    ///   - origin: `restore` for a return to an earlier state, `edit` for a state changed by hand.
    ///   - source: The transition whose state it is, if any.
    ///   - note: A short description for the log.
    ///   - ifSeq: The seq that the store must be at; `nil` for any.
    /// - Returns: The seq of the new transition; `nil` if the store does not say which one it is.
    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int?

    /// Cancels an effect.
    ///
    /// - Returns: Whether it was waiting or running.
    func cancelEffect(_ id: Int) -> Bool
}

extension StoreAdapter {
    /// Replaces the current state, regardless of the seq of the store.
    package func restore(_ state: State, origin: Origin, from source: Int?, note: String?) async throws -> Int? {
        try await restore(state, origin: origin, from: source, note: note, ifSeq: nil)
    }

    /// The name of the type.
    package var stateTypeName: String { String(describing: State.self) }
    /// The shape of the type.
    package var stateSchema: Schema? {
        let schema = SchemaProbe.schema(of: State.self)
        if case .unknown = schema { return nil }
        return schema
    }

    /// The shape of the type.
    package var stateShape: Schema { SchemaProbe.shownShape(of: State.self) }
    package var certainShape: Schema { SchemaProbe.certainShape(of: State.self) }
    /// None: the store is live.
    package var refusal: ProtocolError? { nil }
    /// Every entry is shown.
    package func isShown(_ action: Action) -> Bool { true }
    /// None: a live store logs everything.
    package func gap(at seq: Int) -> ClosedRange<Int>? { nil }
    /// None: there is a live state to compare with.
    package func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result? { nil }

    package func attach() { history.attach() }
    package func detach() { history.detach() }

    /// Yes.
    package var canDispatch: Bool { true }
    /// No: the store is live.
    package var isRecorded: Bool { false }
    /// None: it is not a state machine.
    package var declaration: MachineDeclaration? { nil }
    package var machines: [MachinePart<Action>] { [] }

    package var runningEffects: [RunningEffect<Effect>] { [] }
    package func cancelEffect(_ id: Int) -> Bool { false }
    /// None: callers ask only between two actions.
    package var pending: PendingAction<Action>? { nil }
    /// No: such a store has no gate.
    package var hasGate: Bool { false }
    package var gated: (any GatedStore<State, Action>)? { nil }
    /// None: the reducer is unknown or not pure.
    package var reduce: (@Sendable (inout State, Action) throws -> Void)? { nil }
    /// None: a dispatched action is reduced at once.
    package var queued: [PendingAction<Action>] { [] }
}
