/// A store that notifies an observer of every transition and cannot be replayed, because it is reduced
/// asynchronously or by objects.
///
/// `AsyncStore` and `StateObjectMachine` are such stores; a history and a debug server take any. The observer is called
/// in order, and never by two threads at a time.
///
///     func summary<S: ObservedStore>(of store: S) -> String {
///         let (seq, state) = store.snapshot()
///         return "\(store.kind) store at \(seq): \(state), \(store.queued.count) queued"
///     }
///     let store = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
///     print(summary(of: store))  // async store at 0: 0, 0 queued
public protocol ObservedStore<State, Action>: AnyObject, Sendable {
    /// The inspected state.
    associatedtype State: Sendable
    /// The type of its actions.
    associatedtype Action: Sendable

    /// The kind of store in one word: `async` or `machine`.
    var kind: String { get }
    /// Whether a state can replace the current one.
    var canRestore: Bool { get }

    /// Installs the observer, replacing any earlier one, and returns the state from which it observes.
    ///
    /// - Returns: The current state and its number; the observer is notified of every later transition.
    @discardableResult
    func install(_ observer: StoreObserver<State, Action, Never>?) -> (seq: Int, state: State)

    /// Uninstalls an observer, if it is the installed one.
    func uninstall(_ observer: StoreObserver<State, Action, Never>)

    /// The installed observer; code that wants to observe the store as well finds its history by it.
    var observer: StoreObserver<State, Action, Never>? { get }

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
    func send(_ action: Action, origin: Origin, cause: Int?, ifSeq: Int?, request: ReceiptRequest?)

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
    /// None that others could find: each replaces the one before.
    public var observer: StoreObserver<State, Action, Never>? { nil }

    /// Dispatches an action and waits for it; cancelling the task withdraws the action where its turn has not come.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - origin: Who requests it.
    ///   - cause: The transition whose effect dispatches this, if any.
    ///   - ifSeq: The number that the store must be at when the action's turn comes; by default, any number is
    ///     accepted.
    /// - Returns: The number of the transition, and the reason if the action was rejected.
    /// - Throws: `StoreError` when the action was not reduced: `stale` when the store was at another number than
    ///   `ifSeq`, `ended` when the store ended before, `cancelled` when the task was cancelled, `reentered` when the
    ///   reducer of an asynchronous store waits for an action of its own store.
    @discardableResult
    public func receipt(
        of action: Action, origin: Origin = .app, cause: Int? = nil, ifSeq: Int? = nil
    ) async throws(StoreError) -> Receipt<Never> {
        let request = ReceiptRequest()
        send(action, origin: origin, cause: cause, ifSeq: ifSeq, request: request)
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
    /// - Throws: `StoreError`, as `receipt(of:origin:cause:ifSeq:)`.
    @discardableResult
    public func restore(
        _ state: State, origin: Origin = .restore, cause: Int? = nil, note: String? = nil, ifSeq: Int? = nil
    ) async throws(StoreError) -> Receipt<Never> {
        let request = ReceiptRequest()
        restore(state, origin: origin, cause: cause, note: note, ifSeq: ifSeq, request: request)
        return try await request.receipt()
    }
}
