/// Writes values in the Swift-literal notation.
struct LiteralPrinter {
    private(set) var text = ""
    private let limit: Int?
    private var length = 0
    /// The named shapes that were met on the way, which `recursive` refers to.
    private var shapes: [String: Schema] = [:]

    init(limit: Int?) {
        self.limit = limit
    }

    private var isFull: Bool { limit.map { length >= $0 } ?? false }

    private mutating func append(_ part: String) {
        text += part
        // One byte of each scalar begins it.
        if limit != nil { length += part.utf8.count { $0 & 0xC0 != 0x80 } }
    }

    mutating func print(_ value: Value, _ unresolved: Schema?) {
        let schema = resolve(unresolved)
        if case .unknown(DurationText.typeName) = unresolved, let duration = DurationText.text(of: value) {
            append(duration)
            return
        }
        switch (schema, value) {
        case (.optional(let wrapped), _): optional(value, wrapped)
        case (.scalar(.int), .string(let digits)),
            (.scalar(.uint), .string(let digits))
        where Schema.Scalar.isWide(digits):
            append(digits)
        case (.choice(_, let cases), _)
        where cases.contains { $0.form == value && $0.canBeBare && Spelling.isCaseName($0.name) }:
            append(".\(cases.first { $0.form == value }?.name ?? "")")
        case (.scalar(.double), .string("NaN")): append(".nan")
        case (.scalar(.double), .string("Infinity")): append(".infinity")
        case (.scalar(.double), .string("-Infinity")): append("-.infinity")
        case (.choice(_, let cases), .object(let object)):
            if !choice(object, cases) { braces(value) }
        case (.object(_, let fields), .object(let object)):
            if !members(object, fields, of: schema) { braces(value) }
        case (.dictionary(let key, let member), .object(let object)):
            dictionary(object, key: key, value: member)
        case (.array(let element), .array(let elements)), (.set(let element), .array(let elements)):
            list(elements, element)
        case (nil, .object(let object)): dictionary(object, key: nil, value: nil)
        case (_, .object): braces(value)
        case (_, .array(let elements)): list(elements, nil)
        case (_, .null): append("nil")
        case (_, .string(let string)): append(quoted(string))
        default: append(JSON.text(value))
        }
    }

    private mutating func resolve(_ schema: Schema?) -> Schema? {
        switch schema {
        case .object(let type, _), .choice(let type, _): shapes[type] = schema
        case .recursive(let type): return shapes[type]
        case .unknown: return nil
        default: break
        }
        return schema
    }

    /// A string in quotes, cut where the text would become too long.
    private func quoted(_ string: String) -> String {
        guard let limit else { return QuotedText.quote(string) }
        let room = max(limit - length, 8)
        let start = string.unicodeScalars.prefix(room)
        guard start.endIndex < string.endIndex else { return QuotedText.quote(string) }
        return QuotedText.quote(String(start)).dropLast() + "…\""
    }

    private mutating func optional(_ value: Value, _ wrapped: Schema) {
        var inner = resolve(wrapped)
        while case .optional(let next) = inner { inner = resolve(next) }
        if case .object(let object) = value, object.count == 1, let some = object["some"],
            LiteralReader.needsSome(some, of: wrapped)
        {
            var isAmbiguous = inner?.hasCase("some") ?? false
            if case .object(_, let fields) = inner { isAmbiguous = fields.contains { $0.name == "some" } }
            if isAmbiguous {
                braces(value)
                return
            }
            append(".some(")
            print(some, wrapped)
            append(")")
        } else if value == .null {
            append("nil")
        } else {
            print(value, wrapped)
        }
    }

    // MARK: Lists

    /// Writes parts with commas between them until the text is full.
    private mutating func list<Parts: Collection>(
        _ open: String, _ parts: Parts, _ close: String, _ write: (inout LiteralPrinter, Parts.Element) -> Void
    ) {
        append(open)
        var isFirst = true
        for part in parts {
            if !isFirst { append(", ") }
            isFirst = false
            if isFull {
                append("…")
                break
            }
            write(&self, part)
        }
        append(close)
    }

    private mutating func list(_ elements: [Value], _ schema: Schema?) {
        list("[", elements, "]") { $0.print($1, schema) }
    }

    private mutating func dictionary(_ object: Value.Object, key: Schema?, value: Schema?) {
        if object.isEmpty {
            append("[:]")
            return
        }
        list("[", object, "]") { printer, member in
            printer.key(member.key, key)
            printer.append(": ")
            printer.print(member.value, value)
        }
    }

    /// Writes an object as JSON, which is read without a schema.
    private mutating func braces(_ value: Value) {
        switch value {
        case .object(let object):
            list("{", object, "}") { printer, member in
                printer.append(printer.quoted(member.key))
                printer.append(": ")
                printer.braces(member.value)
            }
        case .array(let elements): list("[", elements, "]") { $0.braces($1) }
        case .string(let string): append(quoted(string))
        default: append(JSON.text(value))
        }
    }

    /// Writes the name of a member as the key that it encodes, or in quotes if that would not read back.
    private mutating func key(_ name: String, _ schema: Schema?) {
        let schema = resolve(schema)
        let form: Value?
        switch schema {
        case .scalar(.int), .scalar(.uint), .scalar(.double), .scalar(.bool):
            form = try? JSON.parse(name)
            if case .string = form { break }
            if let form, JSON.text(form) == name {
                append(name)
                return
            }
        case .choice(_, let cases):
            form = ([try? JSON.parse(name), .string(name)] as [Value?]).compactMap(\.self).first { form in
                cases.contains { $0.form == form && $0.payload.isEmpty }
            }
        case .object, .array, .set, .dictionary: form = try? JSON.parse(name)
        default: form = nil
        }
        guard let form, LiteralReader.memberName(form, schema) == name else {
            append(quoted(name))
            return
        }
        // Keys are printed aside, to see whether they read back.
        var aside = LiteralPrinter(limit: nil)
        aside.shapes = shapes
        aside.print(form, schema)
        let isPlain = !aside.text.hasPrefix("\"") && !aside.text.hasPrefix("{")
        append(isPlain ? aside.text : quoted(name))
    }

    // MARK: Types

    private mutating func members(_ object: Value.Object, _ fields: [Schema.Field], of schema: Schema?) -> Bool {
        guard let name = schema?.baseName else { return false }
        var schemas: [String: Schema] = [:]
        for field in fields { if let name = field.name { schemas[name] = field.schema } }
        guard object.allSatisfy({ schemas[$0.key] != nil && Spelling.isIdentifier($0.key) }) else { return false }
        list("\(name)(", object, ")") { printer, member in
            printer.append("\(member.key): ")
            printer.print(member.value, schemas[member.key])
        }
        return true
    }

    /// Writes a case with its payload; gives up where the form is not the one that reading gives.
    private mutating func choice(_ object: Value.Object, _ cases: [Schema.Case]) -> Bool {
        guard object.count == 1, let (name, payload) = object.first,
            let known = cases.first(where: { $0.name == name }), Spelling.isCaseName(name), !known.payload.isEmpty
        else { return false }
        if known.payload.count == 1, known.payload[0].name == nil {
            var single = payload
            if LiteralReader.isWrapped(payload), case .object(let wrapper) = payload {
                single = wrapper.values[0]
                guard LiteralReader.isWrapped(single) else { return false }
            }
            append(".\(name)(")
            print(single, known.payload[0].schema)
            append(")")
            return true
        }
        guard case .object(let members) = payload, let arguments = Self.arguments(members, known.payload) else {
            return false
        }
        list(".\(name)(", arguments, ")") { printer, argument in
            if let label = argument.field.name { printer.append("\(label): ") }
            printer.print(argument.value, argument.field.schema)
        }
        return true
    }

    /// The payload in the order of the fields; `nil` if it does not fit them.
    private static func arguments(
        _ members: Value.Object, _ fields: [Schema.Field]
    ) -> [(field: Schema.Field, value: Value)]? {
        var arguments: [(field: Schema.Field, value: Value)] = []
        var skipsUnlabelled = false
        for (index, field) in fields.enumerated() {
            if let name = field.name, !Spelling.isIdentifier(name) { return nil }
            guard let value = members[field.key(at: index)] else {
                if field.name == nil { skipsUnlabelled = true }
                continue
            }
            if field.name == nil, skipsUnlabelled { return nil }
            arguments.append((field, value))
        }
        return arguments.count == members.count ? arguments : nil
    }
}
