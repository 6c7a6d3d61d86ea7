internal import Strobe

/// A clock that moves only when a test moves it; sleepers wake in the order of their deadlines.
///
///     let clock = TestClock()
///     let ticks = Task(executorPreference: clock.executor) {
///         for _ in 1...3 { try await clock.sleep(for: .seconds(1)) }
///         return clock.now.offset
///     }
///     clock.advance(by: .seconds(3))
///     let offset = try await ticks.value  // 3 seconds
///
/// Tasks on the clock's own executor are served step by step: the clock stays at the deadline of each sleeper while it,
/// and all work that it starts, runs until nothing is left to do, and only then moves on. So a task that sleeps in a
/// loop misses no turn, and everything happens in the same order each time. Other tasks are woken in the same order,
/// but the clock does not wait for them: let it go one step at a time, with `waitForSleepers(_:)` before each.
public final class TestClock: Clock {
    /// A moment on a test clock, counted from the clock's creation.
    public struct Instant: InstantProtocol {
        /// The time since the clock's creation.
        public let offset: Duration

        /// Creates the moment that is some time after a clock's creation.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The moment that is some time later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How long it is from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether a moment comes before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct Sleeper {
        let continuation: Continuation
        let task: Int?
    }

    private struct Contents {
        var now = Instant(offset: .zero)
        var lastNumber = 0
        var sleepers = SleepQueue<Sleeper>()
    }

    /// The executor of tasks that run step by step; moving the clock runs what waits there, on the thread that moves
    /// it.
    public let executor = TestExecutor()
    private let contents = Protected(Contents())

    /// Creates a clock at zero.
    public init() {}

    /// The current time of the clock.
    public var now: Instant { contents.withLock { $0.now } }

    /// The smallest step: a test clock takes any.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep on the clock.
    public var sleeperCount: Int { contents.withLock { $0.sleepers.count } }

    /// The tasks that sleep on the clock.
    var sleepingTasks: Set<Int> { contents.withLock { Set($0.sleepers.all.compactMap(\.task)) } }

    /// The first deadline of the sleepers; `nil` if there are none.
    public var nextDeadline: Instant? { contents.withLock { $0.sleepers.firstDeadline() } }

    /// Sleeps until the clock has been moved to a deadline; returns at once if that has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = contents.withLock { contents in
            contents.lastNumber += 1
            return contents.lastNumber
        }
        let task = EffectTasks.current
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                begin(number, until: deadline, Sleeper(continuation: $0, task: task))
            }
        } onCancel: {
            let sleeper = contents.withLock { $0.sleepers.remove(number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func begin(_ number: Int, until deadline: Instant, _ sleeper: Sleeper) {
        let result = contents.withLock { contents -> Result<Void, any Error>? in
            // A task is marked before its cancellation handlers run. So a cancellation that found no sleeper to wake is
            // seen here, and one that is not seen here finds the sleeper.
            if Task.isCancelled { return .failure(CancellationError()) }
            if deadline <= contents.now { return .success(()) }
            contents.sleepers.insert(number, until: deadline, sleeper)
            return nil
        }
        if let result { sleeper.continuation.resume(with: result) } else { executor.signal.notify() }
    }

    /// Moves the clock on, and wakes the sleepers whose deadlines it reaches, in the order of the deadlines.
    ///
    /// Before the first step, and after each, all jobs on the clock's executor are run.
    ///
    /// - Parameter duration: How far; zero only runs the jobs, less than zero counts as zero.
    public func advance(by duration: Duration) {
        executor.run()
        let target = now.advanced(by: max(duration, .zero))
        while wakeFirst(until: target) {}
        contents.withLock { $0.now = max($0.now, target) }
    }

    /// Moves the clock to the earliest deadline of a sleeper, and wakes all whose deadline that is.
    ///
    /// - Returns: Whether there was a sleeper.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        executor.run()
        guard let next = nextDeadline else { return false }
        advance(by: now.duration(to: next))
        return true
    }

    /// Moves the clock from deadline to deadline until there are no sleepers.
    ///
    /// - Parameter limit: How far it moves at most, since there may be tasks that sleep in a loop without end.
    /// - Returns: Whether there are no sleepers any more.
    @discardableResult
    public func run(atMost limit: Duration = .seconds(86_400)) -> Bool {
        executor.run()
        let target = now.advanced(by: max(limit, .zero))
        while wakeFirst(until: target) {}
        return sleeperCount == 0
    }

    /// Wakes the first sleeper and lets it run.
    ///
    /// - Returns: Whether there was one whose deadline is not later than a moment.
    private func wakeFirst(until limit: Instant) -> Bool {
        let sleeper = contents.withLock { contents -> Sleeper? in
            guard let (deadline, sleeper) = contents.sleepers.popFirst(until: limit) else { return nil }
            contents.now = max(contents.now, deadline)
            return sleeper
        }
        guard let sleeper else { return false }
        sleeper.continuation.resume()
        executor.run()
        return true
    }

    /// Waits until at least as many tasks sleep on the clock, and runs the jobs on its executor meanwhile.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - limit: How long it waits at most, by the wall clock.
    /// - Returns: Whether as many sleep.
    @discardableResult
    nonisolated(nonsending)
        public func waitForSleepers(_ count: Int, atMost limit: Duration = .seconds(60)) async -> Bool
    {
        await executor.signal.wait(atMost: limit) {
            executor.run()
            return sleeperCount >= count
        }
    }
}
