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
        if take("]") { return .array([]) }
        return try elements(schema, after: try value(schema))
    }

    /// Reads the elements that follow the first one.
    private mutating func elements(_ schema: Schema?, after first: Value) throws(TreeError) -> Value {
        var elements = [first]
        while take(",") { elements.append(try value(schema)) }
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
        // Reading the first value again, now that it is known what it is, would double the work at each level.
        skipSpace()
        let place = position
        let first = try value(nil)
        guard take(":") else { return try elements(nil, after: first) }
        var object: Value.Object = [try name(first, nil, from: place): try value(nil)]
        if take(",") {
            try members(into: &object) { reader, _ throws(TreeError) in
                try reader.key(nil, first: false)
            } value: { _ in
                nil
            }
        }
        try close("]")
        return .object(object)
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
        try members(into: &object, key: key, value: value)
        try close(bracket)
        return object
    }

    /// Reads members, at least one, as long as a comma follows.
    private mutating func members(
        into object: inout Value.Object, key: (inout LiteralReader, Bool) throws(TreeError) -> String,
        value: (String) -> Schema?
    ) throws(TreeError) {
        repeat {
            skipSpace()
            let place = position
            let name = try key(&self, object.isEmpty)
            guard object[name] == nil else { throw unexpected("each key once", at: place) }
            guard take(":") else { throw unexpected("\":\"") }
            object[name] = try self.value(value(name))
        } while take(",")
    }

    /// Reads the key of a dictionary as the name of a member.
    private mutating func key(_ schema: Schema?, first: Bool) throws(TreeError) -> String {
        skipSpace()
        // A string names the member as it is, whatever the type of the key.
        if scalar == "\"" { return try string() }
        if first, scalar == "]" { throw unexpected("a key, or \":\" for an empty dictionary") }
        let place = position
        return try name(try value(schema), schema, from: place)
    }

    /// The name of the member for a key; each level of keys within keys escapes the quotes of the one below, which makes
    /// names of exponential length.
    private func name(_ key: Value, _ schema: Schema?, from place: Int) throws(TreeError) -> String {
        let name = Self.memberName(key, schema)
        guard name.utf8.count <= Self.maxNameLength else {
            throw TreeError(
                .tooLarge, "The text of a dictionary's key has more than \(Self.maxNameLength) bytes.",
                offset: offset(of: place))
        }
        return name
    }

    private static let maxNameLength = 65_536

    /// The name of the member for a key: strings as they are, other keys as their JSON text.
    static func memberName(_ key: Value, _ schema: Schema?) -> String {
        guard case .string(let text) = key else { return JSON.text(key, style: JSON.Style(sortsKeys: true)) }
        // The name of a case that would read as something else is quoted, but raw values are text as they are.
        guard case .choice(_, let cases) = schema, !cases.contains(where: { $0.raw == key }),
            (try? JSON.parse(text)) != nil
        else { return text }
        return JSON.text(key)
    }
}
