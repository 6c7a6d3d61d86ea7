internal import Synchronization
internal import StrobeTree

/// What replaces hidden values: values of the same types, which say nothing but whether there is one.
enum Placeholder {
    private static let known = Mutex<[ObjectIdentifier: Value]>([:])

    /// What replaces a part; `nil` stays `nil`.
    static func make(for child: Child, _ table: RedactionTable) -> Child {
        switch child {
        case .redacted: return child
        case .shaped(let part):
            if part.value == .null { return child }
            // What was recorded is a placeholder already.
            let value = table.recorded == nil ? form(like: part.value, table) : part.value
            return .redacted(value, Value.self, name: part.typeName)
        case .leaf(.null, _): return child
        case .leaf(let value, let type):
            return .redacted(leaf(value, type, table), type)
        case .encodable(let value): return open(value, type(of: value), table) ?? child
        case .plain(let value): return open(value, type(of: value), table) ?? child
        case .nested(let recorder):
            switch recorder.content {
            case .keyed(let members) where recorder.isPayload:
                return .nested(CapturingEncoder(payload: make(for: members, table)))
            case .single(let child): return make(for: child, table)
            case .unkeyed: return .redacted(.array([]), Value.self)
            case .keyed, .nothing: return .redacted(.object([:]), Value.self)
            }
        }
    }

    /// What replaces a labelled payload; the labels are those of the type.
    static func make(for payload: [Member], _ table: RedactionTable) -> [Member] {
        payload.map { Member(key: $0.key, child: make(for: $0.child, table)) }
    }

    /// - Returns: `nil` for `nil`.
    private static func open(_ value: Any, _ type: any Any.Type, _ table: RedactionTable) -> Child? {
        guard TypeFacts.form(of: type) == .optional, let optional = value as? any OptionalForm else {
            return .redacted(form(of: type), type)
        }
        guard let wrapped = optional.wrappedChild, case .redacted(let value, _, _) = make(for: wrapped, table)
        else {
            return nil
        }
        return .redacted(value, type)
    }

    private static func leaf(_ value: Value, _ type: any Any.Type, _ table: RedactionTable) -> Value {
        if type == Value.self || type == Value?.self { return form(like: value, table) }
        if case .string(let text) = value, type == String.self || type == String?.self {
            return self.text(text, table)
        }
        return form(of: (type as? any OptionalForm.Type)?.wrappedType ?? type)
    }

    private static func text(_ text: String, _ table: RedactionTable) -> Value {
        guard let salt = table.salt else { return .string(RedactionRule.placeholder) }
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(text)
        let tag = String(UInt32(truncatingIfNeeded: hasher.finalize()), radix: 16)
        let zeros = String(repeating: "0", count: 8 - tag.count)
        return .string("\(RedactionRule.placeholder.dropLast()):\(zeros)\(tag)›")
    }

    /// What replaces a form whose type is not known.
    static func form(like value: Value, _ table: RedactionTable) -> Value {
        switch value {
        case .null: .null
        case .bool: .bool(false)
        case .int, .uint, .double: .int(0)
        case .string(let text): self.text(text, table)
        case .array: .array([])
        case .object: .object([:])
        }
    }

    /// What replaces the values of a type.
    private static func form(of type: any Any.Type) -> Value {
        let id = ObjectIdentifier(type)
        if let known = known.withLock({ $0[id] }) { return known }
        let form =
            switch TypeFacts.form(of: type) {
            case .list, .set: Value.array([])
            case .dictionary: Value.object([:])
            case .optional, .other: form(of: SchemaProbe.schema(of: type), depth: 0)
            }
        known.withLock { $0[id] = form }
        return form
    }

    private static func form(of schema: Schema, depth: Int) -> Value {
        switch schema {
        case .scalar(let scalar): return form(of: scalar)
        case .optional: return .null
        case .array, .set: return .array([])
        case .dictionary: return .object([:])
        case .object(_, let fields):
            guard depth < 16 else { return .object([:]) }
            return members(fields, depth)
        case .choice(_, let cases):
            guard let plain = cases.first(where: \.payload.isEmpty) ?? cases.first else { break }
            if plain.payload.isEmpty || plain.raw != nil { return plain.raw ?? .string(plain.name) }
            guard depth < 16 else { break }
            let payload =
                plain.payload.count == 1 && plain.payload[0].name == nil
                ? form(of: plain.payload[0].schema, depth: depth + 1) : members(plain.payload, depth)
            return .object([plain.name: payload])
        case .recursive, .unknown: break
        }
        return .string(RedactionRule.placeholder)
    }

    private static func members(_ fields: [Schema.Field], _ depth: Int) -> Value {
        var object: Value.Object = [:]
        for (index, field) in fields.enumerated() {
            object[field.name ?? "_\(index)"] = form(of: field.schema, depth: depth + 1)
        }
        return .object(object)
    }

    private static func form(of scalar: Schema.Scalar) -> Value {
        switch scalar {
        case .bool: .bool(false)
        case .int, .uint, .double: .int(0)
        case .string: .string(RedactionRule.placeholder)
        case .date: .string("1970-01-01T00:00:00Z")
        case .data: .string("")
        case .url: .string("redacted:")
        case .uuid: .string("00000000-0000-0000-0000-000000000000")
        case .decimal: .string("0")
        }
    }
}

extension Value {
    /// Whether there may be parts.
    @inline(__always)
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
