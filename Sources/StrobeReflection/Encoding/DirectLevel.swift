internal import StrobeTree

/// The encoder of one value that is encoded in one pass.
struct DirectLevel: Encoder {
    let encoder: DirectEncoder
    let number: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder.request(.keyed, of: number, keys: type)
        return KeyedEncodingContainer(DirectKeyed<Key>(encoder: encoder, number: number))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.request(.unkeyed, of: number)
        return DirectUnkeyed(encoder: encoder, number: number)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        encoder.request(.single, of: number)
        return DirectSingle(encoder: encoder, number: number)
    }
}

private struct DirectKeyed<Key: CodingKey>: NilEncodingContainer {
    let encoder: DirectEncoder
    let number: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { try leaf(.null, key) }
    func encode(_ value: Bool, forKey key: Key) throws { try leaf(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) throws { try leaf(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) throws { try leaf(Leaf.form(value), key) }
    func encode(_ value: Int, forKey key: Key) throws { try leaf(.int(Int64(value)), key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.key(key.stringValue, in: number)
        try encoder.add(value)
    }

    // The protocol has its own versions of these two, which throw.
    func encode(_ value: Int128, forKey key: Key) throws { try leaf(Leaf.wide(value), key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try leaf(Leaf.wide(value), key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nest(key).container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nest(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { lost() }
    func superEncoder(forKey key: Key) -> any Encoder { lost() }

    @inline(__always)
    private func leaf(_ value: Value, _ key: Key) throws {
        try encoder.key(key.stringValue, in: number)
        try encoder.add(leaf: value)
    }

    func optional<T: Encodable>(_ value: T?, _ key: Key) throws {
        guard let value else { return T.self == Value.self ? () : try leaf(.null, key) }
        try encoder.key(key.stringValue, in: number)
        try encoder.add(wrapped: value, mayBeNull: T?.wrapsNullable)
    }

    private func nest(_ key: Key) -> DirectLevel {
        // What was given up stays given up; there is no way to throw from here.
        guard (try? encoder.key(key.stringValue, in: number)) != nil else { return lost() }
        return DirectLevel(encoder: encoder, number: encoder.nest())
    }

    /// An encoder that may be used at any later time.
    private func lost() -> DirectLevel {
        _ = encoder.giveUp()
        return DirectLevel(encoder: encoder, number: 0)
    }
}

private struct DirectUnkeyed: UnkeyedEncodingContainer {
    let encoder: DirectEncoder
    let number: Int
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.count(in: number) }

    func encodeNil() throws { try leaf(.null) }
    func encode(_ value: Bool) throws { try leaf(.bool(value)) }
    func encode(_ value: String) throws { try leaf(.string(value)) }
    func encode(_ value: Double) throws { try leaf(Leaf.form(value)) }
    func encode(_ value: Int) throws { try leaf(.int(Int64(value))) }
    func encode(_ value: Int128) throws { try leaf(Leaf.wide(value)) }
    func encode(_ value: UInt128) throws { try leaf(Leaf.wide(value)) }
    func encode<T: Encodable>(_ value: T) throws {
        try encoder.element(in: number)
        try encoder.add(value)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nest().container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nest().unkeyedContainer() }
    func superEncoder() -> any Encoder {
        _ = encoder.giveUp()
        return DirectLevel(encoder: encoder, number: 0)
    }

    @inline(__always)
    private func leaf(_ value: Value) throws {
        try encoder.element(in: number)
        try encoder.add(leaf: value)
    }

    private func nest() -> DirectLevel {
        let isOpen = (try? encoder.element(in: number)) != nil
        return DirectLevel(encoder: encoder, number: isOpen ? encoder.nest() : 0)
    }
}

private struct DirectSingle: SingleValueEncodingContainer {
    let encoder: DirectEncoder
    let number: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        try encoder.single(in: number)
        try encoder.add(leaf: .null)
    }
    func encode(_ value: Int128) throws { try add(value) }
    func encode(_ value: UInt128) throws { try add(value) }
    func encode<T: Encodable>(_ value: T) throws { try add(value) }

    private func add(_ value: some Encodable) throws {
        try encoder.single(in: number)
        try encoder.add(value)
    }
}
