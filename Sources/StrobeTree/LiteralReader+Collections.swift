extension LiteralReader {
    /// Reads a list or dictionary in brackets.
    mutating func list(_ schema: Schema?) throws(TreeError) -> Value {
        let start = position
        position += 1
        let value: Value
        switch schema {
        case .array(let element), .set(let element): value = try elements(element)
        case .dictionary(let key, let member):
            value = .object(
                try members("]") { reader, first throws(TreeError) in
                    try reader.key(key, first: first)
                } value: { _ in
                    member
                })
        case .object(_, let fields):
            value = .object(
                try members("]") { reader, _ throws(TreeError) in
                    let place = reader.position
                    guard reader.scalar == "\"" else { throw reader.unexpected("a key in quotes") }
                    let name = try reader.string()
                    guard fields.contains(where: { $0.name == name }) else {
                        let names = fields.compactMap(\.name)
                        throw reader.unexpected(
                            "one of " + Schema.list(names.map { "\"\($0)\"" }), at: place,
                            suggestion: Spelling.nearest(name, in: names).map { "\"\($0)\"" })
                    }
                    return name
                } value: { name in
                    fields.first { $0.name == name }?.schema
                })
        default: value = try elementsOrMembers()
        }
        switch schema {
        case .scalar(let scalar) where !scalar.accepts(value): throw unexpected(scalar.words, at: start)
        case .choice(_, let cases):
            guard case .object(let object) = value, object.count == 1,
                cases.contains(where: { $0.name == object.keys[0] })
            else { throw unexpected(schema?.words ?? "", at: start) }
        default: break
        }
        return value
    }

    /// Reads a JSON object; nothing in it is checked.
    mutating func braces(_ schema: Schema?) throws(TreeError) -> Value {
        position += 1
        return .object(
            try members("}") { reader, _ throws(TreeError) in
                guard reader.scalar == "\"" else { throw reader.unexpected("a key in quotes") }
                return try reader.string()
            } value: { _ in
                nil
            })
    }

    private mutating func elements(_ schema: Schema?) throws(TreeError) -> Value {
        var elements: [Value] = []
        if take("]") { return .array([]) }
        repeat {
            elements.append(try value(schema))
        } while take(",")
        try close("]")
        return .array(elements)
    }

    private mutating func close(_ bracket: Unicode.Scalar) throws(TreeError) {
        guard take(bracket) else {
            if scalar == nil, ending.isEmpty {
                ending = [", ", String(bracket)].map { Literal.Completion(text: $0, replaced: 0) }
            }
            throw unexpected("\",\" or \"\(bracket)\"")
        }
    }

    /// Reads what no schema describes: it is a dictionary if there is a colon after the first value.
    private mutating func elementsOrMembers() throws(TreeError) -> Value {
        if take("]") { return .array([]) }
        if take(":") {
            try close("]")
            return .object([:])
        }
        let mark = position
        _ = try value(nil)
        let isDictionary = take(":")
        position = mark
        guard isDictionary else { return try elements(nil) }
        return .object(
            try members("]") { reader, _ throws(TreeError) in
                try reader.key(nil, first: false)
            } value: { _ in
                nil
            })
    }

    /// Reads the members of a dictionary up to the closing bracket; the position is after the opening one.
    private mutating func members(
        _ bracket: Unicode.Scalar, key: (inout LiteralReader, Bool) throws(TreeError) -> String,
        value: (String) -> Schema?
    ) throws(TreeError) -> Value.Object {
        var object = Value.Object()
        if bracket == "]", take(":") {
            try close("]")
            return object
        }
        if bracket == "}", take("}") { return object }
        repeat {
            skipSpace()
            let place = position
            let name = try key(&self, object.isEmpty)
            guard object[name] == nil else { throw unexpected("each key once", at: place) }
            guard take(":") else { throw unexpected("\":\"") }
            object[name] = try self.value(value(name))
        } while take(",")
        try close(bracket)
        return object
    }

    /// Reads the key of a dictionary as the name of a member.
    private mutating func key(_ schema: Schema?, first: Bool) throws(TreeError) -> String {
        skipSpace()
        // A string names the member as it is, whatever the type of the key.
        if scalar == "\"" { return try string() }
        if first, scalar == "]" { throw unexpected("a key, or \":\" for an empty dictionary") }
        return Self.memberName(try value(schema), schema)
    }

    /// The name of the member for a key: strings as they are, other keys as their JSON text.
    static func memberName(_ key: Value, _ schema: Schema?) -> String {
        guard case .string(let text) = key else { return JSON.text(key, style: JSON.Style(sortsKeys: true)) }
        // The name of a case that would read as something else stands in quotes, but raw values are text as they are.
        guard case .choice(_, let cases) = schema, !cases.contains(where: { $0.raw == key }),
            (try? JSON.parse(text)) != nil
        else { return text }
        return JSON.text(key)
    }
}
