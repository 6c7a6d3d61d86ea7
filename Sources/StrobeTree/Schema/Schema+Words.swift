extension Schema {
    /// The name of the type without its module, outer types and generic arguments; `nil` for nameless shapes.
    var baseName: String? {
        switch self {
        case .object(let type, _), .choice(let type, _), .recursive(let type), .unknown(let type):
            Self.baseName(of: type)
        default: nil
        }
    }

    private static func baseName(of type: String) -> String? {
        let plain = (type.hasPrefix("any ") ? type.dropFirst(4) : type[...]).prefix { $0 != "<" }
        guard let last = plain.split(separator: ".").last, Spelling.isIdentifier(last) else { return nil }
        return String(last)
    }

    /// The type as people write it.
    package var typeText: String {
        switch self {
        case .scalar(let scalar): scalar.typeText
        case .optional(let wrapped): wrapped.typeText + "?"
        case .array(let element): "[\(element.typeText)]"
        case .set(let element): "Set<\(element.typeText)>"
        case .dictionary(let key, let value): "[\(key.typeText): \(value.typeText)]"
        case .object(let type, _), .choice(let type, _), .recursive(let type), .unknown(let type): type
        }
    }

    /// What is expected here, in words.
    var words: String {
        switch self {
        case .scalar(let scalar): scalar.words
        case .optional(let wrapped): "\(wrapped.words) or nil"
        case .array(let element), .set(let element): "a list of \(element.typeText)"
        case .dictionary: "a dictionary such as [key: value]"
        case .object(let type, _), .recursive(let type), .unknown(let type): "a \(type)"
        case .choice(let type, []):
            (type.hasPrefix("any ") ? "a registered \(type.dropFirst(4))" : "a \(type)") + ", of which there is none"
        case .choice(let type, let cases):
            (type.hasPrefix("any ") ? "a registered \(type.dropFirst(4)): " : "") + (cases.count == 1 ? "" : "one of ")
                + Self.list(cases.map(\.signature))
        }
    }

    /// Whether `nil` may be the value that an optional of this wraps.
    package var isNullable: Bool {
        switch self {
        case .optional, .unknown: true
        default: false
        }
    }

    /// Whether this is an optional.
    var isOptional: Bool { if case .optional = self { true } else { false } }

    /// Whether this is an enum with a case of a name.
    func hasCase(_ name: String) -> Bool {
        guard case .choice(_, let cases) = self else { return false }
        return cases.contains { $0.name == name }
    }

    /// Some names with commas between them; after eight the rest is left out.
    static func list(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }
}

extension Schema.Scalar {
    /// The Swift type.
    package var typeText: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .uint: "UInt"
        case .double: "Double"
        case .string: "String"
        case .date: "Date"
        case .data: "Data"
        case .url: "URL"
        case .uuid: "UUID"
        case .decimal: "Decimal"
        }
    }

    /// What is expected here, in words.
    var words: String {
        switch self {
        case .bool: "true or false"
        case .int: "an integer"
        case .uint: "an integer from 0"
        case .double: "a number"
        case .string: "a string in quotes"
        case .date: "a date such as \"2024-05-01T12:00:00Z\""
        case .data: "base64 text in quotes"
        case .url: "a URL in quotes"
        case .uuid: "a UUID in quotes"
        case .decimal: "a decimal number"
        }
    }

    /// Whether a value may be the form of such a leaf.
    func accepts(_ value: Value) -> Bool {
        switch (self, value) {
        case (.bool, .bool), (.string, .string), (.uuid, .string): true
        case (.int, .int), (.int, .uint), (.uint, .uint): true
        case (.uint, .int(let int)): int >= 0
        case (.int, .double(let double)): double.rounded() == double
        case (.uint, .double(let double)): double.rounded() == double && double >= 0
        // Integers beyond 64 bits are text.
        case (.int, .string(let text)), (.uint, .string(let text)): Self.isWide(text)
        case (.double, .int), (.double, .uint), (.double, .double): true
        case (.double, .string("NaN")), (.double, .string("Infinity")), (.double, .string("-Infinity")): true
        case (.date, .string), (.date, .int), (.date, .uint), (.date, .double): true
        case (.decimal, .string), (.decimal, .int), (.decimal, .uint), (.decimal, .double): true
        case (.data, .string), (.data, .array), (.url, .string), (.url, .object): true
        default: false
        }
    }

    /// Whether a text has the digits of an integer beyond 64 bits.
    static func isWide(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return digits.utf8.count >= 19 && digits.utf8.allSatisfy { 48...57 ~= $0 }
    }
}

extension Schema.Field {
    /// The key of the payload at a place in the form of a case.
    package func key(at index: Int) -> String { name ?? "_\(index)" }
}

extension Schema.Case {
    /// The form of the case without a payload.
    var form: Value { raw ?? .string(name) }

    /// Whether the case can be written without a payload.
    var canBeBare: Bool { payload.allSatisfy(\.schema.isOptional) }

    /// Whether it is unknown if the case has a payload, and which: one unlabelled value of an unknown shape says so.
    package var isOpen: Bool {
        // A duration has no shape, but is known.
        payload.count == 1 && payload[0].name == nil && payload[0].schema.isUnknown
            && payload[0].schema != .unknown(type: DurationText.typeName)
    }

    /// The case as it is declared, without the word `case`: `.failed(reason: String, code: Int)`.
    package var signature: String {
        guard Spelling.isCaseName(name) else { return JSON.text(form) }
        guard !payload.isEmpty else { return ".\(name)" }
        let fields = payload.map { field in (field.name.map { "\($0): " } ?? "") + field.schema.typeText }
        return ".\(name)(\(fields.joined(separator: ", ")))"
    }
}

extension Spelling {
    /// Whether a name can be written in Swift code without backticks (keywords aside).
    static func isIdentifier(_ name: some StringProtocol) -> Bool {
        guard let first = name.unicodeScalars.first, first == "_" || isLetter(first) else { return false }
        return name.unicodeScalars.allSatisfy(isIdentifierScalar)
    }

    /// Whether a name can follow a dot: an identifier, or several with dots between them, as the names of nested types.
    static func isCaseName(_ name: String) -> Bool {
        guard name.utf8.contains(UInt8(ascii: ".")) else { return name != "init" && isIdentifier(name) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        // What an optional or an initialiser reads first would not come to the rest.
        return !["none", "some", "init"].contains(parts[0]) && parts.allSatisfy { isIdentifier($0) }
    }

    /// Whether a scalar may be part of an identifier, after its first one.
    static func isIdentifierScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || isLetter(scalar)
            || (scalar.isASCII ? "0"..."9" ~= scalar : scalar.properties.numericType == .decimal)
    }

    /// Whether a scalar is a letter; of ASCII, as most are, without looking it up.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "a"..."z" ~= scalar || "A"..."Z" ~= scalar : scalar.properties.isAlphabetic
    }
}
