/// A decoder that notes what it is asked for and gives no value to anybody.
///
/// Each request for a value throws, so that an `init(from:)` never computes on values that nobody sent; one written by hand
/// sees what it must be ready for with any decoder. A class because `Decoder` hands itself to containers, which note here;
/// it never leaves the thread that decodes.
final class Prober: Decoder {
    /// Answers all requests for values.
    struct Refusal: Error {}

    struct Request {
        enum Subject {
            case value(any Decodable.Type, isOptional: Bool)
            case nested(Prober)
        }

        var key: String
        var subject: Subject
    }

    enum Style {
        case nothing, keyed, unkeyed, single
        /// Containers of several kinds were asked for.
        case mixed
    }

    /// The names of a key: in Swift and in the form.
    struct Key {
        var caseName: String
        var name: String
    }

    let forcedCase: String?
    private(set) var style = Style.nothing
    private(set) var requests: [Request] = []
    /// All keys that there are; `nil` where that cannot be told.
    private(set) var keys: [Key]?
    /// Whether it was asked which keys there are, as enums do.
    fileprivate(set) var wasAskedForCase = false

    /// Loops that go on after errors are not followed further.
    private static let maxRequests = 1_000

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes a prober.
    ///
    /// - Parameter forcedCase: The key that is there when an enum asks; the first one if absent.
    init(forcedCase: String? = nil) {
        self.forcedCase = forcedCase
    }

    /// All keys that a type asks for; `nil` where that cannot be told.
    static func keys(of type: any Decodable.Type) -> [Key]? {
        let prober = Prober()
        _ = try? type.init(from: prober)
        return prober.keys
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        open(.keyed)
        keys = KeyCases.named(type)
        return KeyedDecodingContainer(KeyedProber<Key>(prober: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        open(.unkeyed)
        return UnkeyedProber(prober: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        open(.single)
        return SingleProber(prober: self)
    }

    private func open(_ style: Style) {
        self.style = self.style == .nothing ? style : .mixed
    }

    /// Notes a request for a value and refuses it.
    fileprivate func refuse<T: Decodable>(_ type: T.Type, _ key: String, isOptional: Bool = false) -> Refusal {
        note(Request(key: key, subject: .value(type, isOptional: isOptional)))
        return Refusal()
    }

    fileprivate func nested(_ key: String) -> Prober {
        let prober = Prober()
        note(Request(key: key, subject: .nested(prober)))
        return prober
    }

    private func note(_ request: Request) {
        if requests.count < Self.maxRequests { requests.append(request) }
    }
}

private struct KeyedProber<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let prober: Prober
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        prober.wasAskedForCase = true
        return (prober.forcedCase ?? prober.keys?.first?.name).flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    // The protocol has its own versions of these two, which do not come to the one below.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { throw refuse(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { throw refuse(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { throw refuse(type, key) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { throw optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { throw optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { throw optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { throw optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { throw optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { throw optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { throw optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { throw optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { throw optional(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { throw optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { throw optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { throw optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { throw optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { throw optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { throw optional(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { throw optional(type, key) }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { throw optional(type, key) }

    private func refuse<T: Decodable>(_ type: T.Type, _ key: Key) -> Prober.Refusal {
        prober.refuse(type, key.stringValue)
    }

    private func optional<T: Decodable>(_ type: T.Type, _ key: Key) -> Prober.Refusal {
        prober.refuse(type, key.stringValue, isOptional: true)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try prober.nested(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try prober.nested(key.stringValue).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { prober.nested("super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { prober.nested(key.stringValue) }
}

/// Says that it is at its end once it was asked for something, so that loops that go on after errors come to theirs.
private struct UnkeyedProber: UnkeyedDecodingContainer {
    let prober: Prober
    let currentIndex = 0
    let count: Int? = nil

    init(prober: Prober) { self.prober = prober }

    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { !prober.requests.isEmpty }

    func decodeNil() throws -> Bool { false }
    func decode(_ type: Int128.Type) throws -> Int128 { throw prober.refuse(type, "") }
    func decode(_ type: UInt128.Type) throws -> UInt128 { throw prober.refuse(type, "") }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { throw prober.refuse(type, "") }
    func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        throw prober.refuse(type, "", isOptional: true)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try prober.nested("").container(keyedBy: type)
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try prober.nested("").unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { prober.nested("") }
}

private struct SingleProber: SingleValueDecodingContainer {
    let prober: Prober
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Int128.Type) throws -> Int128 { throw prober.refuse(type, "") }
    func decode(_ type: UInt128.Type) throws -> UInt128 { throw prober.refuse(type, "") }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { throw prober.refuse(type, "") }
}
