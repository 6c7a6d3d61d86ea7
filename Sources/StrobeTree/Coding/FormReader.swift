/// A decoder over one form.
///
/// A class because `Decoder` hands itself to containers, which note here what they were asked; it never leaves the
/// thread that decodes.
final class FormReader: Decoder {
    enum Token {
        case key(String)
        case index(Int)

        var text: String {
            switch self {
            case .key(let key): key
            case .index(let index): String(index)
            }
        }
    }

    /// The cases that an enum was looked for among.
    struct CaseQuestion {
        var given: [String]
        var known: [String]?
        var matched: Int
    }

    let value: Value
    /// The type that is being decoded, or the one around a nested container.
    let type: any Any.Type
    /// The name of the case whose payload this is.
    package let caseName: String?
    let limits: TreeLimits
    /// Knowledge of types beyond their decoding; `nil` for messages.
    let types: (any DecodedTypes)?
    let depth: Int
    /// Whether members that are null count as missing, as other encoders write `nil`.
    let hidesNull: Bool
    private let parent: FormReader?
    private let token: Token?

    var caseQuestion: CaseQuestion?
    /// Whether a member that is null did not fit.
    var metNull = false

    var codingPath: [any CodingKey] { path.tokens.map { AnyKey($0) } }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(
        _ value: Value, type: any Any.Type, limits: TreeLimits, types: (any DecodedTypes)? = nil,
        parent: FormReader? = nil, token: Token? = nil, caseName: String? = nil, hidesNull: Bool = false
    ) {
        self.value = value
        self.type = type
        self.limits = limits
        self.types = types
        self.parent = parent
        self.token = token
        self.caseName = caseName
        self.hidesNull = hidesNull
        depth = (parent?.depth ?? 0) + 1
    }

    var path: Path {
        var tokens: [String] = []
        var reader: FormReader? = self
        while let present = reader {
            if let token = present.token { tokens.append(token.text) }
            reader = present.parent
        }
        return Path(tokens.reversed())
    }

    /// A reader for a part of this one's form.
    func part(_ value: Value, _ token: Token?, type: (any Any.Type)? = nil, caseName: String? = nil) -> FormReader {
        FormReader(
            value, type: type ?? self.type, limits: limits, types: types, parent: self, token: token,
            caseName: caseName,
            hidesNull: hidesNull && type == nil)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let members: KeyedReader<Key>.Members
        switch value {
        case .object(let object): members = .object(object)
        case .string(let name): members = .caseName(name)
        default: throw mismatch(expected: objectWords(Key.self))
        }
        return KeyedDecodingContainer(KeyedReader<Key>(reader: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch(expected: "an array (\(TypeName.of(type)))") }
        return UnkeyedReader(reader: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleReader(reader: self)
    }

    /// Decodes a part of this reader's form.
    func read<T: Decodable>(_ type: T.Type, from value: Value, _ token: Token?) throws -> T {
        if let scalar = try scalar(type, value, token) { return scalar }
        do {
            if let leaf = try Leaf.decode(type, from: value) { return leaf }
        } catch {
            throw part(value, token, type: type).mismatch(expected: "\(error.expected) (\(TypeName.of(type)))")
        }
        guard depth < limits.maxDepth else {
            throw TreeError(
                .tooLarge, "The value is nested deeper than \(limits.maxDepth) levels.", path: part(value, token).path)
        }
        let reader = part(value, token, type: type)
        if let form = T.self as? any DecodableForm.Type { return try form.read(by: reader, as: T.self) }
        do {
            return try reader.make(type)
        } catch let error {
            // Some types ask whether a key is there and then decode it: for them a null is there once too often.
            guard reader.metNull else { throw error }
            let retry = FormReader(
                value, type: type, limits: limits, types: types, parent: self, token: token, hidesNull: true)
            guard let result = try? retry.make(type) else { throw error }
            return result
        }
    }

    private func make<T: Decodable>(_ type: T.Type) throws -> T {
        let result: T
        do {
            result = try T(from: self)
        } catch let error as DecodingError {
            throw explained(error, T.self)
        } catch var error as TreeError where error.path == nil {
            // What a type's own decoding throws does not know its place.
            error.path = path
            error.isForeign = true
            throw error
        }
        if let caseQuestion, caseQuestion.given.count > 1, types?.isEnum(result) ?? false {
            throw wrongCases(caseQuestion)
        }
        return result
    }
}

/// A standard type whose form is not what its own decoding reads.
protocol DecodableForm {
    static func read<T>(by reader: FormReader, as type: T.Type) throws -> T
}

extension Optional: DecodableForm where Wrapped: Decodable {
    static func read<T>(by reader: FormReader, as type: T.Type) throws -> T {
        try recast(read(reader.value, by: reader), reader)
    }

    private static func read(_ value: Value, by reader: FormReader) throws -> Self {
        if value == .null { return nil }
        guard case .object(let object) = value, object.count == 1, let inner = object["some"] else {
            return try reader.read(Wrapped.self, from: value, nil)
        }
        if wrapsNullable { return try reader.read(Wrapped.self, from: inner, .key("some")) }
        do {
            return try reader.read(Wrapped.self, from: value, nil)
        } catch {
            guard inner == .null, let wrapped = try? reader.read(Wrapped.self, from: inner, nil) else { throw error }
            return wrapped
        }
    }
}

extension Dictionary: DecodableForm where Key: Decodable, Value: Decodable {
    static func read<T>(by reader: FormReader, as type: T.Type) throws -> T {
        try recast(read(by: reader), reader)
    }

    private static func read(by reader: FormReader) throws -> Self {
        var result: Self = [:]
        switch reader.value {
        case .object(let object):
            result.reserveCapacity(object.count)
            for (name, member) in object {
                result[try key(name, reader)] = try reader.read(Value.self, from: member, .key(name))
            }
        case .array(let elements) where elements.count % 2 == 0:
            // Keys and values in turn, as dictionaries encode themselves when keys are no text.
            for index in stride(from: 0, to: elements.count, by: 2) {
                let key = try reader.read(Key.self, from: elements[index], .index(index))
                result[key] = try reader.read(Value.self, from: elements[index + 1], .index(index + 1))
            }
        default: throw reader.mismatch(expected: "an object (\(TypeName.of(Self.self)))")
        }
        return result
    }

    private static func key(_ name: String, _ reader: FormReader) throws -> Key {
        if let string = name as? Key { return string }
        if let representable = Key.self as? any CodingKeyRepresentable.Type {
            if let key = representable.init(codingKey: AnyKey(name)) as? Key { return key }
        } else {
            for form in KeyText.forms(of: name) {
                if let key = try? reader.read(Key.self, from: form, .key(name)) { return key }
            }
        }
        throw reader.part(.string(name), .key(name)).mismatch(expected: "a key that is \(TypeName.of(Key.self))")
    }
}

/// The result of a form's reading as the type that was requested, which is the same.
private func recast<From, To>(_ value: From, _ reader: FormReader) throws -> To {
    guard let value = value as? To else { throw reader.mismatch(expected: TypeName.of(To.self)) }
    return value
}
