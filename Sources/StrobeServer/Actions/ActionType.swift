internal import StrobeReflection
internal import StrobeTree

/// One of several action types, as a case of an enum of all of them.
struct ActionType: Sendable {
    let type: any Any.Type
    let choice: Schema.Case
    /// Whether the payload is the object of the type's members, as opposed to one value.
    private let hasMembers: Bool
    /// Whether the payload is unknown, if there is any.
    var isOpen: Bool { choice.isOpen }

    /// Creates a case without a payload.
    init(named name: String) {
        (type, hasMembers, choice) = (NoPayload.self, true, Schema.Case(name: name))
    }

    /// What is decoded for a case without a payload.
    private struct NoPayload: Codable {}

    /// Creates the case of a type that describes its shape.
    init(_ type: any Any.Type, name: String) {
        self.init(type, name: name, shape: SchemaProbe.schema(of: type))
    }

    /// Creates the case of a type from a value, which shows the members if the type does not.
    init(_ type: any Any.Type, name: String, seen payload: Value) {
        var shape = SchemaProbe.schema(of: type)
        if case .unknown = shape, case .object(let members) = payload {
            shape = .object(
                type: name, fields: members.map { Schema.Field(name: $0.key, schema: .unknown(type: "")) })
        }
        self.init(type, name: name, shape: shape)
    }

    private init(_ type: any Any.Type, name: String, shape: Schema) {
        self.type = type
        if case .object(let inner, let fields) = shape, fields.allSatisfy({ $0.name != nil }) {
            hasMembers = true
            // The members appear on their own: references to the enclosing type must still resolve.
            let whole = fields.map { Schema.Field(name: $0.name, schema: $0.schema.replacing(inner, with: shape)) }
            choice = Schema.Case(name: name, payload: whole)
        } else {
            hasMembers = false
            choice = Schema.Case(name: name, payload: [Schema.Field(name: nil, schema: shape)])
        }
    }

    /// The form of an action with this payload.
    func form(of payload: Value) -> Value {
        guard case .object(let members) = payload else { return .object([choice.name: payload]) }
        if hasMembers {
            let isBare = members.isEmpty && choice.payload.isEmpty
            return isBare ? .string(choice.name) : .object([choice.name: payload])
        }
        // As for enums: what looks like Foundation's form of a single payload is wrapped once more.
        let isWrapped = members.count == 1 && members["_0"] != nil
        return .object([choice.name: isWrapped ? .object(["_0": payload]) : payload])
    }

    /// Decodes an action.
    ///
    /// - Parameter payload: The payload; `nil` if only the name was given.
    /// - Throws: The errors of `TreeDecoder`, with the path inside the payload.
    func decode(_ payload: Value?) throws(TreeError) -> Any {
        if type == NoPayload.self, let payload, payload != [:] {
            throw TreeError(
                .undecodable, "\(choice.name) has no payload.", path: .root, expected: "\"\(choice.name)\"")
        }
        guard let decodable = type as? any Decodable.Type else {
            throw TreeError(.undecodable, "\(choice.name) does not decode itself.", path: .root)
        }
        guard !hasMembers else { return try TreeDecoder().decode(decodable, from: payload ?? .object([:])) }
        guard let payload else {
            // It may be a type without members.
            if isOpen, let action = try? TreeDecoder().decode(decodable, from: .object([:])) { return action }
            throw TreeError(
                .undecodable, "\(choice.name) needs a payload: {\"\(choice.name)\": ...}.", path: .root,
                expected: "{\"\(choice.name)\": ...}")
        }
        if case .object(let members) = payload, members.count == 1, let inner = members["_0"] {
            do throws(TreeError) {
                return try TreeDecoder().decode(decodable, from: inner)
            } catch {
                var error = error
                error.path = Path(["_0"] + (error.path?.tokens ?? []))
                throw error
            }
        }
        return try TreeDecoder().decode(decodable, from: payload)
    }
}

extension Schema {
    /// This shape, with the references to a type replaced by another shape.
    fileprivate func replacing(_ type: String, with shape: Schema) -> Schema {
        func replaced(_ fields: [Field]) -> [Field] {
            fields.map { Field(name: $0.name, schema: $0.schema.replacing(type, with: shape)) }
        }
        switch self {
        case .recursive(type): return shape
        case .optional(let wrapped): return .optional(wrapped.replacing(type, with: shape))
        case .array(let element): return .array(element.replacing(type, with: shape))
        case .set(let element): return .set(element.replacing(type, with: shape))
        case .dictionary(let key, let value):
            return .dictionary(key: key.replacing(type, with: shape), value: value.replacing(type, with: shape))
        case .object(let name, let fields) where name != type: return .object(type: name, fields: replaced(fields))
        case .choice(let name, let cases) where name != type:
            return .choice(
                type: name,
                cases: cases.map { Case(name: $0.name, payload: replaced($0.payload), raw: $0.raw) })
        default: return self
        }
    }
}
