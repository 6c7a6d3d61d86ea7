extension Value {
    /// The value at a path; `nil` if there is none.
    ///
    /// A token such as `[id=42]` finds the first element of an array whose member `id` has that text.
    ///
    /// - Parameter path: Where to look.
    public func value(at path: Path) -> Value? {
        var value = self
        for token in path.tokens {
            guard let child = value.child(token) else { return nil }
            value = child
        }
        return value
    }

    /// The element or member that a token addresses.
    private func child(_ token: String) -> Value? {
        switch self {
        case .object(let object): return object[token]
        case .array(let elements): return Self.index(of: token, in: elements).map { elements[$0] }
        default: return nil
        }
    }

    /// The place that a token addresses in an array.
    static func index(of token: String, in elements: [Value]) -> Int? {
        if Path.isIndex(token) {
            guard let index = Int(token), elements.indices.contains(index) else { return nil }
            return index
        }
        guard let id = Path.id(in: token) else { return nil }
        return elements.firstIndex { element in
            guard case .object(let object) = element, let member = object["id"] else { return false }
            if case .string(let text) = member { return text == id }
            return JSON.text(member) == id
        }
    }
}
