internal import StrobeSystem

/// Runs work that may wait for a reducer, and continues without it after a time limit.
struct TimeLimit: Sendable {
    private let limit: Duration
    private let clock: any Clock<Duration>

    init(_ limit: Duration, on clock: any Clock<Duration> = ContinuousClock()) {
        self.limit = limit
        self.clock = clock
    }

    func run(_ body: @escaping @Sendable () async -> Void) async {
        let isOver = AsyncCondition(false)
        Task(executorPreference: RequestExecutor()) {
            await body()
            isOver.update { $0 = true }
        }
        _ = await isOver.wait(within: limit, on: clock, isCancellable: false) { $0 ? true : nil }
    }
}
