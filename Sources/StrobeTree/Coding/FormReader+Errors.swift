extension FormReader {
    /// An object with the keys of a type, in words.
    func objectWords<Key: CodingKey>(_ type: Key.Type) -> String {
        let names = types?.keyNames(type).map { " with \($0.joined(separator: ", "))" } ?? ""
        let owner = caseName.map { "payload of .\($0) of \(TypeName.of(self.type))" } ?? TypeName.of(self.type)
        return "an object\(names) (\(owner))"
    }

    /// A form of another kind than the type takes.
    func mismatch(expected: String) -> TreeError {
        undecodable("Expected \(expected), found \(Self.words(for: value))", expected: expected)
    }

    /// A key that a type needs and the object does not have.
    func missing(
        _ name: String, _ type: any Any.Type, among object: Value.Object, known: [String]?
    ) -> TreeError {
        let owner = caseName.map { ".\($0) of \(TypeName.of(self.type))" } ?? TypeName.of(self.type)
        let strangers = object.keys.filter { known?.contains($0) != true }
        let near = Spelling.nearest(name, in: strangers)
        let typeName = TypeName.of(type)
        var message = name == "_0" ? "\(owner) needs a payload (\(typeName))" : "\(owner) needs `\(name)` (\(typeName))"
        if let near {
            message += "; found `\(near)`, did you mean `\(name)`?"
        } else if !object.isEmpty {
            message += "; the object has \(object.keys.prefix(8).joined(separator: ", "))"
        }
        return undecodable(
            message, expected: name == "_0" ? typeName : "\(name): \(typeName)", suggestion: near == nil ? nil : name)
    }

    /// Not exactly one case of an enum.
    func wrongCases(_ question: CaseQuestion) -> TreeError {
        let typeName = TypeName.of(type)
        let known = question.known ?? []
        let expected = known.isEmpty ? "a case of \(typeName)" : "one of \(known.joined(separator: ", "))"
        guard question.given.count == 1, let given = question.given.first else {
            let found = question.given.isEmpty ? "none" : question.given.prefix(8).joined(separator: ", ")
            return undecodable("Expected exactly one case of \(typeName), found \(found)", expected: expected)
        }
        let near = Spelling.nearest(given, in: known)
        let hint =
            near.map { "; did you mean `\($0)`?" } ?? (known.isEmpty ? "" : "; it has \(known.joined(separator: ", "))")
        return undecodable("\(typeName) has no case `\(given)`\(hint)", expected: expected, suggestion: near)
    }

    /// What a type's own decoding threw, in the words of the type.
    func explained(_ error: DecodingError, _ type: any Any.Type) -> TreeError {
        switch error {
        case .typeMismatch where caseQuestion.map { $0.matched != 1 } == true:
            return wrongCases(caseQuestion ?? CaseQuestion(given: [], matched: 0))
        case .dataCorrupted(let context):
            if let values = (types?.rawForms(of: type) ?? listedForms(of: type)), let error = notAmong(values) {
                return error
            }
            return foreign("\(TypeName.of(type)): \(context.debugDescription)", expected: TypeName.of(type))
        case .keyNotFound(let key, let context):
            return foreign(
                "\(TypeName.of(type)) needs `\(key.stringValue)`: \(context.debugDescription)",
                expected: key.stringValue)
        case .typeMismatch(let wanted, let context), .valueNotFound(let wanted, let context):
            return foreign("\(TypeName.of(type)): \(context.debugDescription)", expected: TypeName.of(wanted))
        @unknown default:
            return foreign("\(TypeName.of(type)): \(error)", expected: TypeName.of(type))
        }
    }

    /// The forms of all cases of an enum that lists them.
    private func listedForms(of type: any Any.Type) -> [Value]? {
        func forms<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [Value]? {
            let forms = type.allCases.compactMap { Leaf.value(of: $0.rawValue) }
            return forms.count == type.allCases.count ? forms : nil
        }
        return (type as? any (CaseIterable & RawRepresentable).Type).flatMap { forms($0) }
    }

    /// A raw value that no case has.
    private func notAmong(_ values: [Value]) -> TreeError? {
        guard !values.contains(value) else { return nil }
        let names = values.map(Self.short)
        let expected = "one of \(names.prefix(24).joined(separator: ", "))"
        var near: String?
        if case .string(let given) = value {
            let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
            near = Spelling.nearest(given, in: texts)
        }
        let hint = near.map { "; did you mean `\($0)`?" } ?? "; expected \(expected)"
        return undecodable(
            "\(TypeName.of(type)) has no case \(Self.short(value))\(hint)", expected: expected, suggestion: near)
    }

    /// - Parameter message: A sentence, with or without its full stop.
    private func undecodable(_ message: String, expected: String, suggestion: String? = nil) -> TreeError {
        let end = message.hasSuffix("?") || message.hasSuffix(".") ? "" : "."
        return TreeError(.undecodable, message + end, path: path, expected: expected, suggestion: suggestion)
    }

    /// What a type's own decoding says.
    private func foreign(_ message: String, expected: String) -> TreeError {
        var error = undecodable(message, expected: expected)
        error.isForeign = true
        return error
    }

    private static func words(for value: Value) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .int, .uint, .double: "the number \(short(value))"
        case .string: "the string \(short(value))"
        case .array(let elements):
            elements.count == 1 ? "an array of 1 element" : "an array of \(elements.count) elements"
        case .object(let object):
            object.isEmpty ? "an empty object" : "an object with \(object.keys.prefix(8).joined(separator: ", "))"
        }
    }

    private static func short(_ value: Value) -> String {
        switch value {
        case .int(let number): String(number)
        case .uint(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): "\"\(text.count > 60 ? text.prefix(60) + "..." : text[...])\""
        default: words(for: value)
        }
    }
}
