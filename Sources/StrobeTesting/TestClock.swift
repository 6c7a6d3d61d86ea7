internal import Synchronization

/// A clock that only moves when a test says so: what sleeps on it wakes in the order of its deadlines.
///
///     let clock = TestClock()
///     let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(3))
///     try await sleeper.value
public final class TestClock: Clock {
    /// A moment on a test clock, counted from its making.
    public struct Instant: InstantProtocol {
        /// How long after the clock's making.
        public let offset: Duration

        /// Makes the moment that is some time after a clock's making.
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

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var lastNumber = 0
        /// Sleeps that were cancelled before they had begun.
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment at which the clock stands.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest step: a test clock takes any.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock was moved to a deadline.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Moves the clock on and wakes whoever's deadline comes, in the order of the deadlines.
    ///
    /// - Parameter duration: How far; less than zero counts as zero.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: max(duration, .zero))
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Moves the clock to the earliest deadline of a sleeper.
    ///
    /// - Returns: Whether there was a sleeper.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        let next = state.withLock { state in
            state.sleepers.map(\.deadline).min().map { state.now.duration(to: $0) }
        }
        guard let next else { return false }
        advance(by: next)
        return true
    }

    /// Waits until at least as many tasks sleep on the clock.
    public func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func begin(_ sleeper: Sleeper) {
        enum Outcome {
            case sleeps(watchers: [CheckedContinuation<Void, Never>])
            case isDue
            case isCancelled
        }
        let outcome = state.withLock { state -> Outcome in
            if state.cancelled.remove(sleeper.number) != nil { return .isCancelled }
            guard sleeper.deadline > state.now else { return .isDue }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return .sleeps(watchers: state.watchers.filter { $0.count <= count }.map(\.continuation))
        }
        switch outcome {
        case .sleeps(let watchers): for watcher in watchers { watcher.resume() }
        case .isDue: sleeper.continuation.resume()
        case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
