/// A JSON value with exact integers: what states, actions and messages look like outside their types.
public enum Value: Sendable {
    case null
    case bool(Bool)
    /// Any integer that fits 64 bits with a sign.
    case int(Int64)
    /// An integer above `Int64.max`; smaller ones are always `int`.
    case uint(UInt64)
    /// A finite number that was written with a fraction or an exponent.
    case double(Double)
    case string(String)
    case array([Value])
    case object(Object)
}

extension Value: Hashable {}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) {
        var object = Object()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
