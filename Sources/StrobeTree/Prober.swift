/// A decoder that makes values up and notes what it is asked for.
///
/// A class because `Decoder` hands itself to containers, which note here; it never leaves the thread that decodes.
final class Prober: Decoder {
    /// The keys of an enum that asked which case there is.
    struct CaseQuestion {
        var names: [String]?
        /// The only case of a key without size; it may be made once the asking type has shown that there is one.
        var onlyName: () -> String?

        /// The names of the cases; `nil` where they cannot be told.
        func keys(_ failure: (any Error)?) -> [String]? {
            if let names { return names }
            // This is what the compiler writes into the decoding of an enum that has cases.
            guard case .some(DecodingError.typeMismatch(_, let context)) = failure,
                context.debugDescription == "Invalid number of keys found, expected one."
            else { return nil }
            return onlyName().map { [$0] }
        }
    }

    private enum Part {
        case found(String, Schema)
        case nested(String, Prober)
    }

    private enum Style {
        case nothing, keyed, unkeyed, single
    }

    let session: ProbeSession
    let forcedCase: String?
    var caseQuestion: CaseQuestion?
    private var style = Style.nothing
    private var parts: [Part] = []
    private var keyNames: [String]?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(session: ProbeSession, forcedCase: String? = nil) {
        self.session = session
        self.forcedCase = forcedCase
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        style = .keyed
        keyNames = KeyCases.names(type)
        return KeyedDecodingContainer(KeyedProber<Key>(prober: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        style = .unkeyed
        return UnkeyedProber(prober: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        style = .single
        return SingleProber(prober: self)
    }

    /// A made-up value for a part, which is noted.
    func part<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
        // Hand-written loops that never come to an end are stopped here.
        guard parts.count < 1_000 else { throw ProbeSession.Incomplete() }
        let finding = session.probe(type)
        parts.append(.found(name, finding.schema))
        guard let value = finding.value else { throw ProbeSession.Incomplete() }
        return value
    }

    func optionalPart<T: Decodable>(_ type: T.Type, _ name: String) {
        guard parts.count < 1_000 else { return }
        parts.append(.found(name, .optional(session.probe(type).schema)))
    }

    func nested(_ name: String) -> Prober {
        let prober = Prober(session: session)
        if parts.count < 1_000 { parts.append(.nested(name, prober)) }
        return prober
    }

    /// The shape that was asked for; `nil` if nothing was.
    func schema(type: String, isComplete: Bool) -> Schema? {
        switch style {
        case .nothing: return isComplete ? .object(type: type, fields: []) : nil
        case .keyed: return .object(type: type, fields: fields(isComplete: isComplete))
        case .unkeyed:
            let elements = Set(fields(isComplete: true).map(\.schema))
            return .array(elements.count == 1 ? elements.first ?? .unknown(type: "") : .unknown(type: ""))
        case .single: return fields(isComplete: true).first?.schema
        }
    }

    /// The payload of the forced case.
    func payload(isComplete: Bool) -> [Schema.Field] {
        for case .nested(_, let prober) in parts {
            return prober.fields(isComplete: isComplete).enumerated().map { index, field in
                Schema.Field(name: field.name == "_\(index)" ? nil : field.name, schema: field.schema)
            }
        }
        return []
    }

    /// The parts in the order in which they were asked for, those that it did not come to at the end.
    private func fields(isComplete: Bool) -> [Schema.Field] {
        var fields: [Schema.Field] = []
        for part in parts {
            let field =
                switch part {
                case .found(let name, let schema): Schema.Field(name: name, schema: schema)
                case .nested(let name, let prober):
                    Schema.Field(
                        name: name, schema: prober.schema(type: "", isComplete: isComplete) ?? .unknown(type: ""))
                }
            // A key that is asked for twice, in different ways, is one member still.
            if style != .keyed || !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
        }
        guard !isComplete, style == .keyed, let keyNames else { return fields }
        for name in keyNames where !fields.contains(where: { $0.name == name }) {
            fields.append(Schema.Field(name: name, schema: .unknown(type: "")))
        }
        return fields
    }
}

private struct KeyedProber<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let prober: Prober
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        prober.caseQuestion = Prober.CaseQuestion(
            names: KeyCases.names(Key.self),
            onlyName: { KeyCases.onlyKey(provenInhabited: Key.self)?.stringValue })
        return prober.forcedCase.flatMap { Key(stringValue: $0) }.map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    // The protocol has its own versions of these two, which throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try prober.part(type, key.stringValue) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try prober.part(type, key.stringValue) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try prober.part(type, key.stringValue) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { absent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { absent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { absent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { absent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { absent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { absent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { absent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { absent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { absent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { absent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { absent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { absent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { absent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { absent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { absent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { absent(type, key) }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { absent(type, key) }

    private func absent<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
        prober.optionalPart(type, key.stringValue)
        return nil
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

/// Says that it is at its end, so that loops over it stop, and gives elements to those who do not ask.
private struct UnkeyedProber: UnkeyedDecodingContainer {
    let prober: Prober
    private(set) var currentIndex = 0

    init(prober: Prober) { self.prober = prober }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { true }

    func decodeNil() throws -> Bool { false }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element(type) }

    private mutating func element<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        return try prober.part(type, String(currentIndex))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return try prober.nested(String(currentIndex)).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return try prober.nested(String(currentIndex)).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        currentIndex += 1
        return prober.nested(String(currentIndex))
    }
}

private struct SingleProber: SingleValueDecodingContainer {
    let prober: Prober
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Int128.Type) throws -> Int128 { try prober.part(type, "") }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try prober.part(type, "") }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try prober.part(type, "") }
}
