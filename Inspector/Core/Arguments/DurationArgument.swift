/// Parses and formats durations and rates.
package enum DurationArgument {
    /// The longest accepted duration: a day.
    package static let longest = Duration.seconds(86_400)

    /// Parses `500ms`, `5s`, `1.5s`, `2m`, `1h`; a number alone is in seconds.
    ///
    /// - Returns: `nil` for anything else.
    package static func parse(_ text: some StringProtocol) -> Duration? {
        let units = [
            ("ms", 0.001), ("us", 0.000_001), ("µs", 0.000_001), ("min", 60), ("s", 1), ("m", 60), ("h", 3600),
        ]
        let unit = units.first { text.hasSuffix($0.0) } ?? ("", 1.0)
        let digits = text.dropLast(unit.0.count)
        guard digits.first?.isNumber == true, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let number = Double(digits), number.isFinite, number * unit.1 <= 86_400
        else { return nil }
        return .nanoseconds(Int64((number * unit.1 * 1e9).rounded()))
    }

    /// Parses a duration; the error lists the accepted forms.
    package static func required(_ text: some StringProtocol, of command: String) throws(InspectorError) -> Duration {
        guard let duration = parse(text) else {
            let fault =
                text.isEmpty ? "`\(command)` needs a duration." : "`\(text)` is not a duration for `\(command)`."
            throw InspectorError(.usage, "\(fault) Give 500ms, 5s, 2m or 1h, a day at most.")
        }
        return duration
    }

    /// Parses `100/s`, `30/m`, `5/h`; a number alone is per second.
    ///
    /// - Returns: The interval between two events; `nil` for anything else.
    package static func interval(ofRate text: some StringProtocol) -> Duration? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.first?.isNumber == true, let number = Double(first), number > 0,
            number <= 1e9
        else { return nil }
        let units = ["s": 1.0, "m": 60, "min": 60, "h": 3600]
        guard let seconds = parts.count == 1 ? 1.0 : units[String(parts[1])] else { return nil }
        let interval = seconds / number
        return interval <= 86_400 ? .nanoseconds(Int64((interval * 1e9).rounded())) : nil
    }

    /// `850 ms`, `2.3 s`, `2 min 5 s`.
    package static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let micros = seconds.multipliedReportingOverflow(by: 1_000_000).partialValue + attoseconds / 1_000_000_000_000
        return NumberText.age(since: 0, now: max(micros, 0))
    }
}
