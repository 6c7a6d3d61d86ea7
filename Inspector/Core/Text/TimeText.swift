package import StrobeSystem
import StrobeTree

/// Formats times.
package struct TimeText: Sendable {
    /// The zone that times are shown in.
    package var zone: TimeZone = .current

    package init(
        zone: TimeZone = .current
    ) {
        self.zone = zone
    }

    /// The current time, in microseconds since 1970-01-01T00:00:00Z.
    package static func now() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1e6)
    }

    /// The time of day, `12:03:01.456`.
    ///
    /// - Parameter microseconds: Since 1970-01-01T00:00:00Z.
    package func clock(_ microseconds: Int64) -> String {
        let (_, ofDay) = local(microseconds)
        return Self.clock(ofDay, digits: 3)
    }

    /// Date and time, `2026-11-21 12:03:01.456789`.
    package func full(_ microseconds: Int64) -> String {
        let (day, ofDay) = local(microseconds)
        return "\(CalendarDay(daysSince1970: day).text) \(Self.clock(ofDay, digits: 6))"
    }

    /// The day since 1970 and the microseconds of that day, in the zone.
    private func local(_ microseconds: Int64) -> (day: Int64, ofDay: Int64) {
        // Times beyond some 10,000 years would overflow below; no real time is that far away.
        let bounded = min(max(microseconds, -300_000_000_000_000_000), 300_000_000_000_000_000)
        let date = Date(timeIntervalSince1970: Double(bounded) / 1e6)
        let shifted = bounded + Int64(zone.secondsFromGMT(for: date)) * 1_000_000
        let day = shifted.floorDivided(by: 86_400_000_000)
        return (day, shifted - day * 86_400_000_000)
    }

    private static func clock(_ ofDay: Int64, digits: Int) -> String {
        let seconds = ofDay / 1_000_000
        let fraction = String(CalendarDay.padded(ofDay % 1_000_000, 6).prefix(digits))
        return
            "\(CalendarDay.padded(seconds / 3600, 2)):\(CalendarDay.padded(seconds / 60 % 60, 2)):\(CalendarDay.padded(seconds % 60, 2)).\(fraction)"
    }
}
