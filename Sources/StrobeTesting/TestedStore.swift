internal import Strobe

/// What a test store does with the store that it tests; all calls of the store library are here.
protocol TestedStore<State, Action, Effect>: Sendable {
    associatedtype State: Sendable
    associatedtype Action: Sendable
    associatedtype Effect: Sendable

    var state: State { get }
    /// What runs in the store's name.
    var runningEffects: [RunningEffect<Effect>] { get }
    /// Whether actions wait, besides those that `runningEffects` tells of.
    var hasWaitingActions: Bool { get }

    /// Begins to keep what happens, and lets the store's own tasks run where the test wants them.
    ///
    /// - Returns: The state from which it observes.
    func begin(_ record: TestRecord<State, Action, Effect>, _ place: WorkPlace) -> State

    /// Dispatches an action the way that the program does.
    func dispatch(_ action: Action, origin: Origin)

    /// Dispatches an action and waits for its transition, as long as there is hope.
    ///
    /// - Returns: The number of the transition; `nil` if it is the first of the record that the program asked for.
    nonisolated(nonsending)
        func reduce(_ action: Action, origin: Origin, _ record: TestRecord<State, Action, Effect>, _ wait: TestWait)
        async throws(StoreError)
        -> Int?

    func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule, _ clock: TestClock,
        handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void)

    /// Whether the store runs thunks.
    var takesThunks: Bool { get }

    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule, _ clock: TestClock) -> Int?

    func cancelEffects()
}

/// How a test waits: the jobs on its executor are run meanwhile.
struct TestWait: Sendable {
    let clock: TestClock
    /// By the wall clock.
    let patience: Duration
    /// How many of some effects sleep until the clock is moved.
    let countAsleep: @Sendable () -> Int

    /// Waits until a condition holds.
    ///
    /// - Returns: Whether it holds; `false` when the patience is at an end.
    nonisolated(nonsending)
        func until(_ isDone: () -> Bool) async -> Bool
    {
        await clock.executor.signal.wait(atMost: patience) {
            clock.executor.run()
            return isDone()
        }
    }
}

// MARK: Store

struct TestedPlainStore<State: Sendable, Action: Sendable, Effect: Sendable>: TestedStore {
    let base: Store<State, Action, Effect>

    var state: State { base.state }
    var runningEffects: [RunningEffect<Effect>] { base.runningEffects }
    var hasWaitingActions: Bool { false }
    var takesThunks: Bool { true }

    func begin(_ record: TestRecord<State, Action, Effect>, _ place: WorkPlace) -> State { base.install(record).state }

    func dispatch(_ action: Action, origin: Origin) { base.dispatch(action, origin: origin) }

    nonisolated(nonsending)
        func reduce(
            _ action: Action, origin: Origin, _ record: TestRecord<State, Action, Effect>, _ wait: TestWait
        ) async throws(StoreError) -> Int?
    {
        try await base.receipt(of: action, origin: origin).seq
    }

    func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule, _ clock: TestClock,
        handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void
    ) {
        base.setEffectHandler(schedule: schedule, clock: clock, executor: clock.executor, async: handler)
    }

    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule, _ clock: TestClock) -> Int? {
        base.dispatch(thunk, schedule: schedule, clock: clock, executor: clock.executor)
    }

    func cancelEffects() { base.cancelAllEffects() }
}

// MARK: Stores that are reduced asynchronously or by objects

/// A store without effects of its own: an asynchronous one, or a machine of state objects.
struct TestedObservedStore<Base: ObservedStore>: TestedStore {
    typealias Effect = Never

    let base: Base
    /// Lets the store's tasks run where the test wants them, where it has tasks.
    let setPlace: @Sendable (WorkPlace) -> Void

    var state: Base.State { base.snapshot().state }
    var runningEffects: [RunningEffect<Never>] { base.runningEffects }
    var hasWaitingActions: Bool { base.runningEffects.isEmpty && (base.pending != nil || !base.queued.isEmpty) }
    var takesThunks: Bool { false }

    func begin(_ record: TestRecord<Base.State, Base.Action, Never>, _ place: WorkPlace) -> Base.State {
        setPlace(place)
        return base.install(record).state
    }

    func dispatch(_ action: Base.Action, origin: Origin) {
        base.send(action, origin: origin, cause: nil, ifSeq: nil, request: nil)
    }

    nonisolated(nonsending)
        func reduce(
            _ action: Base.Action, origin: Origin, _ record: TestRecord<Base.State, Base.Action, Never>,
            _ wait: TestWait
        ) async throws(StoreError) -> Int?
    {
        let request = ReceiptRequest()
        base.send(action, origin: origin, cause: nil, ifSeq: nil, request: request)
        let answer = Answer()
        let reader = Task(executorPreference: wait.clock.executor) {
            do throws(StoreError) {
                let seq = try await request.receipt().seq
                answer.result.withLock { $0 = .success(seq) }
            } catch {
                answer.result.withLock { $0 = .failure(error) }
            }
        }
        _ = await wait.until { answer.result.withLock { $0 != nil } || isAsleep(wait) }
        if let result = answer.result.withLock({ $0 }) { return try result.get() }
        request.cancel()
        reader.cancel()
        throw StoreError(
            .cancelled,
            isAsleep(wait)
                ? "the reducer waits for the clock. Dispatch the action with store.dispatch, move the clock, and receive it."
                : "the reducer has not returned in \(wait.patience).")
    }

    /// Whether the reduction at hand, and all that runs besides, sleeps until the clock is moved.
    private func isAsleep(_ wait: TestWait) -> Bool {
        let count = base.runningEffects.count
        return base.pending != nil && count > 0 && wait.countAsleep() >= count
    }

    private final class Answer: Sendable {
        let result = Protected<Result<Int, StoreError>?>(nil)
    }

    func setEffectHandler(
        schedule: @escaping @Sendable (Never) -> EffectSchedule, _ clock: TestClock,
        handler: @escaping @Sendable (Never, EffectContext<Base.Action>) async -> Void
    ) {}

    func run(_ thunk: Thunk<Base.State, Base.Action>, schedule: EffectSchedule, _ clock: TestClock) -> Int? { nil }

    func cancelEffects() {
        for effect in base.runningEffects { base.cancelEffect(effect.id) }
    }
}

// MARK: Redux

/// A store whose actions take the way through its dispatchers.
struct TestedReduxStore<State: Sendable, Action: Sendable>: TestedStore {
    typealias Effect = Never

    let base: ReduxStore<State, Action>

    var state: State { base.state }
    var runningEffects: [RunningEffect<Never>] { base.store.runningEffects }
    var hasWaitingActions: Bool { false }
    var takesThunks: Bool { true }

    func begin(_ record: TestRecord<State, Action, Never>, _ place: WorkPlace) -> State {
        base.store.install(record).state
    }

    func dispatch(_ action: Action, origin: Origin) { base.dispatch(action) }

    nonisolated(nonsending)
        func reduce(
            _ action: Action, origin: Origin, _ record: TestRecord<State, Action, Never>, _ wait: TestWait
        ) async throws(StoreError) -> Int?
    {
        base.dispatch(action)
        if await wait.until({ record.entries.contains { $0.origin == .app } }) { return nil }
        throw StoreError(.cancelled, "it has not come through the serial dispatcher in \(wait.patience).")
    }

    func setEffectHandler(
        schedule: @escaping @Sendable (Never) -> EffectSchedule, _ clock: TestClock,
        handler: @escaping @Sendable (Never, EffectContext<Action>) async -> Void
    ) {}

    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule, _ clock: TestClock) -> Int? {
        base.run(thunk, schedule: schedule, clock: clock, executor: clock.executor)
    }

    func cancelEffects() { base.store.cancelAllEffects() }
}
