#if canImport(Glibc)
    import Glibc
#endif
internal import Strobe

/// The time of entries whose reducer was not timed: exact for single entries, the time of the first for a burst.
///
/// Reading the clock costs 22 ns on Linux, more than all else that a log does for an action; reading the time of the
/// system's last tick costs 5. So only the first entry after each tick reads the clock, and those within the same tick,
/// usually 4 ms, share its time.
struct LogClock {
    #if canImport(Glibc)
        private var tick = timespec()
        private var nanos: UInt64 = 0

        /// When a transition ended, in nanoseconds since 1970.
        @inline(__always)
        mutating func end(of info: TransitionInfo) -> UInt64 {
            if let timing = info.timing {
                nanos = timing.endNanos
                return nanos
            }
            var present = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &present)
            if present.tv_nsec != tick.tv_nsec || present.tv_sec != tick.tv_sec {
                tick = present
                nanos = Timing.now()
            }
            return nanos
        }
    #else
        /// When a transition ended, in nanoseconds since 1970; reading the clock is cheap here.
        func end(of info: TransitionInfo) -> UInt64 { info.timing?.endNanos ?? Timing.now() }
    #endif
}
