/// How a test waits: the jobs on its executor are run meanwhile.
struct TestWait: Sendable {
    let clock: TestClock
    /// By the wall clock.
    let patience: Duration
    /// How many of the tasks that work for the store sleep until the clock is moved.
    let countAsleep: @Sendable () -> Int

    /// Waits until a condition holds.
    ///
    /// - Returns: Whether it holds; `false` when the patience is at an end.
    @discardableResult
    nonisolated(nonsending)
        func until(_ isDone: () -> Bool) async -> Bool
    {
        await clock.executor.signal.wait(atMost: patience) {
            clock.executor.run()
            return isDone()
        }
    }
}
