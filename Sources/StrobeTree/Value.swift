internal import OrderedCollections

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

    /// The members of a JSON object, in the order they were added, with lookup by key in constant time.
    ///
    /// Two objects are equal when they have equal members, in any order.
    public struct Object: Sendable {
        private var storage: OrderedDictionary<String, Value>

        /// Makes an object without members.
        public init() {
            storage = [:]
        }

        /// The number of members.
        public var count: Int { storage.count }
        /// Whether there are no members.
        public var isEmpty: Bool { storage.isEmpty }
        /// The keys in order.
        public var keys: [String] { Array(storage.keys) }
        /// The values in order.
        public var values: [Value] { Array(storage.values) }

        /// The value of a member; assigning `nil` removes it, a new key goes to the end.
        public subscript(_ key: String) -> Value? {
            get { storage[key] }
            set { storage[key] = newValue }
        }

        /// The place of a key in the order of members.
        public func index(of key: String) -> Int? {
            storage.index(forKey: key)
        }

        /// Makes room for a number of members.
        public mutating func reserveCapacity(_ count: Int) {
            storage.reserveCapacity(count)
        }
    }
}

extension Value.Object: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { storage.count }
    public subscript(position: Int) -> (key: String, value: Value) {
        let element = storage.elements[position]
        return (element.key, element.value)
    }
}

extension Value.Object: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.count == b.count && a.allSatisfy { b[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in self {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            sum ^= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(count)
    }
}

extension Value.Object: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
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
