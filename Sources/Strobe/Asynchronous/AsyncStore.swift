/// A store whose reducer may be suspended: reductions run strictly one after the other, in the order of dispatch.
///
/// `dispatch` returns at once, from any thread. The state is only ever written by the end of a reduction or by a restore,
/// so that no update is lost however many are sent at once. The current reduction and the waiting actions can be
/// inspected, and the reduction can be cancelled. Such a store cannot be replayed: a debugger keeps the states of the
/// transitions that it saw.
///
///     let store = AsyncStore(initial: 0) { (count: Int, step: Int) in
///         await Task.yield()
///         return count + step
///     }
///     for step in 1...3 { store.dispatch(step) }
///     let receipt = try await store.receipt(of: 4)
///     print(receipt.seq, store.state)  // 4 10
///
/// What a reducer awaits delays every action after it. Work that others need not wait for belongs to `Later`, and
/// `AsyncReducer.coalesce(_:with:)` makes one of actions that wait, such as keystrokes.
///
/// A reduction that is suspended does not keep the store alive; actions that wait when it ends are answered with an
/// error.
public final class AsyncStore<State: Sendable, Action: Sendable>: StoreProtocol, ObservedStore, GatedStore,
    ReplayableStore, SuspendingStore
{
    /// There are none: an asynchronous reducer starts its work itself.
    public typealias Effect = Never

    let journal: ReductionQueue<State, Action>.Journal
    let line: ReductionQueue<State, Action>
    let late: LateWork<State, Action>
    private let installed = Protected<[ReductionObserver<State, Action>]>([])

    /// Creates a store with a reducer that is a function.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - nestingLimit: A tenth of how many actions may be sent in answer to each other within a second before the
    ///     chain is broken, as for `Store`.
    ///   - coalescing: Returns the action that takes the place of two, as `AsyncReducer.coalesce(_:with:)` does; by
    ///     default, every action is reduced.
    ///   - reduce: Returns the state after an action; it need not be pure.
    public convenience init(
        initial: State, nestingLimit: Int = 1_000,
        coalescing: (@Sendable (_ waiting: Action, _ newer: Action) -> Action?)? = nil,
        reduce: @escaping @Sendable (State, Action) async throws -> State
    ) {
        self.init(initial, LateWork(), nestingLimit, coalescing, reduce)
    }

    /// Creates a store with a reducer that is a type.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - nestingLimit: A tenth of how many actions may be sent in answer to each other within a second before the
    ///     chain is broken, as for `Store`.
    ///   - reducer: Makes the reducer; it gets the `Later` for work that is to be done later.
    public convenience init<Reducer: AsyncReducer>(
        initial: State, nestingLimit: Int = 1_000, reducer: (Later<Action>) -> Reducer
    ) where Reducer.State == State, Reducer.Action == Action {
        let late = LateWork<State, Action>()
        let reducer = reducer(late.later)
        self.init(initial, late, nestingLimit, reducer.coalesce) { state, action in
            try await reducer.reduce(state: state, action: action)
        }
    }

    private init(
        _ initial: State, _ late: LateWork<State, Action>, _ nestingLimit: Int,
        _ coalesce: (@Sendable (Action, Action) -> Action?)?,
        _ reduce: @escaping @Sendable (State, Action) async throws -> State
    ) {
        let journal = ReductionQueue<State, Action>.Journal(initial: initial, nestingLimit: nestingLimit) {
            state, result -> [Never] in
            if let new = result.state { state = new }
            return []
        }
        self.journal = journal
        self.late = late
        line = ReductionQueue(
            initial: initial, coalesce: coalesce, reduce: reduce, journal: { [weak journal] in journal },
            late: late.runner,
            dependencies: late.dependencies, nestingLimit: max(1, nestingLimit))
        late.connect(line)
    }

    deinit {
        line.end()
        late.runner.close()
    }

    /// The dependencies of the reducer, which finds them in its `Later`, and of late work; a new value applies to what
    /// begins from then on.
    public var dependencies: Dependencies {
        get { late.dependencies.current }
        set { late.dependencies.current = newValue }
    }

    /// What makes the reductions.
    var reductionOwner: ObjectIdentifier? { ObjectIdentifier(line) }

    /// The time within which a chain of answers counts as one.
    package var chainSpan: Duration {
        get { journal.chainSpan }
        set { journal.chainSpan = newValue }
    }

    /// Sets the handler that an endless chain of actions is reported to; the default writes a line to standard error.
    public func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        journal.setFaultHandler(handler)
    }

    // MARK: Dispatch

    /// Dispatches an action, and returns at once.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - place: Where it is dispatched, for the log.
    public func dispatch(_ action: Action, from place: CallSite?) {
        line.put(.init(work: .action(action), origin: .app, source: place))
    }

    /// Dispatches an action on behalf of a debugger or another transition, and returns at once.
    package func dispatch(
        _ action: Action, origin: Origin, cause: Int? = nil, ifSeq: Int? = nil, request: ReceiptRequest? = nil,
        from place: CallSite? = nil
    ) {
        line.put(
            .init(
                work: .action(action), origin: origin, cause: cause, source: place, ifSeq: ifSeq, request: request))
    }

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
    package func restore(
        _ state: State, origin: Origin, cause: Int?, note: String?, ifSeq: Int?, request: ReceiptRequest?
    ) {
        line.put(
            .init(work: .state(state, note: note), origin: origin, cause: cause, ifSeq: ifSeq, request: request))
    }

    // MARK: Reading

    /// Calls a closure with the state, under the lock and without a copy.
    ///
    /// - Parameter body: Must be quick and must not call the store.
    public func withState<Result: Sendable>(_ body: (State) -> Result) -> Result { journal.withState(body) }

    /// Calls a closure with what a selector returns.
    ///
    /// The next reduction begins after every subscriber that is called inline has returned.
    public func subscribe<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        journal.subscribe(to: selector, on: delivery, initial: initial, isSame: isSame, end: end, body)
    }

    /// Calls a closure with what a key path selects, whenever it changes.
    public func subscribe<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery, initial: Bool,
        end: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Selected) -> Void
    ) -> StoreSubscription {
        journal.subscribe(to: keyPath, on: delivery, initial: initial, end: end, body)
    }

    /// A copy of the current state: the one before the action that is being reduced.
    public var state: State { journal.state }

    /// The number of the last transition; 0 before the first.
    public var seq: Int { journal.seq }

    /// The current state with the number of the transition that made it.
    public func snapshot() -> (seq: Int, state: State) { journal.snapshot() }

    /// The action that is being reduced; `nil` if there is none.
    public var pending: PendingAction<Action>? { reduction.map(PendingAction.init) }

    /// The waiting actions, in order, beginning with those held at the gate.
    public var queued: [PendingAction<Action>] { line.waiting.map(PendingAction.init) }

    /// The reduction at hand, until it is committed.
    private var reduction: ReductionQueue<State, Action>.Current? {
        guard let current = line.current else { return nil }
        // An observer that was notified of its transition must not find it here any more.
        if let seq = current.seq, seq <= journal.seq { return nil }
        return current
    }

    /// Changes the gate, and begins a reduction if that lets one go.
    package func changeGate<Result: Sendable>(
        _ change: (inout Gate<State, ReductionQueue<State, Action>.Item>) -> Result
    ) -> Result? {
        line.changeGate(change)
    }

    package func tellObserver(dropped actions: [HeldAction<Action>]) {
        for observer in observers { observer.didDrop(actions) }
    }

    // MARK: Cancelling

    /// Cancels the current reduction: its task is cancelled, and its result is dropped.
    ///
    /// As everywhere in Swift it is up to the reducer to return soon; the next reduction begins when it has, so that no
    /// two ever overlap. The state stays as it is, and the log shows the action as rejected, with the reason
    /// `cancelled`.
    ///
    /// - Returns: Whether there was a reduction to cancel.
    @discardableResult
    public func cancelReduction() -> Bool { line.cancel(nil) }

    /// The current reduction and late work, in the order in which they began.
    public var runningEffects: [RunningEffect<Never>] {
        let reducing = reduction.flatMap { current in
            current.isCancelled
                ? nil
                : current.item.work.action.map { action in
                    RunningEffect<Never>(
                        id: current.effect, name: ActionName.of(action), effect: nil, cause: current.item.cause,
                        sinceNanos: current.sinceNanos, phase: .reducing)
                }
        }
        return (late.runner.running + (reducing.map { [$0] } ?? [])).sorted { $0.id < $1.id }
    }

    /// Cancels an item of the list by its id: the current reduction, as `cancelReduction()` does, or late work.
    ///
    /// - Returns: Whether there was something to cancel.
    @discardableResult
    public func cancelEffect(_ id: Int) -> Bool { line.cancel(id) || late.runner.cancel(id) }

    /// Cancels all late work that is listed under a name.
    ///
    /// - Returns: How much was running.
    @discardableResult
    public func cancelEffects(named name: EffectID) -> Int { late.runner.cancel(named: name) }

    /// Cancels the current reduction and all late work.
    ///
    /// - Returns: How much was running.
    @discardableResult
    public func cancelAllEffects() -> Int { (cancelReduction() ? 1 : 0) + late.runner.cancelAll() }

    // MARK: Replay

    /// Whether recorded actions are being replayed, and how late work is treated meanwhile.
    public var replay: ReplayMode { late.replay }

    /// Begins a replay, replacing any other; running late work is cancelled, unless late work is performed as usual.
    ///
    /// Reductions are made as usual: what a reducer waits for is part of them.
    package func beginReplay(_ info: ReplayInfo) {
        late.replay.set(info)
        if info.isQuiet { late.runner.cancelAll() }
    }

    /// Ends a replay: late work starts again from now on.
    package func endReplay() { late.replay.set(nil) }

    // MARK: Observing

    /// `async`, the word for stores of this kind.
    package var kind: String { "async" }
    /// Always true: a state can replace the current one.
    package var canRestore: Bool { true }

    /// Adds an observer, and returns the state from which it observes.
    ///
    /// - Returns: The current state and its number; the observer is notified of every later transition.
    @discardableResult
    public func install(_ observer: StoreObserver<State, Action, Never>) -> (seq: Int, state: State) {
        installed.withLock { installed in
            let known = installed.first { $0.observer === observer } ?? ReductionObserver(observer)
            if !installed.contains(where: { $0 === known }) { installed.append(known) }
            return journal.install(known)
        }
    }

    /// Uninstalls an observer, if it is installed.
    public func uninstall(_ observer: StoreObserver<State, Action, Never>) {
        installed.withLock { installed in
            guard let index = installed.firstIndex(where: { $0.observer === observer }) else { return }
            journal.uninstall(installed.remove(at: index))
        }
    }

    /// The installed observers, in the order in which they are called.
    package var observers: [StoreObserver<State, Action, Never>] { installed.withLock { $0.map(\.observer) } }

    /// Runs a closure between two transitions; it must be quick and must not call the store.
    package func betweenTransitions(_ body: () -> Void) {
        journal.withState { _ in body() }
    }
}

extension PendingAction {
    fileprivate init<State>(_ current: ReductionQueue<State, Action>.Current) {
        self.init(
            action: current.item.work.action, origin: current.item.origin, cause: current.item.cause,
            sinceNanos: current.sinceNanos,
            effect: current.item.work.action == nil || current.isCancelled ? nil : current.effect,
            isCancelled: current.isCancelled)
    }

    fileprivate init<State>(_ item: ReductionQueue<State, Action>.Item) {
        self.init(action: item.work.action, origin: item.origin, cause: item.cause, sinceNanos: item.sinceNanos)
    }
}
