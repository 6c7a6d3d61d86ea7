/// What every store has, whatever reduces its actions: `Store`, `AsyncStore`, `ReduxStore`, `StateObjectMachine`, and the
/// `ScopedStore` of any of them.
///
///     func label<S: StoreProtocol<Int, Bool>>(of store: S) -> String {
///         store.dispatch(true)
///         return "\(store.state) after #\(store.seq)"
///     }
///     let counter = Store(initial: 0) { (count: inout Int, isUp: Bool) in count += isUp ? 1 : -1 }
///     print(label(of: counter))  // 1 after #1
public protocol StoreProtocol<State, Action>: Sendable {
    /// The state.
    associatedtype State: Sendable
    /// What is dispatched.
    associatedtype Action: Sendable
    /// The work that a change requests from the outside; `Never` for stores whose reducers begin their work themselves.
    associatedtype Effect: Sendable

    /// A copy of the current state.
    var state: State { get }

    /// The number of the last transition; 0 before the first.
    var seq: Int { get }

    /// Lets a closure look at the state under the store's lock, without a copy.
    ///
    /// - Parameter body: Must be quick and must not call the store.
    func withState<Result: Sendable>(_ body: (State) -> Result) -> Result

    /// Dispatches an action; `dispatch(_:file:line:)` is this with the place of the call.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - place: Where it is dispatched, for the log.
    func dispatch(_ action: Action, from place: CallSite?)

    /// Dispatches an action and waits for it; `receipt(of:ifSeq:file:line:)` is this with the place of the call.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - ifSeq: The number that the store must be at when the action's turn comes; `nil` for any.
    ///   - place: Where it is dispatched, for the log.
    /// - Returns: The number of the transition, and the reason if the action was rejected.
    /// - Throws: `StoreError` when the action was not reduced.
    func receipt(of action: Action, ifSeq: Int?, from place: CallSite?) async throws(StoreError) -> Receipt<Effect>

    /// Calls a closure with what a selector returns; the other forms of `subscribe` are this with defaults.
    ///
    /// - Parameters:
    ///   - selector: A pure function of the state; called for every commit.
    ///   - delivery: Where to call the closure.
    ///   - initial: Whether to call it with the current value first.
    ///   - isSame: Whether two values are so alike that the later one is not worth a call; `nil` to be called every time.
    ///   - end: Called when the store ends.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription

    /// Calls a closure with what a key path selects, whenever it changes.
    ///
    /// - Parameters:
    ///   - keyPath: What to look at.
    ///   - delivery: Where to call the closure.
    ///   - initial: Whether to call it with the current value first.
    ///   - end: Called when the store ends.
    ///   - body: What to call.
    /// - Returns: The subscription, which ends with its last reference.
    func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery, initial: Bool,
        end: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription

    /// What the work outside of pure reducers needs from elsewhere; work that begins from now on has what is set.
    var dependencies: Dependencies { get nonmutating set }

    /// Whether recorded actions are being dispatched, and how effects are treated meanwhile.
    var replay: ReplayMode { get }

    /// What waits or runs in the store's name, oldest first.
    var runningEffects: [RunningEffect<Effect>] { get }

    /// Cancels an effect by its id: what it dispatches from now on is dropped.
    ///
    /// - Returns: Whether it was waiting or running.
    @discardableResult
    func cancelEffect(_ id: Int) -> Bool

    /// Cancels all effects that are listed under a name.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    func cancelEffects(named name: EffectID) -> Int

    /// Cancels all effects.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    func cancelAllEffects() -> Int

    /// Sets the handler that misuses of the store are reported to; the default writes a line to standard error.
    func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void)
}

extension StoreProtocol {
    /// Dispatches an action.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    @inlinable
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        dispatch(action, from: .inDebugBuild(file, line))
    }

    /// Dispatches an action and waits for it.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - ifSeq: The number that the store must be at when the action's turn comes; by default, any number is
    ///     accepted.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    /// - Returns: The number of the transition, and the reason if the action was rejected, once subscribers were
    ///   notified.
    /// - Throws: `StoreError` when the action was not reduced: `stale` when the store was at another number than
    ///   `ifSeq`, `ended` when the store ended before, `cancelled` when the task was cancelled, `reentered` when the
    ///   reducer of an asynchronous store waits for an action of its own store.
    @discardableResult
    public func receipt(
        of action: Action, ifSeq: Int? = nil, file: StaticString = #fileID, line: UInt32 = #line
    ) async throws(StoreError) -> Receipt<Effect> {
        try await receipt(of: action, ifSeq: ifSeq, from: .inDebugBuild(file, line))
    }
}
