/// What values of a shape can be compared with.
extension Schema {
    /// The first member that a form of this shape lacks and that all values have; `nil` if there is none.
    func missing(in value: Value) -> String? {
        switch (self, value) {
        case (.optional(let wrapped), _): return value == .null ? nil : wrapped.missing(in: value)
        case (.array(let element), .array(let values)), (.set(let element), .array(let values)):
            return values.lazy.compactMap { element.missing(in: $0) }.first
        case (.dictionary(_, let element), .object(let object)):
            return object.values.lazy.compactMap { element.missing(in: $0) }.first
        case (.object(_, let fields), .object(let object)):
            for field in fields {
                guard let name = field.name else { continue }
                if let value = object[name] {
                    if let missing = field.schema.missing(in: value) { return missing }
                } else if !field.schema.isOptional, !field.schema.isOpen {
                    return "\(name):"
                }
            }
            return nil
        case (.choice, .object(let object)):
            guard object.count == 1, let payload = child(object.keys[0]) else { return nil }
            return payload.missing(in: object.values[0])
        default: return nil
        }
    }

    /// Whether a value with parts may be one of this shape although it does not read as one: where cases may be others
    /// than are known, or what a case has is known to be something and no more.
    func mayTake(_ value: Value) -> Bool {
        guard case .choice(let type, let cases) = self else { return false }
        guard let known = cases.first(where: { $0.name == value.caseName }) else { return type.hasPrefix("any ") }
        guard known.payload.count == 1, known.payload[0].name == nil, case .unknown = known.payload[0].schema else {
            return false
        }
        return true
    }

    /// Whether a value of this shape can equal a boolean, a number or a text.
    func canEqual(_ value: Value) -> Bool {
        switch self {
        case .scalar(let scalar): return scalar.isLoose || scalar.accepts(value)
        case .choice(let type, let cases):
            guard !type.hasPrefix("any ") else { return true }
            return cases.contains { $0.canBeBare && ($0.form == value || .string($0.name) == value) }
        case .array, .set, .dictionary, .object: return false
        case .unknown, .recursive, .optional: return true
        }
    }

    /// Whether a value of this shape can be less or greater than a number or a text.
    func canBeOrdered(with value: Value) -> Bool {
        let isText = if case .string = value { true } else { false }
        switch self {
        case .scalar(.bool): return false
        case .scalar(let scalar): return scalar.isLoose || scalar.isText == isText
        case .choice: return true
        case .array, .set, .dictionary, .object: return false
        case .unknown, .recursive, .optional: return true
        }
    }
}

extension Schema.Scalar {
    /// Whether what it is can be written in more ways than one.
    var isLoose: Bool {
        switch self {
        case .date, .data, .url, .decimal: true
        case .bool, .int, .uint, .double, .string, .uuid: false
        }
    }

    /// Whether it is a text in a condition.
    var isText: Bool {
        switch self {
        case .string, .date, .url, .uuid, .data: true
        case .bool, .int, .uint, .double, .decimal: false
        }
    }
}
