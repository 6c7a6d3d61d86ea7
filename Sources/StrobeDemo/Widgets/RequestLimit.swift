import Synchronization

/// Limits requests to one every so often, by a clock that a test can turn.
///
/// The text limits them naively, with a date: from the end of a fetch that succeeded, so that refreshes during a fetch, or
/// after one that failed, fetch again at once; and from its own making, so that the first refresh may fetch nothing. This
/// one counts from the beginning of each request, and the first always begins.
final class RequestLimit: Sendable {
    private let interval: Duration
    private let now: @Sendable () -> Duration
    private let next = Mutex(Duration.zero)

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - interval: How much time lies between the beginnings of two requests, at least.
    ///   - clock: What measures it.
    init(_ interval: Duration, clock: some Clock<Duration> = .continuous) {
        let start = clock.now
        self.interval = interval
        now = { start.duration(to: clock.now) }
    }

    /// Begins a request, unless it is too soon.
    ///
    /// - Returns: How many seconds it is too soon, rounded up; `nil` if it is not.
    func secondsToWait() -> Int? {
        next.withLock { next in
            let now = now()
            if now < next { return Int(((next - now) / .seconds(1)).rounded(.up)) }
            next = now + interval
            return nil
        }
    }
}
