import StrobeProtocol

/// Times the recorded transitions.
package struct ReplayPace: Sendable {
    /// The longest wait, ten years in microseconds; a transition further away is due at once.
    private static let longest = 10 * 366 * 86_400e6

    private let factor: Double?
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The recorded time at which the pace begins, in microseconds.
    private let start: Int64

    /// Starts a pace now.
    ///
    /// - Parameters:
    ///   - start: The recorded time that corresponds to now, in microseconds since 1970.
    ///   - clock: The clock for waiting.
    package init(_ speed: ReplayOptions.Speed, from start: Int64, clock: any Clock<Duration>) {
        self.start = start
        sleep = Self.sleeper(clock)
        factor = if case .times(let factor) = speed { factor } else { nil }
    }

    private static func sleeper<C: Clock<Duration>>(_ clock: C) -> @Sendable (Duration) async throws -> Void {
        let now = clock.now
        return { try await clock.sleep(until: now.advanced(by: $0), tolerance: nil) }
    }

    /// Waits until a transition is due.
    ///
    /// - Parameter time: Its recorded time, in microseconds since 1970; past times are due at once.
    package func wait(until time: Int64) async throws {
        try Task.checkCancellation()
        guard let factor else { return }
        let difference = WireInteger.difference(time, start)
        let wait = Double(difference) / factor
        guard wait > 0, wait <= Self.longest else { return }
        try await sleep(.microseconds(wait))
    }
}
