extension CasePath {
    /// Makes a path of the function that makes the case; the way out is found by reflection.
    ///
    /// Works for payloads of any number, with and without labels, and for cases without one:
    ///
    ///     enum Parent: Sendable { case move(x: Int, y: Int), rename(String?), reset }
    ///     let point = CasePath(Parent.move).extract(.move(x: 1, y: 2))  // (1, 2)
    ///     let name = CasePath(Parent.rename).extract(.rename(nil))  // .some(nil)
    ///     let reset: Void? = CasePath<Parent, Void> { .reset }.extract(.reset)  // ()
    ///
    /// A value counts as this case if what is found in it, put through `embed` again, has the same names of cases on the way
    /// to it. The function may go down several enums (`{ .profile(.loaded($0)) }`).
    ///
    /// Each `extract` costs some microseconds: where an action goes past many paths, give both functions. Reflection does
    /// not work for payloads that are closures, nor for enums that describe themselves as `CustomReflectable`: `extract` is
    /// then always `nil`. Cases without payload are told apart by their descriptions: one that describes itself
    /// (`CustomStringConvertible`) must not use the same text for two such cases.
    public init(_ embed: @escaping @Sendable (Value) -> Root) {
        self.embed = embed
        // A function that is taken out of a mirror is called with the wrong convention.
        let type = String(describing: Value.self)
        if type.contains("->"), let first = type.first, "(@".contains(first) {
            extract = { _ in nil }
        } else {
            extract = { root in EnumCase.extract(from: root, embed: embed) }
        }
    }
}

/// One enum value as reflection shows it.
private struct EnumCase {
    /// The deepest nesting of enums that is searched.
    static let depth = 8

    let name: String
    /// The payload, a tuple where there are several; `nil` for a case without one.
    let payload: Any?

    init?(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
        let child = mirror.children.first
        name = child?.label ?? String(describing: value)
        payload = child?.value
    }

    /// The one value of a payload with one label: such a tuple has no type that it could be cast to.
    var single: Any? {
        guard let payload else { return nil }
        let mirror = Mirror(reflecting: payload)
        return mirror.displayStyle == .tuple && mirror.children.count == 1 ? mirror.children.first?.value : payload
    }

    func value<Value>(as type: Value.Type) -> Value? {
        guard let payload else { return () as? Value }
        return payload as? Value ?? single as? Value
    }

    static func extract<Root, Value>(from root: Root, embed: (Value) -> Root) -> Value? {
        var current = EnumCase(root)
        for level in 0..<depth {
            guard let found = current else { return nil }
            if let value = found.value(as: Value.self), areSame(root, embed(value), down: level) { return value }
            current = found.single.flatMap { EnumCase($0) }
        }
        return nil
    }

    /// Whether two values are in the same case, and so are their payloads so many levels down.
    private static func areSame(_ first: Any, _ second: Any, down levels: Int) -> Bool {
        guard let first = EnumCase(first), let second = EnumCase(second), first.name == second.name else {
            return false
        }
        guard levels > 0 else {
            // Two cases may have one name and different labels, which are part of the payload's type.
            return first.payload.map { type(of: $0) } == second.payload.map { type(of: $0) }
        }
        guard let inner = first.single, let other = second.single else { return false }
        return areSame(inner, other, down: levels - 1)
    }
}
