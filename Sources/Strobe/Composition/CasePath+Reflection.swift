extension CasePath {
    /// Creates a path from the function that makes the case; reflection finds the way back.
    ///
    /// Works for payloads of any number, with and without labels, and for cases without one:
    ///
    ///     enum Parent: Sendable { case move(x: Int, y: Int), rename(String?), reset }
    ///     let point = CasePath(Parent.move).extract(.move(x: 1, y: 2))  // (1, 2)
    ///     let name = CasePath(Parent.rename).extract(.rename(nil))  // .some(nil)
    ///     let reset: Void? = CasePath<Parent, Void> { .reset }.extract(.reset)  // ()
    ///
    /// A value counts as this case if the payload found in it, given to `embed` again, has the same names of cases. The
    /// function may go down several enums (`{ .profile(.loaded($0)) }`).
    ///
    /// Each `extract` costs 2 to 10 microseconds, in vain or not: where an action goes past many paths, give both functions. Reflection does
    /// not work for payloads that are closures, nor for enums that describe themselves as `CustomReflectable`: `extract` is
    /// then always `nil`. Cases without payload are distinguished by their descriptions: one that describes itself
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
    /// How many enums within each other are searched.
    static let depth = 8
    /// How many enums within each other are compared; more only matter for a case that contains its own enum.
    static let comparedDepth = 64

    let name: String
    /// The payload, a tuple where there are several; `nil` for a case without one.
    let payload: Any?

    init?(_ value: Any) {
        var value = value
        var mirror = Mirror(reflecting: value)
        if let single = Self.single(mirror) {
            value = single
            mirror = Mirror(reflecting: single)
        }
        guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
        let child = mirror.children.first
        name = child?.label ?? String(describing: value)
        payload = child?.value
    }

    /// The one value of a payload with one label: such a tuple has no type that it could be cast to.
    private static func single(_ mirror: Mirror) -> Any? {
        mirror.displayStyle == .tuple && mirror.children.count == 1 ? mirror.children.first?.value : nil
    }

    /// The enum in the payload.
    var inner: EnumCase? { payload.flatMap { EnumCase($0) } }

    func value<Value>(as type: Value.Type) -> Value? {
        guard let payload else { return () as? Value }
        return payload as? Value ?? Self.single(Mirror(reflecting: payload)) as? Value
    }

    static func extract<Root, Value>(from root: Root, embed: (Value) -> Root) -> Value? {
        let outermost = EnumCase(root)
        var current = outermost
        for _ in 0..<depth {
            guard let found = current else { return nil }
            if let value = found.value(as: Value.self) {
                let rebuilt = EnumCase(embed(value))
                guard rebuilt?.name == outermost?.name else { return nil }
                if areSame(outermost, rebuilt) { return value }
            }
            current = found.inner
        }
        return nil
    }

    /// Whether two values are in the same case, and so are the enums in their payloads.
    private static func areSame(_ first: EnumCase?, _ second: EnumCase?) -> Bool {
        var pair = (first, second)
        for _ in 0..<comparedDepth {
            guard let left = pair.0, let right = pair.1 else { return pair.0 == nil && pair.1 == nil }
            // Two cases may have one name and different labels, which are part of the payload's type.
            guard left.name == right.name,
                left.payload.map({ type(of: $0) }) == right.payload.map({ type(of: $0) })
            else { return false }
            pair = (left.inner, right.inner)
        }
        return true
    }
}
