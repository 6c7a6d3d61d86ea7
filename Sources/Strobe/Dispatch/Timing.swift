#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// When a reducer ended and how long it took, by one clock, since each reading costs 20 ns.
///
///     let timing = Timing(endNanos: Timing.now(), durationNanos: 4_200)
///     print("\(timing.durationNanos / 1_000) µs")  // 4 µs
public struct Timing: Sendable, Hashable {
    /// Nanoseconds since 1970 at the end.
    public let endNanos: UInt64
    /// Nanoseconds from beginning to end; 0 if the system's clock was set back meanwhile.
    public let durationNanos: UInt64

    /// Creates a timing.
    public init(endNanos: UInt64, durationNanos: UInt64) {
        self.endNanos = endNanos
        self.durationNanos = durationNanos
    }

    /// Ends a timing now.
    @usableFromInline
    init(from start: UInt64) {
        endNanos = Self.now()
        durationNanos = endNanos > start ? endNanos - start : 0
    }

    /// Nanoseconds since 1970 by the system's clock.
    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(max(0, time.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, time.tv_nsec))
    }
}
