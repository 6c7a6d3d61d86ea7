/// Durations as they are written in Swift: `.seconds(1.5)`.
///
/// Their form is a list of the upper and the lower half of their number of attoseconds.
package enum DurationText {
    /// The name under which the type is known in shapes.
    package static let typeName = "Duration"

    private static let units: [(name: String, attoseconds: Int128)] = [
        ("seconds", 1_000_000_000_000_000_000), ("milliseconds", 1_000_000_000_000_000),
        ("microseconds", 1_000_000_000_000), ("nanoseconds", 1_000_000_000),
    ]

    /// How a form is written; `nil` for one that is none, or is finer than a nanosecond.
    package static func text(of form: Value) -> String? {
        guard case .array(let halves) = form, halves.count == 2, case .int(let upper) = halves[0] else { return nil }
        let lower: UInt64
        switch halves[1] {
        case .int(let int) where int >= 0: lower = UInt64(int)
        case .uint(let uint): lower = uint
        default: return nil
        }
        let attoseconds = Int128(upper) << 64 | Int128(lower)
        guard let unit = units.first(where: { attoseconds % $0.attoseconds == 0 }) else { return nil }
        return ".\(unit.name)(\(attoseconds / unit.attoseconds))"
    }

    /// The form of so many of a unit; `nil` if there is no such unit or the number is none, or too large.
    static func form(of number: String, unit name: String) -> Value? {
        guard let unit = units.first(where: { $0.name == name })?.attoseconds else { return nil }
        let isNegative = number.hasPrefix("-")
        let parts = number.drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count < 3, let whole = Int128(parts[0]) else { return nil }
        var (attoseconds, isOver) = whole.multipliedReportingOverflow(by: unit)
        var place = unit
        for digit in parts.dropFirst().first ?? "" {
            guard let digit = digit.wholeNumberValue else { return nil }
            place /= 10
            let (sum, isMore) = attoseconds.addingReportingOverflow(place * Int128(digit))
            (attoseconds, isOver) = (sum, isOver || isMore)
        }
        guard !isOver else { return nil }
        if isNegative { attoseconds = -attoseconds }
        return .array([
            .int(Int64(truncatingIfNeeded: attoseconds >> 64)), integer(UInt64(truncatingIfNeeded: attoseconds)),
        ])
    }

    /// The form of a duration that was read as a case, without a shape; `nil` for what is none.
    package static func form(ofCase value: Value) -> Value? {
        switch value {
        case "zero": return [0, 0]
        case .object(let object) where object.count == 1:
            switch object.values[0] {
            case .int, .uint, .double: return form(of: JSON.text(object.values[0]), unit: object.keys[0])
            default: return nil
            }
        default: return nil
        }
    }

    private static func integer(_ value: UInt64) -> Value { Int64(exactly: value).map { .int($0) } ?? .uint(value) }
}
