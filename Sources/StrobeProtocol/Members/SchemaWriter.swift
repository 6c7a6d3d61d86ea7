internal import StrobeTree

/// Writes definitions of a JSON schema from described members, and notes which others these need.
struct SchemaWriter {
    /// What is defined.
    var definitions: Value.Object = [:]
    /// What was referred to and is to be defined.
    private var needed: [String: MemberForm] = [:]

    /// Defines an object.
    ///
    /// - Parameters:
    ///   - name: The name of the definition.
    ///   - type: The object.
    ///   - isNamed: Whether it has a description of its own, beside those of its members.
    mutating func define(_ name: String, _ type: any DescribedObject.Type, named isNamed: Bool) {
        let members = type.anyMembers
        var definition: Value.Object = [:]
        if isNamed { definition["description"] = .string(type.summary) }
        definition["type"] = "object"
        let required = members.filter(\.isRequired).map { Value.string($0.name) }
        if !required.isEmpty { definition["required"] = .array(required) }
        if !members.isEmpty {
            var properties: Value.Object = [:]
            for member in members { properties[member.name] = .object(property(member)) }
            definition["properties"] = .object(properties)
        }
        for (key, rule) in SchemaText.rules[name] ?? [:] { definition[key] = rule }
        definitions[name] = .object(definition)
    }

    /// Defines all that was referred to, in the order of names.
    mutating func defineTypes() {
        var types: [String: Value] = [:]
        while let (name, form) = needed.popFirst() {
            switch form {
            case .object(let type):
                define(name, type, named: true)
                types[name] = definitions.removeValue(forKey: name)
            case .choice(let type):
                types[name] = .object([
                    "description": .string(type.summary), "enum": .array(type.words.map { .string($0) }),
                ])
            default:
                types[name] = SchemaText.definitions[name].map { .object($0) }
            }
            for inner in SchemaText.inner(of: name) where types[inner.name] == nil { needed[inner.name] = inner }
            needed = needed.filter { types[$0.key] == nil }
        }
        for (name, type) in types.sorted(by: { $0.key < $1.key }) { definitions[name] = type }
    }

    /// Defines errors: the kind and the data that belong to each code.
    mutating func define(errors: [ErrorCode]) {
        guard var definition = SchemaText.definitions["Error"] else { return }
        let rules = errors.map { (code: ErrorCode) -> Value in
            var data: Value.Object = ["properties": ["kind": ["const": .string(code.kind)]]]
            if let members = SchemaText.errorData[code] {
                data["required"] = .array((["kind"] + members).map { .string($0) })
            }
            return .object([
                "if": ["properties": ["code": ["const": .int(Int64(code.rawValue))]]],
                "then": ["properties": ["data": .object(data)]],
            ])
        }
        definition["allOf"] = .array(rules)
        definitions["Error"] = .object(definition)
    }

    /// Defines an object that is the same as a type with a name.
    mutating func define(_ name: String, as type: any DescribedObject.Type) {
        definitions[name] = .object(schema(of: .object(type), in: .any))
    }

    /// A reference to a definition.
    static func reference(_ name: String) -> Value { .object(pointer(name)) }

    private static func pointer(_ name: String) -> Value.Object {
        ["$ref": .string("#/$defs/" + name.replacing("/", with: "~1"))]
    }

    private mutating func property(_ member: any DescribedMember) -> Value.Object {
        var property = schema(of: member.form, in: member.range)
        property["description"] = .string(member.summary)
        return property
    }

    private mutating func schema(of form: MemberForm, in range: MemberRange) -> Value.Object {
        var schema: Value.Object
        switch form {
        case .any: schema = [:]
        case .string: schema = ["type": "string"]
        case .boolean: schema = ["type": "boolean"]
        case .integer(let isTime):
            schema = ["type": "integer"]
            if !isTime, let least = range.least { schema["minimum"] = .int(Int64(least)) }
        case .words(let words): schema = ["enum": .array(words.map { .string($0) })]
        case .list(let element):
            schema = ["type": "array", "items": .object(self.schema(of: element, in: range.ofElements))]
        case .object, .choice, .named:
            if definitions[form.name] == nil { needed[form.name] = form }
            schema = Self.pointer(form.name)
        }
        switch range {
        case .natural, .any, .from: break
        case .bytes(let bytes):
            if bytes.lowerBound > 0 { schema["minLength"] = .int(Int64(bytes.lowerBound)) }
            schema["maxLength"] = .int(Int64(bytes.upperBound))
        case .characters(let most): schema["maxLength"] = .int(Int64(most))
        case .words(let words): schema = ["enum": .array(words.map { .string($0) })]
        case .notEmpty: schema["minItems"] = 1
        case .elements(let most): schema["maxItems"] = .int(Int64(most))
        case .onlyTrue: schema = ["const": true]
        case .pattern(let name):
            for (key, rule) in SchemaText.patterns[name] ?? [:] { schema[key] = rule }
        }
        return schema
    }
}
