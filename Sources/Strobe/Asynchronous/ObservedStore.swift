/// A store that notifies an observer of every transition and cannot be replayed, because it is reduced
/// asynchronously or by objects.
///
/// `AsyncStore` and `StateObjectMachine` are such stores; a history and a debug server take any. The observer is called
/// in order, and never by two threads at a time.
package protocol ObservedStore<State, Action>: AnyObject, Sendable {
    /// The inspected state.
    associatedtype State: Sendable
    /// The type of its actions.
    associatedtype Action: Sendable

    /// The kind of store in one word: `async` or `machine`.
    var kind: String { get }
    /// Whether a state can replace the current one.
    var canRestore: Bool { get }

    /// Adds an observer, and returns the state from which it observes.
    ///
    /// - Returns: The current state and its number; the observer is notified of every later transition.
    @discardableResult
    func install(_ observer: StoreObserver<State, Action, Never>) -> (seq: Int, state: State)

    /// Uninstalls an observer, if it is installed.
    func uninstall(_ observer: StoreObserver<State, Action, Never>)

    /// The installed observers, in the order in which they are called.
    var observers: [StoreObserver<State, Action, Never>] { get }

    /// The current state with the number of the transition that made it.
    func snapshot() -> (seq: Int, state: State)

    /// Runs a closure between two transitions; it must be quick and must not call the store.
    func betweenTransitions(_ body: () -> Void)

    /// Dispatches an action, and returns at once.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - origin: Who requests it.
    ///   - cause: The transition whose effect dispatches this, if any.
    ///   - ifSeq: The number that the store must be at when the action's turn comes; `nil` for any.
    ///   - request: The caller that waits for the outcome, if any.
    ///   - place: Where it is dispatched, for the log.
    func dispatch(
        _ action: Action, origin: Origin, cause: Int?, ifSeq: Int?, request: ReceiptRequest?, from place: CallSite?)

    /// Requests a replacement of the current state, and returns at once; its turn comes after actions that were sent
    /// before.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - origin: `restore` for a return to an earlier state, `edit` for one changed by hand.
    ///   - cause: The transition that the state is taken from or whose effect requests it.
    ///   - note: What it is, in a few words for the log.
    ///   - ifSeq: The number that the store must be at when the turn comes; `nil` for any.
    ///   - request: The caller that waits for it, if any.
    func restore(
        _ state: State, origin: Origin, cause: Int?, note: String?, ifSeq: Int?, request: ReceiptRequest?)

    /// The action that is being reduced; `nil` if there is none.
    var pending: PendingAction<Action>? { get }
    /// The waiting actions, in order, including those held at a gate.
    var queued: [PendingAction<Action>] { get }

    /// The reduction that is suspended, and what else runs in the store's name.
    var runningEffects: [RunningEffect<Never>] { get }

    /// Cancels an item of the list by its id.
    ///
    /// - Returns: Whether there was something to cancel.
    @discardableResult
    func cancelEffect(_ id: Int) -> Bool
}

extension ObservedStore {
    /// Dispatches an action and waits for it; cancelling the task withdraws the action if its turn has not come.
    ///
    /// - Returns: The number of the transition, and the reason if the action was rejected.
    /// - Throws: `StoreError`, as `StoreProtocol` has it.
    @discardableResult
    public func receipt(
        of action: Action, ifSeq: Int?, from place: CallSite?
    ) async throws(StoreError) -> Receipt<Never> {
        try await receipt(of: action, origin: .app, ifSeq: ifSeq, from: place)
    }

    /// Dispatches an action on behalf of a debugger, and waits for it.
    @discardableResult
    package func receipt(
        of action: Action, origin: Origin, cause: Int? = nil, ifSeq: Int? = nil, from place: CallSite? = nil
    ) async throws(StoreError) -> Receipt<Never> {
        let request = ReceiptRequest()
        dispatch(action, origin: origin, cause: cause, ifSeq: ifSeq, request: request, from: place)
        return try await request.receipt()
    }

    /// Replaces the current state when its turn comes, and waits for it.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - origin: `restore` for a return to an earlier state, `edit` for one changed by hand.
    ///   - cause: The transition that the state is taken from or that asks for it.
    ///   - note: What it is, in a few words for the log.
    ///   - ifSeq: The number that the store must be at when the turn comes; by default, any number is accepted.
    /// - Returns: The number of the transition.
    /// - Throws: `StoreError`, as `receipt(of:)`.
    @discardableResult
    package func restore(
        _ state: State, origin: Origin = .restore, cause: Int? = nil, note: String? = nil, ifSeq: Int? = nil
    ) async throws(StoreError) -> Receipt<Never> {
        let request = ReceiptRequest()
        restore(state, origin: origin, cause: cause, note: note, ifSeq: ifSeq, request: request)
        return try await request.receipt()
    }
}
