internal import StrobeSystem
internal import StrobeTree

/// The search for the shape of one type and of all it is made of, by declarations alone.
struct ProbeSession {
    private struct Known {
        var schema: Schema
        var size: Int
    }

    /// The types that are being examined, outermost first.
    private var stack: [ObjectIdentifier] = []
    /// The outermost of them that was met again.
    private var outermost = Int.max
    private var known: [ObjectIdentifier: Known] = [:]
    private var budget = 50_000

    private static let maxDepth = 48

    /// The shape of a type; `unknown` for one that is not `Decodable`.
    mutating func schema(_ type: any Any.Type) -> Schema {
        budget -= 1
        if let leaf = Self.leaves[ObjectIdentifier(type)] { return leaf }
        if let type = type as? any SchemaDescribing.Type { return type.schema }
        let unknown = Schema.unknown(type: TypeName.of(type))
        guard type is any Decodable.Type else { return unknown }
        let id = ObjectIdentifier(type)
        if let form = type as? any ProbeForm.Type {
            guard stack.count < Self.maxDepth, budget > 0 else { return unknown }
            // Optionals and collections make a level too: there are types that nest them without end.
            stack.append(id)
            defer { stack.removeLast() }
            return form.probe(&self)
        }
        if let cases = Self.rawCases(type) { return .choice(type: TypeName.of(type), cases: cases) }
        if let place = stack.firstIndex(of: id) {
            outermost = min(outermost, place)
            return .recursive(type: TypeName.of(type))
        }
        if let found = known[id] {
            budget -= found.size
            return budget > 0 ? found.schema : unknown
        }
        guard stack.count < Self.maxDepth, budget > 0 else { return unknown }
        let before = budget
        let outer = outermost
        outermost = .max
        stack.append(id)
        let schema = shape(type) ?? unknown
        stack.removeLast()
        // A shape that refers to a type further out means something in its place alone.
        if outermost >= stack.count { known[id] = Known(schema: schema, size: before - budget) }
        outermost = min(outer, outermost)
        return schema
    }

    private static func rawCases(_ type: any Any.Type) -> [Schema.Case]? {
        guard let raw = type as? any RawRepresentable.Type else { return nil }
        return RawCases.all(raw)?.map { Schema.Case(name: $0.name, raw: $0.form) }
    }

    private mutating func shape(_ type: any Any.Type) -> Schema? {
        guard let keys = TypeMetadata.codingKeys(of: type) else { return Self.rawShape(type) }
        if TypeMetadata.isEnum(type) {
            return cases(of: type, keys).map { .choice(type: TypeName.of(type), cases: $0) }
        }
        let properties = (type as? any AnyObject.Type).map(TypeMetadata.properties) ?? TypeMetadata.fields(of: type)
        guard let properties else { return nil }
        let fields = keys.map { key in
            // The storage of a wrapped property has an underscore before its name.
            let property =
                properties.first { $0.name == key.caseName } ?? properties.first { $0.name == "_" + key.caseName }
            return Schema.Field(name: key.name, schema: part(property?.type))
        }
        return .object(type: TypeName.of(type), fields: fields)
    }

    /// The shape of what decodes itself as its raw value, by the extensions of the standard library.
    private static func rawShape(_ type: any Any.Type) -> Schema? {
        // Its raw type alone would refuse the names of the cases.
        if !TypeMetadata.isUsable, TypeMetadata.isEnum(type) { return nil }
        func open<T: RawRepresentable>(_ type: T.Type) -> Schema? { leaves[ObjectIdentifier(T.RawValue.self)] }
        guard let raw = type as? any RawRepresentable.Type, case .scalar(let scalar)? = open(raw),
            [.bool, .int, .uint, .double, .string].contains(scalar)
        else { return nil }
        return .scalar(scalar)
    }

    /// The shape of what is under a key; one without a property of its name is coded by hand.
    private mutating func part(_ type: (any Any.Type)?) -> Schema {
        type.map { schema($0) } ?? .unknown(type: "")
    }

    /// The cases of an enum; `nil` if the compiler did not write how it is coded.
    private mutating func cases(of type: any Any.Type, _ keys: [DeclaredKey]) -> [Schema.Case]? {
        guard let declared = TypeMetadata.fields(of: type) else { return nil }
        var cases: [Schema.Case] = []
        for key in keys {
            guard let payloadKeys = TypeMetadata.codingKeys(of: type, payloadOf: key.caseName),
                let choice = declared.first(where: { $0.name == key.caseName })
            else { return nil }
            cases.append(Schema.Case(name: key.name, payload: payload(choice.type, payloadKeys)))
        }
        return cases
    }

    private mutating func payload(_ type: (any Any.Type)?, _ keys: [DeclaredKey]) -> [Schema.Field] {
        // The label of a single value is not kept.
        let parts = type.flatMap { TypeMetadata.tuple($0) }
        return keys.enumerated().map { index, key in
            let part =
                if let parts {
                    parts.enumerated().first { ($1.name.isEmpty ? "_\($0)" : $1.name) == key.caseName }?.element.type
                } else {
                    keys.count == 1 ? type : nil
                }
            return Schema.Field(name: key.name == "_\(index)" ? nil : key.name, schema: self.part(part))
        }
    }

    private static let leaves: [ObjectIdentifier: Schema] = {
        let types: [(Schema.Scalar, [any Any.Type])] = [
            (.bool, [Bool.self]), (.string, [String.self]), (.double, [Double.self, Float.self]),
            (.int, [Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self]),
            (.uint, [UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self]),
            (.date, [Date.self]), (.data, [Data.self]), (.url, [URL.self]), (.uuid, [UUID.self]),
            (.decimal, [Decimal.self]),
        ]
        var leaves = [ObjectIdentifier(Value.self): Schema.unknown(type: "Value")]
        for (scalar, types) in types {
            for type in types { leaves[ObjectIdentifier(type)] = .scalar(scalar) }
        }
        return leaves
    }()
}

/// A standard type whose shape follows from its parameters.
protocol ProbeForm {
    static func probe(_ session: inout ProbeSession) -> Schema
}

extension Optional: ProbeForm where Wrapped: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .optional(session.schema(Wrapped.self)) }
}

extension Array: ProbeForm where Element: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .array(session.schema(Element.self)) }
}

extension ContiguousArray: ProbeForm where Element: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .array(session.schema(Element.self)) }
}

extension ArraySlice: ProbeForm where Element: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .array(session.schema(Element.self)) }
}

extension Set: ProbeForm where Element: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .set(session.schema(Element.self)) }
}

extension Dictionary: ProbeForm where Key: Decodable, Value: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema {
        .dictionary(key: session.schema(Key.self), value: session.schema(Value.self))
    }
}

extension Range: ProbeForm where Bound: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .array(session.schema(Bound.self)) }
}

extension ClosedRange: ProbeForm where Bound: Decodable {
    static func probe(_ session: inout ProbeSession) -> Schema { .array(session.schema(Bound.self)) }
}
