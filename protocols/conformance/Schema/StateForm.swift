internal import StrobeTree

/// Checks values against the shapes that a server sends for them, by the table in section 4 of the specification.
struct StateForm {
    /// A mismatch of a value, and where it is.
    struct Misfit {
        var path: String
        var expected: String
        var value: Value
    }

    /// The number of values checked against a shape that restricts them.
    private(set) var count = 0
    private var types: [(name: String, shape: Value)] = []

    /// Shapes nest no deeper than values, whose depth is limited by the parser.
    private static let depthLimit = 400

    /// The first part of a value that does not fit its shape.
    mutating func misfit(_ value: Value, _ shape: Value, at path: String = "", depth: Int = 0) -> Misfit? {
        guard depth < Self.depthLimit else { return nil }
        func wrong(_ expected: String) -> Misfit { Misfit(path: path, expected: expected, value: value) }
        if shape["kind"] != "unknown" { count += 1 }
        switch shape["kind"]?.text {
        case "scalar":
            guard let name = shape["scalar"]?.text, !Self.fits(value, name) else { return nil }
            return wrong("a \(name)")
        case "optional":
            if value == .null { return nil }
            let inner = shape["of"] ?? .null
            // If the value itself may be null, it is wrapped to be distinguished.
            guard inner["kind"] == "optional" else { return misfit(value, inner, at: path, depth: depth + 1) }
            guard let members = value.members, members.count == 1, let some = members["some"] else {
                return wrong(#"null or {"some": value}"#)
            }
            return misfit(some, inner, at: path + "/some", depth: depth + 1)
        case "array", "set":
            guard let elements = value.list else { return wrong("an array") }
            return misfit(elements.enumerated().map { ("\($0)", $1, shape["of"] ?? .null) }, path, depth)
        case "dictionary":
            guard let members = value.members else { return wrong("an object") }
            return misfit(members.map { ($0.key, $0.value, shape["value"] ?? .null) }, path, depth)
        case "object": return within(shape) { $0.record(value, shape["fields"]?.list ?? [], at: path, depth) }
        case "enum": return within(shape) { $0.oneOf(value, shape["cases"]?.list ?? [], at: path, depth) }
        case "recursive":
            guard let outer = types.last(where: { $0.name == shape["type"]?.text }) else { return nil }
            return misfit(value, outer.shape, at: path, depth: depth + 1)
        default: return nil
        }
    }

    private mutating func misfit(_ parts: [(name: String, value: Value, shape: Value)], _ path: String, _ depth: Int)
        -> Misfit?
    {
        for part in parts {
            if let found = misfit(part.value, part.shape, at: "\(path)/\(part.name)", depth: depth + 1) {
                return found
            }
        }
        return nil
    }

    private mutating func within(_ shape: Value, _ body: (inout Self) -> Misfit?) -> Misfit? {
        types.append((shape["type"]?.text ?? "", shape))
        defer { types.removeLast() }
        return body(&self)
    }

    private mutating func record(_ value: Value, _ fields: [Value], at path: String, _ depth: Int) -> Misfit? {
        guard let members = value.members else { return Misfit(path: path, expected: "an object", value: value) }
        var parts: [(String, Value, Value)] = []
        for field in fields {
            guard let name = field["name"]?.text, let shape = field["schema"] else { continue }
            guard let member = members[name] else {
                // A program may omit absent values.
                if ["optional", "unknown"].contains(shape["kind"]) { continue }
                return Misfit(path: path, expected: "an object with the member \(name)", value: value)
            }
            parts.append((name, member, shape))
        }
        return misfit(parts, path, depth)
    }

    /// Checks the JSON of an enum: a name, a raw value, or an object with the name and the payload.
    private mutating func oneOf(_ value: Value, _ cases: [Value], at path: String, _ depth: Int) -> Misfit? {
        let names = cases.map { JSON.text($0["raw"] ?? $0["name"] ?? .null) }.joined(separator: ", ")
        let wrong = Misfit(path: path, expected: "one of \(names)", value: value)
        guard let members = value.members else {
            let fits = cases.contains { one in
                (one["payload"]?.list ?? []).isEmpty && (one["raw"] ?? one["name"]) == value
            }
            return fits ? nil : wrong
        }
        guard members.count == 1, let (name, payload) = members.first,
            let parts = cases.first(where: { $0["name"]?.text == name })?["payload"]?.list, !parts.isEmpty
        else { return wrong }
        let below = "\(path)/\(name)"
        guard parts.count > 1 || parts[0]["name"] != nil else {
            let shape = parts[0]["schema"] ?? .null
            // Only a payload that would be taken for a wrapper is wrapped.
            let isWrapped = payload["_0"] != nil && payload.members?.count == 1
            return misfit(isWrapped ? payload["_0"] ?? .null : payload, shape, at: below, depth: depth + 1)
        }
        let fields = parts.enumerated().map { number, part -> Value in
            ["name": part["name"] ?? .string("_\(number)"), "schema": part["schema"] ?? .null]
        }
        return record(payload, fields, at: below, depth)
    }

    private static func fits(_ value: Value, _ scalar: String) -> Bool {
        switch (scalar, value) {
        case ("bool", .bool), ("int", .int), ("uint", .uint), ("string", .string): true
        case ("uint", .int(let number)): number >= 0
        case ("double", .int), ("double", .uint), ("double", .double): true
        case ("double", .string(let text)): ["NaN", "Infinity", "-Infinity"].contains(text)
        case ("decimal", .string(let text)):
            text == "NaN" || text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
        case ("url", .string): true
        case ("uuid", .string(let text)):
            text.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil
        case ("date", .string(let text)):
            text.wholeMatch(of: /[+-]?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z/) != nil
        case ("data", .string(let text)):
            text.utf8.count % 4 == 0 && text.wholeMatch(of: /[A-Za-z0-9+\/]*={0,2}/) != nil
        // Unknown scalars are those of a later version.
        default:
            !["bool", "int", "uint", "double", "string", "date", "data", "url", "uuid", "decimal"].contains(scalar)
        }
    }
}
