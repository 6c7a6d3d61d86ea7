internal import Foundation

/// The search for the shape of one type and of all it is made of.
struct ProbeSession {
    private struct Known {
        var schema: Schema
        var size: Int
    }

    /// The types that are being looked at, outermost first.
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
        guard let decodable = type as? any Decodable.Type else { return unknown }
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
        let schema = shape(decodable) ?? unknown
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

    // MARK: Asking

    /// Lets a type decode itself as far as it comes without values.
    private static func ask(_ type: any Decodable.Type, forcedCase: String? = nil) -> (prober: Prober, isDone: Bool) {
        let prober = Prober(forcedCase: forcedCase)
        do {
            _ = try type.init(from: prober)
            return (prober, true)
        } catch {
            return (prober, false)
        }
    }

    private mutating func shape(_ type: any Decodable.Type) -> Schema? {
        let name = TypeName.of(type)
        let (prober, isDone) = Self.ask(type)
        if prober.wasAskedForCase {
            // A struct may ask for all keys too; its cases would be made up.
            guard DeclaredFields.isEnum(type), let keys = prober.keys else { return nil }
            return .choice(type: name, cases: cases(of: type, keys))
        }
        if prober.style == .keyed, let fields = declaredFields(of: type, prober) {
            return .object(type: name, fields: fields)
        }
        return asked(of: prober, type: name, isDone: isDone)
    }

    /// The shape as far as it follows from requests alone.
    private mutating func asked(of prober: Prober, type: String, isDone: Bool) -> Schema? {
        switch prober.style {
        case .nothing: isDone ? .object(type: type, fields: []) : nil
        case .keyed: askedFields(of: prober, isDone: isDone).map { .object(type: type, fields: $0) }
        // What the first element is says nothing about the others.
        case .unkeyed: .array(.unknown(type: ""))
        // A second request would mean that there are several forms.
        case .single: prober.requests.count == 1 ? schema(of: prober.requests[0]) : nil
        case .mixed: nil
        }
    }

    private mutating func askedFields(of prober: Prober, isDone: Bool) -> [Schema.Field]? {
        var fields = prober.keys?.map { Schema.Field(name: $0.name, schema: .unknown(type: "")) } ?? []
        guard isDone || prober.keys != nil else { return nil }
        for request in prober.requests {
            let field = Schema.Field(name: request.key, schema: schema(of: request))
            if let place = fields.firstIndex(where: { $0.name == field.name }) {
                // A key that is asked for twice may have several forms.
                if fields[place].schema == .unknown(type: "") { fields[place] = field }
            } else {
                fields.append(field)
            }
        }
        return fields
    }

    private mutating func schema(of request: Prober.Request) -> Schema {
        switch request.subject {
        case .value(let type, isOptional: false): schema(type)
        case .value(let type, isOptional: true): .optional(schema(type))
        case .nested(let prober): asked(of: prober, type: "", isDone: true) ?? .unknown(type: "")
        }
    }

    // MARK: Declarations

    /// The fields of a struct as they are declared, if what it asked for first is what the compiler would have written.
    private mutating func declaredFields(of type: any Decodable.Type, _ prober: Prober) -> [Schema.Field]? {
        guard !DeclaredFields.isEnum(type), let declared = DeclaredFields.of(type) else { return nil }
        return fields(prober) { key in
            // The storage of a wrapped property has an underscore before its name.
            declared.first { $0.name == key.caseName } ?? declared.first { $0.name == "_" + key.caseName }
        }
    }

    /// The members of an object that was asked for its first one and no more.
    private mutating func fields(
        _ prober: Prober, _ field: (Prober.Key) -> DeclaredFields.Field?
    ) -> [Schema.Field]? {
        guard let keys = prober.keys, prober.requests.count == 1,
            case .value(let asked, let isOptional) = prober.requests[0].subject,
            let first = keys.firstIndex(where: { $0.name == prober.requests[0].key })
        else { return nil }
        // Keys before it are constants with a value, which are never read.
        let declared = keys[first...].map(field)
        let expected = isOptional ? Self.optional(asked) : asked
        guard declared.first??.type == expected, declared.allSatisfy({ $0?.type is any Decodable.Type }) else {
            return nil
        }
        return zip(keys[first...], declared).map { key, field in
            Schema.Field(name: key.name, schema: field?.type.map { schema($0) } ?? .unknown(type: ""))
        }
    }

    private static func optional(_ type: any Decodable.Type) -> any Any.Type {
        func open<T: Decodable>(_ type: T.Type) -> any Any.Type { T?.self }
        return open(type)
    }

    /// The cases of an enum, which is asked once for each.
    private mutating func cases(of type: any Decodable.Type, _ keys: [Prober.Key]) -> [Schema.Case] {
        let declared = DeclaredFields.of(type) ?? []
        return keys.map { key in
            let (prober, isDone) = Self.ask(type, forcedCase: key.name)
            let payload = declared.first { $0.name == key.caseName }?.type
            return Schema.Case(name: key.name, payload: self.payload(payload, prober, isDone: isDone))
        }
    }

    private mutating func payload(_ type: (any Any.Type)?, _ prober: Prober, isDone: Bool) -> [Schema.Field] {
        guard let request = prober.requests.first, prober.requests.count == 1 else {
            return isDone && prober.requests.isEmpty ? [] : [Schema.Field(name: nil, schema: .unknown(type: ""))]
        }
        guard case .nested(let nested) = request.subject, nested.style == .keyed else {
            return [Schema.Field(name: nil, schema: schema(of: request))]
        }
        let parts = type.flatMap(DeclaredFields.tuple)
        let declared = fields(nested) { key in
            guard let parts else { return type.map { DeclaredFields.Field(name: key.caseName, type: $0) } }
            return parts.enumerated().first { ($1.name.isEmpty ? "_\($0)" : $1.name) == key.caseName }?.element
        }
        let fields = declared ?? askedFields(of: nested, isDone: isDone) ?? []
        return fields.enumerated().map { index, field in
            Schema.Field(name: field.name == "_\(index)" ? nil : field.name, schema: field.schema)
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
