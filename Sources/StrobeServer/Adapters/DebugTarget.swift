public import Strobe
internal import Synchronization

/// A store of another library, as a debug server needs it: the store reports its transitions to it.
///
///     final class Lamp: Sendable {
///         let target = DebugTarget<Bool, String>(id: "lamp", state: false)
///         private let isOn = Mutex(false)
///
///         init() {
///             target.onDispatch { [weak self] action in self?.send(action) }
///         }
///
///         func send(_ action: String) {
///             isOn.withLock { isOn in
///                 isOn = action == "on"
///                 target.report(action, state: isOn)
///             }
///         }
///     }
///
/// Neither the state nor the action has to conform to anything. Actions that are `Codable`, or that an
/// ``ActionCatalog`` names, can be dispatched by clients, once there is ``onDispatch(_:)``. While no server follows it, a
/// report costs about 10 ns if the target reads the state; if it keeps the last one, also a copy of what changes next.
public final class DebugTarget<State: Sendable, Action: Sendable>: Sendable {
    /// The id that clients use for it, unique within a server.
    public let id: String
    /// The display name.
    public let name: String
    let catalog: ActionCatalog<Action>?
    /// Whether the store asks before it applies an action.
    let isGated: Bool
    let core: TargetCore<State, Action>

    /// Creates the target of a store whose state is the last one that it reported.
    ///
    /// The target keeps that state: what the program changes next in a collection of it, copies the collection. A store
    /// whose state any thread may read does without: see ``init(id:name:reading:reducer:actions:gated:)``.
    ///
    /// - Parameters:
    ///   - id: The id that clients use for it, unique within a server.
    ///   - name: The display name; by default, the id.
    ///   - state: The present state.
    ///   - reducer: The pure function by which the store changes its state, if any; past states are then computed by
    ///     replay, and dry runs are possible. If there is none, the states of the last transitions are retained while a client
    ///     is attached.
    ///   - actions: How clients name actions that are not `Codable`.
    ///   - gated: Whether the store calls ``admit(_:cause:_:)`` before it applies an action, so that clients can hold it.
    public init(
        id: String, name: String? = nil, state: State, reducer: (@Sendable (inout State, Action) -> Void)? = nil,
        actions: ActionCatalog<Action>? = nil, gated: Bool = false
    ) {
        (self.id, self.name, catalog, isGated) = (id, name ?? id, actions, gated)
        core = TargetCore(state: state, reducer: reducer)
    }

    /// Creates the target of a store whose state any thread may read.
    ///
    /// - Parameters:
    ///   - id: The id that clients use for it, unique within a server.
    ///   - name: The display name; by default, the id.
    ///   - reading: Returns the present state; called occasionally, from any thread, and not within a report.
    ///   - reducer: The pure function by which the store changes its state, if any; past states are then computed by
    ///     replay, and dry runs are possible. If there is none, the states of the last transitions are retained while a client
    ///     is attached.
    ///   - actions: How clients name actions that are not `Codable`.
    ///   - gated: Whether the store calls ``admit(_:cause:_:)`` before it applies an action, so that clients can hold it.
    public init(
        id: String, name: String? = nil, reading: @escaping @Sendable () -> State,
        reducer: (@Sendable (inout State, Action) -> Void)? = nil, actions: ActionCatalog<Action>? = nil,
        gated: Bool = false
    ) {
        (self.id, self.name, catalog, isGated) = (id, name ?? id, actions, gated)
        core = TargetCore(reading: reading, reducer: reducer)
    }

    // MARK: Transitions

    /// Reports a transition: each one once, in order.
    ///
    /// It returns at once and may be called under the store's lock. A store that any thread may dispatch to calls it
    /// there, so that the order is right.
    ///
    /// The first one that is reported within ``onDispatch(_:)`` is the one that a client asked for: on its thread, in
    /// its task or a child of it, or for its ``DispatchToken``. What is reported elsewhere counts as the program's own.
    ///
    /// - Parameters:
    ///   - action: The action; `nil` if the state changed without one, which the log calls a `change`, or was replaced.
    ///   - state: The state after it.
    ///   - effects: What the transition requested, in order.
    ///   - cause: The transition whose effect dispatched the action, as `report` returned it.
    ///   - rejected: Why the store rejected the action and left its state as it was; `nil` if it did not.
    ///   - took: How long the reducer took, if that was measured.
    ///   - note: What changed, in a few words, if there is no action; the log shows it in place of `change`.
    /// - Returns: The number of the transition in the log; `nil` while no server or recorder follows the store.
    @discardableResult
    public func report(
        _ action: Action?, state: @autoclosure () -> State, effects: @autoclosure () -> [any Sendable] = [],
        cause: Int? = nil, rejected: String? = nil, took: Duration? = nil, note: String? = nil
    ) -> Int? {
        guard core.listens else { return nil }
        return core.report(
            action, state(), effects: effects, cause: cause, rejection: rejected, took: took, note: note)
    }

    // MARK: Requests

    /// Sets how an action of a client is dispatched.
    ///
    /// A store that lives on the main actor: `target.onDispatch { @MainActor action in store.dispatch(action) }`.
    ///
    /// A client waits for its return, until it cancels its request. If the action was held at the gate, the next one is let
    /// go after two seconds in any case: it may overtake one that takes longer.
    ///
    /// - Parameter dispatch: Applies the action, and returns once it is reported. Its errors are shown to the client.
    public func onDispatch(_ dispatch: @escaping @Sendable (Action) async throws -> Void) {
        core.set { ($0.dispatch, $0.isSame) = (dispatch, nil) }
    }

    /// Sets how an action of a client is dispatched, for a store that applies it elsewhere and carries no
    /// ``DispatchToken`` to there.
    ///
    /// - Parameters:
    ///   - isSame: Whether an action that is reported is the one that was asked for: `==`, as a rule; it calls neither
    ///     store nor target. If the program
    ///     dispatches the same just then, its transition may be taken for the client's.
    ///   - dispatch: Hands the action to the store. Its errors are shown to the client.
    public func onDispatch(
        matching isSame: @escaping @Sendable (_ reported: Action, _ requested: Action) -> Bool,
        _ dispatch: @escaping @Sendable (Action) async throws -> Void
    ) {
        core.set { ($0.dispatch, $0.isSame) = (dispatch, isSame) }
    }

    /// Sets how the present state is replaced, which `jump`, `set` and `branch adopt` need.
    ///
    /// - Parameter restore: Replaces the state, reports that with `nil` for the action, and returns. Its errors are
    ///   shown to the client.
    public func onRestore(_ restore: @escaping @Sendable (State) async throws -> Void) {
        core.set { $0.restore = restore }
    }

    /// Sets what is called before recorded actions are dispatched, and with `nil` after the last one, for a store that
    /// can do without its effects in between.
    ///
    /// - Parameter replay: Returns at once.
    public func onReplay(_ replay: @escaping @Sendable (ReplayInfo?) -> Void) {
        core.set { $0.replay = replay }
    }

    // MARK: Tests

    /// The present state, as clients would see it.
    public var state: State { core.state }

    /// Dispatches an action as a client would: for tests that `strobe test` writes.
    ///
    /// - Parameter action: The action.
    /// - Throws: What the closure of ``onDispatch(_:)`` throws; without one it does nothing.
    public func dispatch(_ action: Action) async throws {
        try await core.ways.dispatch?(action)
    }

    /// Begins a replay, or ends it with `nil`: calls the closure of ``onReplay(_:)``, if there is one.
    ///
    /// - Parameter info: How effects are treated.
    public func replay(_ info: ReplayInfo?) {
        core.ways.replay?(info)
    }

    // MARK: The gate

    /// Applies an action at once, or later if a client holds it: the store calls this before each, as close to its
    /// reducer as it can.
    ///
    /// While nobody holds anything it costs a look at one number. No thread ever waits: an action that is held is put
    /// aside, what comes after it waits behind it, and a client lets it go, edits it or drops it.
    ///
    /// Without `gated: true` in the initialiser, it just applies the action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - cause: The transition whose effect dispatches it, as `report` returned it.
    ///   - body: Applies the action that it is given, and reports it; called on any thread if the action was held. If
    ///     it does so elsewhere, it carries the ``DispatchToken`` to there.
    public func admit(_ action: Action, cause: Int? = nil, _ body: @escaping @Sendable (Action) -> Void) {
        guard isGated, core.isGateUsed.load(ordering: .acquiring) else { return body(action) }
        guard let scope = core.arrive(action, cause: cause, .here(body)) else { return }
        DispatchScope.$current.withValue(scope) { body(action) }
        core.pass(scope)
    }

    /// Applies an action on the main actor, at once, or later if a client holds it.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - cause: The transition whose effect dispatches it, as `report` returned it.
    ///   - body: Applies the action that it is given, and reports it.
    @MainActor
    public func admitOnMainActor(
        _ action: Action, cause: Int? = nil, _ body: @escaping @MainActor (Action) -> Void
    ) {
        guard isGated, core.isGateUsed.load(ordering: .acquiring) else { return body(action) }
        guard let scope = core.arrive(action, cause: cause, .onMainActor(body)) else { return }
        DispatchScope.$current.withValue(scope) { body(action) }
        core.pass(scope)
    }

    /// Whether an action may be reduced: for a library that shows an action only to its reducer, which calls this first.
    ///
    /// An action that may not be reduced now is put aside, and changes nothing. When a client lets it go, it is
    /// dispatched again, as ``onDispatch(_:)`` says, in a task in which it may be reduced.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - cause: The transition whose effect dispatches it, as `report` returned it.
    /// - Returns: Whether to reduce it, and report it next. Always, without `gated: true` in the initialiser or
    ///   without ``onDispatch(_:)``.
    public func admits(_ action: Action, cause: Int? = nil) -> Bool {
        guard isGated, core.isGateUsed.load(ordering: .acquiring) else { return true }
        return core.mayReduce(action, cause: cause)
    }
}
