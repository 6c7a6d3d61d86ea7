/// The type of an optional, seen without the type that it wraps.
protocol OptionalType {
    /// The type of what may be wrapped.
    static var wrappedType: any Any.Type { get }
    /// Whether the form of a wrapped value may be null.
    static var wrapsNullable: Bool { get }
}

extension Optional: OptionalType {
    static var wrappedType: any Any.Type { Wrapped.self }
    static var wrapsNullable: Bool { Wrapped.self is any OptionalType.Type || Wrapped.self == Value.self }
}
