/// An encoder that makes nothing of what it is given: what `Codable` itself takes, the limit for any encoder.
struct EmptyEncoder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>())
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed() }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single() }

    /// Passes a value over, or has it encode itself.
    @inline(__always)
    static func pass<T: Encodable>(_ value: T) throws {
        if T.self == Int.self || T.self == String.self || T.self == Bool.self { return }
        try value.encode(to: EmptyEncoder())
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }
        func encodeNil(forKey key: Key) {}
        func encode(_ value: Bool, forKey key: Key) {}
        func encode(_ value: String, forKey key: Key) {}
        func encode(_ value: Int, forKey key: Key) {}
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try pass(value) }
        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Keyed<Nested>()) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Unkeyed() }
        func superEncoder() -> any Encoder { EmptyEncoder() }
        func superEncoder(forKey key: Key) -> any Encoder { EmptyEncoder() }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        var codingPath: [any CodingKey] { [] }
        var count = 0
        mutating func encodeNil() { count += 1 }
        mutating func encode(_ value: Bool) { count += 1 }
        mutating func encode(_ value: String) { count += 1 }
        mutating func encode(_ value: Int) { count += 1 }
        mutating func encode<T: Encodable>(_ value: T) throws {
            count += 1
            try pass(value)
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type
        ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Keyed<Nested>()) }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed() }
        mutating func superEncoder() -> any Encoder { EmptyEncoder() }
    }

    private struct Single: SingleValueEncodingContainer {
        var codingPath: [any CodingKey] { [] }
        func encodeNil() {}
        func encode<T: Encodable>(_ value: T) throws { try pass(value) }
    }
}
