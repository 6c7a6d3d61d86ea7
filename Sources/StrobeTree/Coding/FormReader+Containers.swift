struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// What the keys are looked up in.
    enum Members {
        case object(Value.Object)
        /// The bare name of a case.
        case caseName(String)
        /// One unlabelled payload, instead of an object.
        case bare(Value, token: FormReader.Token?)
        /// The payload of a case that was given by its bare name.
        case nothing
    }

    let reader: FormReader
    let members: Members

    var codingPath: [any CodingKey] { reader.codingPath }

    var allKeys: [Key] {
        let names: [String] =
            switch members {
            case .object(let object): object.keys
            case .caseName(let name): [name]
            case .bare: ["_0"]
            case .nothing: []
            }
        let keys = names.filter { !isHidden($0) }.compactMap { Key(stringValue: $0) }
        reader.caseQuestion = FormReader.CaseQuestion(
            given: names, known: reader.types?.keyNames(Key.self), matched: keys.count)
        return keys
    }

    func contains(_ key: Key) -> Bool {
        switch members {
        case .object(let object): object[key.stringValue] != nil && !isHidden(key.stringValue)
        case .caseName(let name): name == key.stringValue
        case .bare: key.stringValue == "_0"
        case .nothing: false
        }
    }

    /// Whether this is an empty object instead of a payload: Foundation leaves a single one that is nil out.
    private var isLeftOut: Bool {
        if case .bare(.object(let object), _) = members { object.isEmpty } else { false }
    }

    private func isHidden(_ name: String) -> Bool {
        guard reader.hidesNull, case .object(let object) = members else { return false }
        return object[name] == .null
    }

    private func member(_ key: Key, _ type: any Any.Type) throws -> (value: Value, token: FormReader.Token?) {
        switch members {
        case .object(let object):
            let name = key.stringValue
            if let value = object[name], !isHidden(name) { return (value, .key(name)) }
            throw reader.missing(name, type, among: object, known: reader.types?.keyNames(Key.self))
        case .bare(let value, let token):
            return (value, token)
        case .caseName:
            throw reader.mismatch(expected: reader.objectWords(Key.self))
        case .nothing:
            throw reader.missing(key.stringValue, type, among: [:], known: reader.types?.keyNames(Key.self))
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        // Numbers, strings and bools of a payload are looked for this way.
        try member(key, Any?.self).value == .null || isLeftOut
    }

    // The protocol has its own versions of these two, which throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try read(type, key) }

    private func read<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let member = try member(key, type)
        do {
            return try reader.read(type, from: member.value, member.token)
        } catch {
            if member.value == .null { reader.metNull = true }
            throw error
        }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard contains(key) else {
            if case .caseName = members { throw reader.mismatch(expected: reader.objectWords(Key.self)) }
            return nil
        }
        // A `Value` that is null is there; a `nil` one is not.
        if T.self == Value.self { return try decode(type, forKey: key) }
        let member = try member(key, type)
        do {
            return try reader.read(T?.self, from: member.value, member.token)
        } catch {
            if isLeftOut { return nil }
            throw error
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let name = key.stringValue
        if case .caseName = members {
            let nested = reader.part(.object([:]), .key(name), caseName: name)
            return KeyedDecodingContainer(KeyedReader<Nested>(reader: nested, members: .nothing))
        }
        let member = try member(key, type)
        let nested = reader.part(member.value, member.token, caseName: name)
        if let payload = bare(type, member.value) {
            return KeyedDecodingContainer(KeyedReader<Nested>(reader: nested, members: payload))
        }
        switch member.value {
        case .object(let object):
            return KeyedDecodingContainer(KeyedReader<Nested>(reader: nested, members: .object(object)))
        case .null: return KeyedDecodingContainer(KeyedReader<Nested>(reader: nested, members: .nothing))
        default: throw nested.mismatch(expected: nested.objectWords(type))
        }
    }

    /// The payload of a case with one unlabelled payload: the form itself, or Foundation's `{"_0": ...}`.
    private func bare<Nested: CodingKey>(_ type: Nested.Type, _ value: Value) -> KeyedReader<Nested>.Members? {
        // A key without size that takes this name is an enum with this case alone.
        guard MemoryLayout<Nested>.size == 0, Nested(stringValue: "_0") != nil else { return nil }
        if case .object(let object) = value, object.count == 1, let inner = object["_0"] {
            return .bare(inner, token: .key("_0"))
        }
        return .bare(value, token: nil)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let member = try member(key, [Any].self)
        return try reader.part(member.value, member.token).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superDecoder(named: "super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key.stringValue) }

    private func superDecoder(named name: String) -> any Decoder {
        guard case .object(let object) = members else { return reader.part(.null, .key(name)) }
        return reader.part(object[name] ?? .null, .key(name))
    }
}

struct UnkeyedReader: UnkeyedDecodingContainer {
    let reader: FormReader
    let elements: [Value]
    private(set) var currentIndex = 0

    init(reader: FormReader, elements: [Value]) {
        self.reader = reader
        self.elements = elements
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private func next(_ type: any Any.Type) throws -> Value {
        guard !isAtEnd else {
            throw reader.mismatch(
                expected: "at least \(currentIndex + 1) elements (\(TypeName.of(reader.type)))")
        }
        return elements[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard try next(Any?.self) == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type) }

    private mutating func read<T: Decodable>(_ type: T.Type) throws -> T {
        let result = try reader.read(type, from: next(type), .index(currentIndex))
        currentIndex += 1
        return result
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        isAtEnd ? nil : try decode(T?.self)
    }

    private mutating func part() throws -> FormReader {
        let part = reader.part(try next([Any].self), .index(currentIndex))
        currentIndex += 1
        return part
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try part().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try part().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try part() }
}

struct SingleReader: SingleValueDecodingContainer {
    let reader: FormReader

    var codingPath: [any CodingKey] { reader.codingPath }

    func decodeNil() -> Bool { reader.value == .null }
    func decode(_ type: Int128.Type) throws -> Int128 { try reader.read(type, from: reader.value, nil) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.read(type, from: reader.value, nil) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.read(type, from: reader.value, nil) }
}
