/// A span of time that begins when it is made, no matter when its end is waited for.
struct EffectTimer: Sendable {
    /// Returns at the end.
    let wait: @Sendable () async throws -> Void

    init(_ clock: any Clock<Duration>, _ duration: Duration) {
        wait = Self.wait(clock, duration)
    }

    private static func wait<C: Clock<Duration>>(
        _ clock: C, _ duration: Duration
    ) -> @Sendable () async throws -> Void {
        let deadline = clock.now.advanced(by: max(duration, .zero))
        return { try await clock.sleep(until: deadline, tolerance: nil) }
    }
}
