internal import Strobe

/// What a test store needs of the store that it tests, besides what every store has.
protocol TestedStore<State, Action, Effect>: StoreProtocol {
    func install(_ observer: StoreObserver<State, Action, Effect>) -> (seq: Int, state: State)
    func uninstall(_ observer: StoreObserver<State, Action, Effect>)

    /// Whether an effect without a handler is a fault: a test expects effects.
    func setReportsUnhandledEffects(_ isOn: Bool)

    /// What the initial state asks for.
    var initialEffects: [Effect] { get }

    /// Dispatches an action.
    ///
    /// - Parameters:
    ///   - executor: What waits for the outcome, where that takes a task.
    ///   - completion: Called with the number of the transition.
    /// - Returns: The task that waits; cancelling it takes the action back, where its turn has not come.
    func begin(
        _ action: Action, origin: Origin, on executor: TestExecutor,
        completion: @escaping @Sendable (Result<Int, StoreError>) -> Void
    ) -> Task<Void, Never>?

    /// Whether a reduction is suspended; it is one of `runningEffects`.
    var isReducing: Bool { get }
    /// Whether actions wait, besides those that `runningEffects` tells of.
    var hasWaitingActions: Bool { get }
    func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule,
        async handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void)

    /// Whether the store runs thunks.
    var takesThunks: Bool { get }
    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule) -> Int?
}

extension TestedStore {
    func setReportsUnhandledEffects(_ isOn: Bool) {}
    var initialEffects: [Effect] { [] }
    var isReducing: Bool { false }
    var hasWaitingActions: Bool { false }

    /// Does nothing: there are no effects that a handler could get.
    func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule,
        async handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void
    ) {}

    var takesThunks: Bool { false }
    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule) -> Int? { nil }
}

extension Store: TestedStore {
    func begin(
        _ action: Action, origin: Origin, on executor: TestExecutor,
        completion: @escaping @Sendable (Result<Int, StoreError>) -> Void
    ) -> Task<Void, Never>? {
        dispatch(action, origin: origin) { completion($0.map(\.seq)) }
        return nil
    }

    var takesThunks: Bool { true }

    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule) -> Int? {
        dispatch(thunk, schedule: schedule)
    }
}

extension ReduxStore: TestedStore {
    func install(_ observer: StoreObserver<State, Action, Never>) -> (seq: Int, state: State) {
        store.install(observer)
    }

    func uninstall(_ observer: StoreObserver<State, Action, Never>) { store.uninstall(observer) }

    func begin(
        _ action: Action, origin: Origin, on executor: TestExecutor,
        completion: @escaping @Sendable (Result<Int, StoreError>) -> Void
    ) -> Task<Void, Never>? {
        waiting(on: executor, completion) { () async throws(StoreError) in try await self.receipt(of: action).seq }
    }

    var takesThunks: Bool { true }

    func run(_ thunk: Thunk<State, Action>, schedule: EffectSchedule) -> Int? {
        run(thunk, cause: nil, schedule: schedule)
    }
}

extension TestedStore where Self: ObservedStore, Effect == Never {
    func begin(
        _ action: Action, origin: Origin, on executor: TestExecutor,
        completion: @escaping @Sendable (Result<Int, StoreError>) -> Void
    ) -> Task<Void, Never>? {
        let request = ReceiptRequest()
        dispatch(action, origin: origin, cause: nil, ifSeq: nil, request: request, from: nil)
        return waiting(on: executor, completion) { () async throws(StoreError) in try await request.receipt().seq }
    }

    var isReducing: Bool { pending != nil }

    // One that was cancelled is not listed until it returns. The queue is asked first: what leaves it meanwhile is pending
    // or reduced by the time that is asked for.
    var hasWaitingActions: Bool { runningEffects.isEmpty && (!queued.isEmpty || pending != nil) }
}

extension AsyncStore: TestedStore {}
extension StateObjectMachine: TestedStore {}

extension TestedStore {
    /// Waits for an outcome in a task.
    fileprivate func waiting(
        on executor: TestExecutor, _ completion: @escaping @Sendable (Result<Int, StoreError>) -> Void,
        for outcome: @escaping @Sendable () async throws(StoreError) -> Int
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            do throws(StoreError) {
                completion(.success(try await outcome()))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
