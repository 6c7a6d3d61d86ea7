/// The type of an optional, seen without the type that it wraps.
package protocol OptionalType {
    /// The type of what may be wrapped.
    static var wrappedType: any Any.Type { get }
    /// Whether the form of a wrapped value may be null.
    static var wrapsNullable: Bool { get }
}

extension Optional: OptionalType {
    package static var wrappedType: any Any.Type { Wrapped.self }
    package static var wrapsNullable: Bool { Wrapped.self is any OptionalType.Type || Wrapped.self == Value.self }
}
