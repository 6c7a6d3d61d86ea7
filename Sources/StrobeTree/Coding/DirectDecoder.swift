/// The decoder of one value, as long as everything fits.
struct DirectDecoder: Decoder {
    let decoding: DirectDecoding
    let number: Int
    private let place: Int

    init(decoding: DirectDecoding, number: Int, depth: Int, level: Int) {
        self.decoding = decoding
        self.number = number
        // Three words fit where an `any Decoder` is kept.
        place = level << 32 | depth
    }

    private var depth: Int { place & 0xFFFF_FFFF }

    var codingPath: [any CodingKey] { decoding.pathGivingUp() }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The form itself.
    func form() throws -> Value { try decoding.form(at: place >> 32, number: number) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            DirectKeyedReader<Key>(decoding: decoding, members: try .init(of: form(), decoding), depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try DirectUnkeyedReader(decoding: decoding, form: form(), depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        DirectSingleReader(decoder: self, form: try form(), depth: depth)
    }
}

extension DirectDecoding {
    /// Where decoding is, for a type that wants to know: it may use it in any way, so `FormReader` decodes again.
    ///
    /// - Parameter tail: The key of a nested container.
    fileprivate func pathGivingUp(_ tail: FormReader.Token? = nil) -> [any CodingKey] {
        _ = giveUp()
        return (path + (tail.map { [$0] } ?? [])).map { AnyKey($0.text) }
    }
}

/// What the keys of an object are looked up in, as `KeyedReader` has it.
private enum DirectMembers {
    case object(Value.Object)
    /// The bare name of a case.
    case caseName(String)
    /// One unlabelled payload, instead of an object.
    case bare(Value)
    /// The payload of a case that was given by its bare name.
    case nothing

    init(of form: Value, _ decoding: DirectDecoding) throws {
        switch form {
        case .object(let object): self = .object(object)
        case .string(let name): self = .caseName(name)
        default: throw decoding.giveUp()
        }
    }
}

private struct DirectKeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: DirectDecoding
    let members: DirectMembers
    let depth: Int
    /// Its key, if it is nested in another container.
    var tail: FormReader.Token?

    var codingPath: [any CodingKey] { decoding.pathGivingUp(tail) }

    var allKeys: [Key] {
        switch members {
        case .object(let object):
            // An enum that was given several cases is an error.
            if object.count > 1, decoding.knowsTypes { _ = decoding.giveUp() }
            return object.keys.compactMap { Key(stringValue: $0) }
        case .caseName(let name): return Key(stringValue: name).map { [$0] } ?? []
        case .bare: return Key(stringValue: "_0").map { [$0] } ?? []
        case .nothing: return []
        }
    }

    func contains(_ key: Key) -> Bool {
        switch members {
        case .object(let object): object.index(of: key.stringValue) != nil
        case .caseName(let name): name == key.stringValue
        case .bare: key.stringValue == "_0"
        case .nothing: false
        }
    }

    @inline(__always)
    private func member(_ key: Key) throws -> Value {
        switch members {
        case .object(let object):
            guard let value = object[key.stringValue] else { throw decoding.giveUp() }
            return value
        case .bare(let value): return value
        case .caseName, .nothing: throw decoding.giveUp()
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let value = try member(key)
        if case .bare(.object(let object)) = members, object.isEmpty { return true }
        return value == .null
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoding.text(member(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoding.bool(member(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoding.double(member(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoding.int(member(key)) }
    // The protocol has its own versions of these two, which throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try read(type, key) }

    private func read<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let value = try member(key)
        return try decoding.at(.key(key.stringValue)) { try decoding.read(type, value, depth: depth) }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let value: Value
        switch members {
        case .object(let object):
            guard let present = object[key.stringValue] else { return nil }
            value = present
        case .nothing: return nil
        case .bare, .caseName: throw decoding.giveUp()
        }
        // A `Value` that is null is there; a `nil` one is not.
        if T.self == Value.self { return try decoding.read(type, value, depth: depth) }
        guard depth < decoding.limits.maxDepth else { throw decoding.giveUp() }
        return try decoding.at(.key(key.stringValue)) { try T?.read(value, depth: depth + 1, decoding) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        func container(_ members: DirectMembers) -> KeyedDecodingContainer<Nested> {
            KeyedDecodingContainer(
                DirectKeyedReader<Nested>(
                    decoding: decoding, members: members, depth: depth + 1, tail: .key(key.stringValue)))
        }
        if case .caseName = members { return container(.nothing) }
        let value = try member(key)
        // A key without size that takes this name is an enum with this case alone.
        if MemoryLayout<Nested>.size == 0, Nested(stringValue: "_0") != nil {
            if case .object(let object) = value, object.count == 1, let inner = object["_0"] {
                return container(.bare(inner))
            }
            return container(.bare(value))
        }
        switch value {
        case .object(let object): return container(.object(object))
        case .null: return container(.nothing)
        default: throw decoding.giveUp()
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try DirectUnkeyedReader(
            decoding: decoding, form: member(key), depth: depth + 1, tail: .key(key.stringValue))
    }

    func superDecoder() throws -> any Decoder { throw decoding.giveUp() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoding.giveUp() }
}

private struct DirectUnkeyedReader: UnkeyedDecodingContainer {
    let decoding: DirectDecoding
    let elements: [Value]
    let depth: Int
    let tail: FormReader.Token?
    private(set) var currentIndex = 0

    init(decoding: DirectDecoding, form: Value, depth: Int, tail: FormReader.Token? = nil) throws {
        guard case .array(let elements) = form else { throw decoding.giveUp() }
        self.decoding = decoding
        self.elements = elements
        self.depth = depth
        self.tail = tail
    }

    var codingPath: [any CodingKey] { decoding.pathGivingUp(tail) }
    var count: Int? { elements.count }
    // Once it has given up, a loop that skips what does not fit must end.
    var isAtEnd: Bool { decoding.hasGivenUp || currentIndex >= elements.count }

    private func next() throws -> Value {
        guard !isAtEnd else { throw decoding.giveUp() }
        return elements[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard try next() == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type) }

    private mutating func read<T: Decodable>(_ type: T.Type) throws -> T {
        let element = try next()
        let result = try decoding.at(.index(currentIndex)) { try decoding.read(type, element, depth: depth) }
        currentIndex += 1
        return result
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        isAtEnd ? nil : try decode(T?.self)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let element = try next()
        defer { currentIndex += 1 }
        return KeyedDecodingContainer(
            DirectKeyedReader<Nested>(
                decoding: decoding, members: try DirectMembers(of: element, decoding), depth: depth + 1,
                tail: .index(currentIndex)))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let element = try next()
        defer { currentIndex += 1 }
        return try DirectUnkeyedReader(
            decoding: decoding, form: element, depth: depth + 1, tail: .index(currentIndex))
    }

    mutating func superDecoder() throws -> any Decoder {
        // `FormReader` steps on: a loop that skips by it must end.
        if currentIndex < elements.count { currentIndex += 1 }
        throw decoding.giveUp()
    }
}

private struct DirectSingleReader: SingleValueDecodingContainer {
    let decoder: DirectDecoder
    let form: Value
    let depth: Int

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { form == .null }
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decoding.read(type, form, depth: depth) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decoding.read(type, form, depth: depth) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decoding.read(type, form, depth: depth) }
}
