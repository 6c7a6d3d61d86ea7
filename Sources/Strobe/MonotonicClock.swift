#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clock that durations of reducers are measured with.
enum MonotonicClock {
    /// Nanoseconds since some moment before the process began.
    static func now() -> UInt64 {
        #if canImport(Glibc)
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
        #elseif canImport(Darwin)
            clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #endif
    }
}
