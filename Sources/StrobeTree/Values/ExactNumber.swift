package import StrobeSystem

/// A number of a state or a literal, compared without loss.
package enum ExactNumber {
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case decimal(Decimal)

    /// The number that a form represents; `nil` if it is not a number.
    package init?(_ value: Value) {
        switch value {
        case .int(let number): self = .int(number)
        case .uint(let number): self = .uint(number)
        case .double(let number): self = .double(number)
        default: return nil
        }
    }

    /// The number that the text of a decimal represents; `nil` for other types.
    package static func decimal(_ text: String, _ type: any Any.Type) -> ExactNumber? {
        type == Decimal.self || type == Decimal?.self ? decimal(text) : nil
    }

    /// The number that the text of a decimal represents.
    package static func decimal(_ text: String) -> ExactNumber? {
        text == "NaN" ? .decimal(.nan) : Decimal(string: text).map { .decimal($0) }
    }

    /// The form of the number.
    package var value: Value {
        switch self {
        case .int(let number): .int(number)
        case .uint(let number): Leaf.form(number)
        case .double(let number): Leaf.form(number)
        case .decimal(let number): .string(number.isNaN ? "NaN" : number.description)
        }
    }

    /// Whether two numbers are equal; NaN equals itself, since it has the same form.
    package static func areEqual(_ a: ExactNumber, _ b: ExactNumber) -> Bool {
        a.isNaN ? b.isNaN : order(a, b) == .same
    }

    private var isNaN: Bool {
        switch self {
        case .int, .uint: false
        case .double(let number): number.isNaN
        case .decimal(let number): number.isNaN
        }
    }

    /// The order of two numbers; `nil` if one of them is not a number.
    package static func order(_ a: ExactNumber, _ b: ExactNumber) -> Order? {
        switch (a, b) {
        case (.int(let x), .int(let y)): return Order(x, y)
        case (.double(let x), .double(let y)): return x.isNaN || y.isNaN ? nil : Order(x, y)
        case (.decimal, _), (_, .decimal):
            // Binary fractions are taken as what people write for them: 0.1 is the decimal 0.1.
            guard let x = a.decimal, let y = b.decimal, !x.isNaN, !y.isNaN else { return nil }
            return Order(x, y)
        case (.double(let x), _): return b.integer.flatMap { order(x, $0) }
        case (_, .double(let y)): return a.integer.flatMap { order(y, $0)?.reversed }
        default:
            guard let x = a.integer, let y = b.integer else { return nil }
            return Order(x, y)
        }
    }

    /// The sum or the difference of two numbers; exact as long as it fits, else rounded.
    package static func sum(_ a: ExactNumber, _ b: ExactNumber, subtracts: Bool) -> ExactNumber {
        if let x = a.integer, let y = b.integer {
            // Two numbers of 64 bits cannot leave 128.
            let sum = subtracts ? x - y : x + y
            if let int = Int64(exactly: sum) { return .int(int) }
            if let uint = UInt64(exactly: sum) { return .uint(uint) }
            return .double(Double(sum))
        }
        if case .double = a { return .double(subtracts ? a.double - b.double : a.double + b.double) }
        if case .double = b { return .double(subtracts ? a.double - b.double : a.double + b.double) }
        guard let x = a.decimal, let y = b.decimal else { return .double(.nan) }
        return .decimal(subtracts ? x - y : x + y)
    }

    private static func order(_ double: Double, _ integer: Int128) -> Order? {
        if double.isNaN { return nil }
        // All integers here have 65 bits at most.
        if double >= 0x1p65 { return .after }
        if double <= -0x1p65 { return .before }
        let floor = double.rounded(.down)
        let whole = Order(Int128(floor), integer)
        return whole == .same && double > floor ? .after : whole
    }

    private var integer: Int128? {
        switch self {
        case .int(let number): Int128(number)
        case .uint(let number): Int128(number)
        default: nil
        }
    }

    private var double: Double {
        switch self {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .double(let number): number
        case .decimal(let number): Double(number.description) ?? .nan
        }
    }

    private var decimal: Decimal? {
        switch self {
        case .int(let number): Decimal(number)
        case .uint(let number): Decimal(number)
        case .double(let number): number.isFinite ? Decimal(string: number.description) : nil
        case .decimal(let number): number
        }
    }

    /// Which of two comes first.
    package enum Order {
        case before, same, after

        package init<T: Comparable>(_ a: T, _ b: T) {
            self = a < b ? .before : a == b ? .same : .after
        }

        package var reversed: Order {
            switch self {
            case .before: .after
            case .same: .same
            case .after: .before
            }
        }
    }
}
