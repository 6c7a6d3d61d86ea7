#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Times of the wall clock as ISO 8601 text in UTC with six digits after the point, as headers have them.
enum TimeStamp {
    /// The text of a time between the years 1 and 9999; the nearest of these for other times.
    ///
    /// - Parameter micros: Microseconds since 1970-01-01T00:00:00Z.
    static func text(micros: Int64) -> String {
        let held = min(max(micros, -62_135_596_800_000_000), 253_402_300_799_999_999)
        var fraction = held % 1_000_000
        var seconds = time_t(held / 1_000_000)
        if fraction < 0 {
            fraction += 1_000_000
            seconds -= 1
        }
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date =
            "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
        let time = "\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2)):\(padded(Int(parts.tm_sec), 2))"
        return "\(date)T\(time).\(padded(Int(fraction), 6))Z"
    }

    /// The present time, in microseconds since 1970.
    static var nowMicros: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
