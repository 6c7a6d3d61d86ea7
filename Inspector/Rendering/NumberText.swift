/// Numbers as people read them.
enum NumberText {
    /// A count with its digits in groups of three: `100,000`.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// A count and what is counted: `1 change`, `2 changes`.
    static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// A duration in the unit that keeps it short: `850 ns`, `12.3 µs`, `4.5 ms`, `1.2 s`.
    static func duration(nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case 0..<1_000: "\(nanoseconds) ns"
        case 0..<1_000_000: "\(tenths(nanoseconds, of: 1_000)) µs"
        case 0..<1_000_000_000: "\(tenths(nanoseconds, of: 1_000_000)) ms"
        default: "\(tenths(nanoseconds, of: 1_000_000_000)) s"
        }
    }

    /// A time to wait in seconds, as it is typed: `10 s`, `0.5 s`.
    static func seconds(_ duration: Duration) -> String {
        let number = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        return number == number.rounded() && number < 1e9 ? "\(Int(number)) s" : "\(number) s"
    }

    private static func tenths(_ nanoseconds: UInt64, of unit: UInt64) -> String {
        let whole = nanoseconds / unit
        return whole >= 100 ? String(whole) : "\(whole).\(nanoseconds % unit * 10 / unit)"
    }
}
