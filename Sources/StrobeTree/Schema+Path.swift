extension Schema {
    /// The shape of what stands at a path of a value of this shape; `nil` where that is not known.
    public func part(at path: Path) -> Schema? {
        var current = self
        // The types passed on the way, to which a recursive one refers.
        var passed: [String: Schema] = [:]
        for token in path.tokens {
            guard let next = current.unwrapped(&passed).child(token) else { return nil }
            current = next
        }
        if case .recursive(let type) = current { return passed[type] }
        return current
    }

    /// This shape without optionals, a recursive one replaced by what it refers to.
    private func unwrapped(_ passed: inout [String: Schema]) -> Schema {
        switch self {
        case .optional(let wrapped): return wrapped.unwrapped(&passed)
        case .recursive(let type): return passed[type] ?? self
        case .object(let type, _), .choice(let type, _):
            passed[type] = self
            return self
        default: return self
        }
    }

    private func child(_ token: String) -> Schema? {
        switch self {
        case .array(let element), .set(let element): element
        case .dictionary(_, let value): value
        case .object(_, let fields): fields.first { $0.name == token }?.schema
        case .choice(_, let cases):
            cases.first { $0.name == token }.flatMap { choice in
                guard let first = choice.payload.first else { return nil }
                if choice.payload.count == 1, first.name == nil { return first.schema }
                let fields = choice.payload.enumerated().map { Field(name: $1.name ?? "_\($0)", schema: $1.schema) }
                return .object(type: "", fields: fields)
            }
        default: nil
        }
    }
}
