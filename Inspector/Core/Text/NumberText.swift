/// Formats numbers.
package enum NumberText {
    /// A count with its digits in groups of three: `100,000`.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// A count with its noun: `1 change`, `2 changes`.
    package static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// A duration in the unit that makes it short: `850 ns`, `12.3 µs`, `4.5 ms`, `1.2 s`.
    package static func duration(nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case 0..<1_000: "\(nanoseconds) ns"
        case 0..<1_000_000: "\(tenths(nanoseconds, of: 1_000)) µs"
        case 0..<1_000_000_000: "\(tenths(nanoseconds, of: 1_000_000)) ms"
        default: "\(tenths(nanoseconds, of: 1_000_000_000)) s"
        }
    }

    /// A size in the unit that makes it short: `850 B`, `12.3 KiB`, `64.0 MiB`.
    package static func bytes(_ count: Int) -> String {
        let count = UInt64(max(0, count))
        switch count {
        case 0..<1_024: return "\(count) B"
        case 0..<1_048_576: return "\(tenths(count, of: 1_024)) KiB"
        case 0..<1_073_741_824: return "\(tenths(count, of: 1_048_576)) MiB"
        default: return "\(tenths(count, of: 1_073_741_824)) GiB"
        }
    }

    /// The time since a start: `850 ms`, `12.3 s`, `2 min 5 s`, `3 h 12 min`.
    ///
    /// - Parameters:
    ///   - start: The start, in microseconds.
    ///   - now: The current time; if before the start, as clocks differ, it counts as the start.
    package static func age(since start: Int64, now: Int64) -> String {
        let (difference, isHuge) = now.subtractingReportingOverflow(start)
        let age = now < start ? 0 : isHuge ? Int64.max : difference
        let seconds = age / 1_000_000
        switch seconds {
        case ..<60: return duration(nanoseconds: UInt64(age) * 1_000)
        case ..<3_600: return "\(seconds / 60) min \(seconds % 60) s"
        default: return "\(grouped(Int(seconds / 3_600))) h \(seconds / 60 % 60) min"
        }
    }

    /// A time to wait in seconds, as typed: `10 s`, `0.5 s`.
    package static func seconds(_ duration: Duration) -> String {
        let number = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        return number == number.rounded() && number < 1e9 ? "\(Int(number)) s" : "\(number) s"
    }

    private static func tenths(_ nanoseconds: UInt64, of unit: UInt64) -> String {
        let whole = nanoseconds / unit
        return whole >= 100 ? String(whole) : "\(whole).\(nanoseconds % unit * 10 / unit)"
    }
}
