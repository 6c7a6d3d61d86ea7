import Foundation

/// Moments as people read them.
struct TimeText: Sendable {
    /// The zone that times are shown in.
    var zone: TimeZone = .current

    /// The present time, in microseconds since 1970-01-01T00:00:00Z.
    static func now() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1e6)
    }

    /// The time of day, `12:03:01.456`.
    ///
    /// - Parameter microseconds: Since 1970-01-01T00:00:00Z.
    func clock(_ microseconds: Int64) -> String {
        let (_, ofDay) = local(microseconds)
        return Self.clock(ofDay, digits: 3)
    }

    /// Date and time, `2026-11-21 12:03:01.456789`.
    func full(_ microseconds: Int64) -> String {
        let (day, ofDay) = local(microseconds)
        let (year, month, date) = Self.civil(day)
        return
            "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(date, 2)) \(Self.clock(ofDay, digits: 6))"
    }

    /// Date and time in UTC as ISO 8601 has them, `2026-11-21T12:03:01.456789Z`.
    static func iso(_ microseconds: Int64) -> String {
        TimeText(zone: .gmt).full(microseconds).replacing(" ", with: "T") + "Z"
    }

    /// The day since 1970 and the microseconds of that day, in the zone.
    private func local(_ microseconds: Int64) -> (day: Int, ofDay: Int) {
        // Times beyond some 10,000 years would overflow below; nothing real is there.
        let bounded = Int(min(max(microseconds, -300_000_000_000_000_000), 300_000_000_000_000_000))
        let date = Date(timeIntervalSince1970: Double(bounded) / 1e6)
        let shifted = bounded + zone.secondsFromGMT(for: date) * 1_000_000
        let perDay = 86_400_000_000
        let day = Int((Double(shifted) / Double(perDay)).rounded(.down))
        let ofDay = shifted - day * perDay
        return ofDay < 0 ? (day - 1, ofDay + perDay) : ofDay >= perDay ? (day + 1, ofDay - perDay) : (day, ofDay)
    }

    private static func clock(_ ofDay: Int, digits: Int) -> String {
        let seconds = ofDay / 1_000_000
        let fraction = String(padded(ofDay % 1_000_000, 6).prefix(digits))
        return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(fraction)"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    /// Year, month and day of the proleptic Gregorian calendar, after Hinnant ("chrono-Compatible Low-Level Date
    /// Algorithms", `civil_from_days`).
    private static func civil(_ day: Int) -> (Int, Int, Int) {
        let z = day + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let ofEra = z - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, ofYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
