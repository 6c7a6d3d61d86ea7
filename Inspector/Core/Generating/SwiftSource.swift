package import StrobeTree

/// Writes values as Swift source without type names: `.loaded(.init(id: 1, name: "x"))`.
///
/// A schema has the members of a type, not its initialisers: structs are written with the memberwise initialiser.
package enum SwiftSource {
    /// The maximum length of an expression, since long ones are slow to compile.
    package static let limit = 1_500

    /// A value as an expression; `nil` if that is not possible and it should be decoded from JSON.
    package static func expression(_ value: Value, _ schema: Schema?) -> String? {
        guard let schema, let text = text(value, schema, [:]), text.utf8.count <= limit else { return nil }
        return text
    }

    /// A value as JSON in a literal, to be decoded.
    package static func json(_ value: Value) -> String { Literal.quoted(JSON.text(value), isRaw: true) }

    private static func text(_ value: Value, _ schema: Schema, _ passed: [String: Schema]) -> String? {
        switch schema {
        case .scalar(let scalar): return self.scalar(value, scalar)
        case .optional(let wrapped):
            // It is unknown whether the outer or the inner one is nil.
            if case .optional = wrapped { return nil }
            if case .null = value { return "nil" }
            return text(value, wrapped, passed)
        case .array(let element), .set(let element):
            guard case .array(let elements) = value else { return nil }
            return list(elements.map { text($0, element, passed) })
        case .dictionary(.scalar(.string), let inner):
            guard case .object(let object) = value else { return nil }
            if object.isEmpty { return "[:]" }
            return list(
                object.map { member in
                    text(member.value, inner, passed).map { "\(Literal.quoted(member.key)): \($0)" }
                })
        case .dictionary, .unknown: return nil
        case .object(let type, let fields):
            guard case .object(let object) = value else { return nil }
            return arguments(object, fields, passed.merging([type: schema]) { $1 }).map { ".init(\($0))" }
        case .choice(let type, let cases): return choice(value, type, cases, passed.merging([type: schema]) { $1 })
        case .recursive(let type): return passed[type].flatMap { text(value, $0, passed) }
        }
    }

    private static func scalar(_ value: Value, _ scalar: Schema.Scalar) -> String? {
        switch (scalar, value) {
        case (.bool, .bool(let bool)): String(bool)
        case (.int, .int(let number)), (.double, .int(let number)): String(number)
        case (.uint, .int(let number)) where number >= 0: String(number)
        case (.uint, .uint(let number)): String(number)
        // The compiler warns about subnormal numbers, whose literals are not exact.
        case (.double, .double(let number)) where number.isNormal || number.isZero: "\(number)"
        case (.double, .string("NaN")): ".nan"
        case (.double, .string("Infinity")): ".infinity"
        case (.double, .string("-Infinity")): "-.infinity"
        case (.string, .string(let text)): Literal.quoted(text)
        default: nil
        }
    }

    private static func choice(
        _ value: Value, _ type: String, _ cases: [Schema.Case], _ passed: [String: Schema]
    ) -> String? {
        guard let name = CaseText.name(value, in: cases), let found = cases.first(where: { $0.name == name }),
            isIdentifier(name)
        else { return nil }
        let isExistential = type.hasPrefix("any ")
        if isExistential {
            let isType = name.first?.isUppercase == true && !["Self", "Any", "Type", "Protocol"].contains(name)
            guard isType else { return nil }
        } else if ["none", "some"].contains(name) {
            // In an optional, these would be its own cases.
            return nil
        }
        // With `init`, the name can only be a type that conforms to the protocol; without, it could be any function.
        let call = isExistential ? "\(name).init" : ".\(escaped(name))"
        if found.payload.isEmpty { return isExistential ? "\(call)()" : call }
        guard case .object(let object) = value, let payload = object[name] else { return nil }
        if found.payload.count == 1, let only = found.payload.first, only.name == nil {
            return text(payload, only.schema, passed).map { "\(call)(\($0))" }
        }
        guard case .object(let inner) = payload else { return nil }
        return arguments(inner, found.payload, passed).map { "\(call)(\($0))" }
    }

    /// The arguments of a call; `nil` if the members do not match the declaration or are not valid names.
    private static func arguments(
        _ object: Value.Object, _ fields: [Schema.Field], _ passed: [String: Schema]
    ) -> String? {
        var texts: [String] = []
        var used = 0
        for (place, field) in fields.enumerated() {
            let key = field.name ?? "_\(place)"
            guard field.name.map(isIdentifier) ?? true else { return nil }
            let value: Value
            if let present = object[key] {
                value = present
                used += 1
            } else if case .optional = field.schema {
                value = .null
            } else {
                return nil
            }
            guard let text = text(value, field.schema, passed) else { return nil }
            texts.append((field.name.map { "\($0): " } ?? "") + text)
        }
        // A member that the declaration lacks is computed: the coding is not memberwise.
        return used == object.count ? texts.joined(separator: ", ") : nil
    }

    private static func list(_ elements: [String?]) -> String? {
        var texts: [String] = []
        for element in elements {
            guard let element else { return nil }
            texts.append(element)
        }
        return "[\(texts.joined(separator: ", "))]"
    }

    /// Whether a name is a Swift identifier; one with a `_` is refused, as it may be a coding key.
    package static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isXIDStart else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isXIDContinue && $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
            && !["inout", "var", "let"].contains(name)
    }

    /// A member name after a dot, where few names are reserved.
    package static func escaped(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
    }

    /// Whether a label is a case in Swift notation, with nothing but cases and integers in it.
    package static func isCase(_ label: String) -> Bool {
        let form = #/((?:\.[A-Za-z][A-Za-z0-9]*\()*)(?:\.([A-Za-z][A-Za-z0-9]*)|[0-9]{1,18})(\)*)/#
        guard label.first == ".", let match = label.wholeMatch(of: form) else { return false }
        let names = label.split { ".()".contains($0) }.map(String.init)
        return match.1.count { $0 == "(" } == match.3.count && names.allSatisfy { escaped($0) == $0 }
    }
}
