import StrobeSystem

internal import StrobeTree

/// Times of the wall clock as ISO 8601 text in UTC with six digits after the point, as headers have them.
package enum TimeStamp {
    /// The text of a time between the years 1 and 9999; the nearest of these for other times.
    ///
    /// - Parameter micros: Microseconds since 1970-01-01T00:00:00Z.
    package static func text(micros: Int64) -> String {
        let held = min(max(micros, -62_135_596_800_000_000), 253_402_300_799_999_999)
        let seconds = held.floorDivided(by: 1_000_000)
        let days = seconds.floorDivided(by: 86_400)
        let second = seconds - days * 86_400
        let time = [second / 3600, second / 60 % 60, second % 60].map { CalendarDay.padded($0, 2) }
        let fraction = CalendarDay.padded(held - seconds * 1_000_000, 6)
        return "\(CalendarDay(daysSince1970: days).text)T\(time.joined(separator: ":")).\(fraction)Z"
    }

    /// The current time, in microseconds since 1970.
    package static var nowMicros: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
