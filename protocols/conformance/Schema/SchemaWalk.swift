internal import StrobeTree

/// Validates values against schemas, keyword by keyword.
struct SchemaWalk {
    typealias Fault = WireSchema.Fault

    let schema: WireSchema

    func fault(_ value: Value, _ schema: Value, _ path: String, _ depth: Int) -> Fault? {
        if case .bool(let isAllowed) = schema { return isAllowed ? nil : Fault(path, "is not allowed") }
        guard let keywords = schema.members else { return nil }
        // In these schemas, only values nest without limit, and their depth is limited by the parser.
        guard depth < WireSchema.depthLimit else { return nil }
        if let name = keywords["$ref"]?.text, let target = definition(name),
            let fault = fault(value, target, path, depth + 1)
        {
            return fault
        }
        return kind(value, keywords, path)
            ?? words(value, keywords, path)
            ?? bounds(value, keywords, path)
            ?? elements(value, keywords, path, depth)
            ?? members(value, keywords, path, depth)
            ?? combinations(value, keywords, path, depth)
    }

    private func definition(_ reference: String) -> Value? {
        let prefix = "#/$defs/"
        guard reference.hasPrefix(prefix) else { return nil }
        let name = String(reference.dropFirst(prefix.count)).replacing("~1", with: "/").replacing("~0", with: "~")
        return schema.definitions[name]
    }

    // MARK: Keywords

    private func kind(_ value: Value, _ keywords: Value.Object, _ path: String) -> Fault? {
        let names: [String]
        switch keywords["type"] {
        case .string(let name)?: names = [name]
        case .array(let all)?: names = all.compactMap(\.text)
        default: return nil
        }
        guard !names.contains(where: { Self.is(value, $0) }) else { return nil }
        return Fault(
            path, "is \(Self.shown(value)), but must be \(names.map(Self.article).joined(separator: " or "))")
    }

    private static func `is`(_ value: Value, _ name: String) -> Bool {
        switch (name, value) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array), ("object", .object),
            ("integer", .int), ("integer", .uint), ("number", .int), ("number", .uint), ("number", .double):
            true
        default: false
        }
    }

    private static func article(_ name: String) -> String {
        switch name {
        case "null": "null"
        case "integer", "array", "object": "an \(name)"
        default: "a \(name)"
        }
    }

    private func words(_ value: Value, _ keywords: Value.Object, _ path: String) -> Fault? {
        if let wanted = keywords["const"], value != wanted {
            return Fault(path, "is \(Self.shown(value)), but must be \(Self.shown(wanted))")
        }
        if let allowed = keywords["enum"]?.list, !allowed.contains(value) {
            let list = allowed.map(Self.shown).joined(separator: ", ")
            return Fault(path, "is \(Self.shown(value)), but must be one of \(list)")
        }
        guard let text = keywords["pattern"]?.text, case .string(let word) = value,
            let pattern = schema.patterns[text], !pattern.matches(word)
        else { return nil }
        return Fault(path, "is \(Self.shown(value)), but must match \(text)")
    }

    private func bounds(_ value: Value, _ keywords: Value.Object, _ path: String) -> Fault? {
        switch value {
        case .string(let text):
            guard keywords["minLength"] != nil || keywords["maxLength"] != nil else { return nil }
            let count = text.unicodeScalars.count
            return Self.limits(
                Double(count), "has \(count) characters", keywords["minLength"], keywords["maxLength"], path)
        case .array(let elements):
            return Self.limits(
                Double(elements.count), "has \(elements.count) elements", keywords["minItems"], keywords["maxItems"],
                path)
        default:
            guard let number = Self.number(value) else { return nil }
            return Self.limits(number, "is \(Self.shown(value))", keywords["minimum"], keywords["maximum"], path)
        }
    }

    private static func limits(_ number: Double, _ shown: String, _ least: Value?, _ most: Value?, _ path: String)
        -> Fault?
    {
        if let least, let bound = Self.number(least), number < bound {
            return Fault(path, "\(shown), but the minimum is \(self.shown(least))")
        }
        if let most, let bound = Self.number(most), number > bound {
            return Fault(path, "\(shown), but the maximum is \(self.shown(most))")
        }
        return nil
    }

    private static func number(_ value: Value) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    private func elements(_ value: Value, _ keywords: Value.Object, _ path: String, _ depth: Int) -> Fault? {
        guard let items = keywords["items"], case .array(let elements) = value else { return nil }
        for (index, element) in elements.enumerated() {
            if let fault = fault(element, items, "\(path)/\(index)", depth + 1) { return fault }
        }
        return nil
    }

    private func members(_ value: Value, _ keywords: Value.Object, _ path: String, _ depth: Int) -> Fault? {
        guard case .object(let members) = value else { return nil }
        let required = Set(keywords["required"]?.list?.compactMap(\.text) ?? [])
        // Before missing members: a member such as `kind` shows which of several forms is meant.
        for (name, schema) in keywords["properties"]?.members ?? [:] {
            // An optional member that is null counts as absent.
            guard let member = members[name], member != .null || required.contains(name) else { continue }
            if let fault = fault(member, schema, path + "/" + Self.escaped(name), depth + 1) { return fault }
        }
        for name in required.sorted() where members[name] == nil {
            return Fault(path, "lacks `\(name)`")
        }
        for (name, needed) in keywords["dependentRequired"]?.members ?? [:] where members[name] != nil {
            for other in needed.list?.compactMap(\.text) ?? [] where members[other] == nil {
                return Fault(path, "has `\(name)` but lacks `\(other)`")
            }
        }
        for (name, schema) in keywords["dependentSchemas"]?.members ?? [:] where members[name] != nil {
            if let fault = fault(value, schema, path, depth + 1) { return fault }
        }
        return nil
    }

    private func combinations(_ value: Value, _ keywords: Value.Object, _ path: String, _ depth: Int) -> Fault? {
        for schema in keywords["allOf"]?.list ?? [] {
            if let fault = fault(value, schema, path, depth + 1) { return fault }
        }
        for name in ["anyOf", "oneOf"] {
            guard let schemas = keywords[name]?.list else { continue }
            let faults = schemas.map { fault(value, $0, path, depth + 1) }
            let fitting = faults.count { $0 == nil }
            if fitting == 0 {
                // The alternative that matches furthest is most likely the one meant.
                return faults.compactMap(\.self).max { $0.path.utf8.count < $1.path.utf8.count }
            }
            if name == "oneOf", fitting > 1 { return Fault(path, "matches \(fitting) forms, but must match one") }
        }
        if let schema = keywords["not"], fault(value, schema, path, depth + 1) == nil {
            return Fault(path, "is not allowed: \(Self.shown(value))")
        }
        guard let condition = keywords["if"] else { return nil }
        let isMet = fault(value, condition, path, depth + 1) == nil
        guard let schema = keywords[isMet ? "then" : "else"] else { return nil }
        return fault(value, schema, path, depth + 1)
    }

    // MARK: Texts

    private static func shown(_ value: Value) -> String {
        switch value {
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        default: Finding.shortened(JSON.text(value))
        }
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension WireSchema.Fault {
    fileprivate init(_ path: String, _ message: String) {
        self.init(path: path, message: message)
    }
}
