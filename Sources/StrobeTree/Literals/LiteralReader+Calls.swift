extension LiteralReader {
    /// The arguments between parentheses.
    struct Arguments {
        var members = Value.Object()
        /// How many had no label.
        var unlabelled = 0
        /// The form of the only argument, if there is one and it has no label.
        var single: Value? {
            // Not with `? :`, where `nil` would be taken for a `Value`.
            guard members.count == 1, unlabelled == 1 else { return nil }
            return members.values[0]
        }
    }

    /// Reads a name after a dot, or after type names, with its arguments.
    ///
    /// - Parameters:
    ///   - schema: The shape of what is meant.
    ///   - types: The names before the last dot; empty after a leading dot and if there is none.
    ///   - start: Where the whole begins.
    mutating func member(_ schema: Schema?, types: [String], from start: Int) throws(TreeError) -> Value {
        let place = position
        let name = identifier()
        let hasDot = place > 0 && scalars[place - 1] == "."
        if position == scalars.count {
            ending = offers(schema, typed: (hasDot ? "." : "") + name)
        }
        guard !name.isEmpty else { throw unexpected(schema?.words ?? "a name") }
        if let constant = Self.constant(name, schema, types: types) { return constant }
        if case .choice(let type, let cases) = schema, name != "init" {
            if let qualified = try qualified(types + [name], among: cases, schema, from: start) { return qualified }
            if let prefix = types.last, let base = schema?.baseName, prefix != base {
                throw unexpected("\(type) or nothing before the dot", at: start, suggestion: base)
            }
            return try choice(name, among: cases, schema, at: place)
        }
        if hasDot, schema == nil, name != "init", types.isEmpty || name.first?.isUppercase == false {
            return try choice(name)
        }
        if hasDot, types.isEmpty, name != "init" { throw unexpected(schema?.words ?? "a value", at: start) }
        let type = name == "init" ? types.last : name
        return try construct(type, schema, from: start)
    }

    // MARK: Cases

    /// Reads the payload of a case that no schema describes.
    private mutating func choice(_ name: String) throws(TreeError) -> Value {
        guard take("(") else { return .string(name) }
        let arguments = try self.arguments(nil)
        if let single = arguments.single { return Self.form(of: name, single: single) }
        return arguments.members.isEmpty ? .string(name) : .object([name: .object(arguments.members)])
    }

    mutating func choice(
        _ name: String, among cases: [Schema.Case], _ schema: Schema?, at place: Int
    ) throws(TreeError) -> Value {
        guard let known = cases.first(where: { $0.name == name }) else {
            let names = cases.map(\.name)
            let near = Spelling.nearest(name, in: names) ?? names.first { $0.hasSuffix(".\(name)") }
            throw unexpected(schema?.words ?? "", at: place, suggestion: near.map { ".\($0)" })
        }
        guard take("(") else {
            guard known.canBeBare || known.isOpen else {
                throw unexpected("the payload of \(known.signature)")
            }
            return known.form
        }
        if known.payload.isEmpty {
            guard take(")") else { throw unexpected("no payload for \(known.signature)") }
            return known.form
        }
        if known.isOpen {
            if take(")") { return known.form }
            if labelFollows() { return .object([name: .object(try arguments(nil).members)]) }
        }
        let arguments = try self.arguments(known.payload)
        if known.payload.count == 1, known.payload[0].name == nil {
            guard let single = arguments.members["_0"] else {
                throw unexpected("the payload of \(known.signature)", at: position - 1)
            }
            return Self.form(of: name, single: single)
        }
        return .object([name: .object(arguments.members)])
    }

    /// Whether an argument with a label comes next.
    private func labelFollows() -> Bool {
        var ahead = self
        ahead.skipSpace()
        return !ahead.identifier().isEmpty && ahead.take(":")
    }

    /// The form of a case with one unlabelled payload; one that looks like Foundation's form is wrapped into it.
    static func form(of name: String, single payload: Value) -> Value {
        .object([name: isWrapped(payload) ? .object(["_0": payload]) : payload])
    }

    static func isWrapped(_ value: Value) -> Bool {
        guard case .object(let object) = value else { return false }
        return object.count == 1 && object["_0"] != nil
    }

    // MARK: Types

    /// Reads the arguments of a type's initialiser.
    private mutating func construct(_ type: String?, _ schema: Schema?, from start: Int) throws(TreeError) -> Value {
        try skipGenericArguments()
        switch schema {
        case .object(let full, let fields):
            if let type, let base = schema?.baseName, type != base {
                throw unexpected("\(full)(...)", at: start, suggestion: base)
            }
            guard take("(") else { throw unexpected("\"(\" and the members of \(full)") }
            return .object(try arguments(fields, areMembers: true).members)
        case nil:
            guard type.map({ $0.first?.isLowercase == false }) ?? true, take("(") else {
                throw unexpected("a value", at: start, suggestion: type.map { ".\($0)" })
            }
            let isWrapper = type.map { Self.wrappers.contains($0) } ?? false
            let place = position
            let arguments = try self.arguments(nil)
            if isWrapper, arguments.members.count == 1 { return arguments.members.values[0] }
            guard arguments.unlabelled == 0 else { throw unexpected("a label such as \"id:\"", at: place) }
            return .object(arguments.members)
        default:
            // `Date("...")`, `URL(string: "...")`, `Set([1, 2])`: the one argument is the value.
            guard type.map({ $0.first?.isUppercase == true }) ?? true, take("(") else {
                throw unexpected(schema?.words ?? "a value", at: start)
            }
            if let empty = Self.empty(schema), take(")") { return empty }
            skipSpace()
            let mark = position
            if identifier().isEmpty || !take(":") { position = mark }
            let value = try value(schema)
            guard take(")") else { throw unexpected("\")\"") }
            return value
        }
    }

    /// The types whose one argument is their form.
    private static let wrappers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
        "String", "Bool", "Date", "Data", "URL", "UUID", "Decimal", "Set", "Array", "Dictionary",
    ]

    // MARK: Arguments

    /// Reads arguments up to the closing parenthesis; the position is after the opening one.
    ///
    /// - Parameters:
    ///   - fields: What is expected; `nil` if nothing is known.
    ///   - areMembers: Whether all of them need labels.
    private mutating func arguments(_ fields: [Schema.Field]?, areMembers: Bool = false) throws(TreeError) -> Arguments
    {
        var arguments = Arguments()
        if let fields { offerLabels(fields, arguments, typed: "") }
        if take(")") { return arguments }
        while true {
            try argument(fields, into: &arguments, areMembers: areMembers)
            skipSpace()
            if position == scalars.count { offerNext(fields, arguments) }
            if take(")") { return arguments }
            guard take(",") else { throw unexpected("\",\" or \")\"") }
            if let fields { offerLabels(fields, arguments, typed: "") }
        }
    }

    private mutating func argument(
        _ fields: [Schema.Field]?, into arguments: inout Arguments, areMembers: Bool
    ) throws(TreeError) {
        skipSpace()
        let place = position
        let label = identifier()
        let isLabel = !label.isEmpty && take(":")
        var schema: Schema?
        var key = label
        if let fields {
            let keys = fields.enumerated().map { $1.key(at: $0) }
            if isLabel {
                guard let index = keys.firstIndex(of: label) else {
                    let free = keys.filter { arguments.members[$0] == nil }
                    throw unexpected(
                        Self.labelWords(fields), at: place,
                        suggestion: Spelling.nearest(label, in: free).map { "\($0):" })
                }
                schema = fields[index].schema
            } else {
                position = place
                let next = fields.indices.first { fields[$0].name == nil && arguments.members[keys[$0]] == nil }
                guard let next, !areMembers else {
                    if !label.isEmpty, place + label.unicodeScalars.count == scalars.count {
                        offerLabels(fields, arguments, typed: label, at: place + label.unicodeScalars.count)
                    }
                    throw unexpected(
                        Self.labelWords(fields.filter { $0.name.map { arguments.members[$0] == nil } ?? false }),
                        at: place)
                }
                key = keys[next]
                schema = fields[next].schema
            }
        } else if !isLabel {
            position = place
            key = "_\(arguments.members.count)"
        }
        if !isLabel { arguments.unlabelled += 1 }
        guard arguments.members[key] == nil else { throw unexpected("each label once", at: place) }
        arguments.members[key] = try value(schema)
    }

    private static func labelWords(_ fields: [Schema.Field]) -> String {
        let labels = fields.compactMap { field in field.name.map { "\($0):" } }
        if labels.isEmpty { return "no more arguments" }
        return labels.count == 1 ? labels[0] : "one of " + Schema.list(labels)
    }
}
