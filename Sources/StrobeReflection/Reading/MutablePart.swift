/// A part that can change though the value that holds it does not: an object with variables, an actor, a closure.
public struct MutablePart: Sendable, Hashable {
    /// The kinds of part that can change.
    public enum Kind: Sendable, Hashable {
        /// An object or an actor.
        case object
        /// A closure, which may refer to objects.
        case closure
        /// A type whose contents are unknown, such as one compiled without reflection metadata.
        case unknown
    }

    /// Where it is, as Swift writes it: `.cart`, `.items[].owner`; empty for the value itself.
    public let path: String
    /// The name of its type.
    public let typeName: String
    /// What it is.
    public let kind: Kind

    /// The first such part that values of a type hold, or may hold, by the declarations of the type.
    ///
    /// What is behind a protocol or `Any` is left to `init(in:)`.
    ///
    /// - Parameter type: The type; what was found is kept.
    /// - Complexity: O(*n*) in the declared parts, once for each type.
    public static func first(inType type: any Any.Type) -> MutablePart? { MutableParts.known(type).part }

    /// The first such part that a value holds.
    ///
    /// - Parameter value: The value; no user code is called.
    /// - Complexity: O(1) if the type shows it, else O(*n*) in the parts on the way to what is behind a protocol or `Any`.
    public static func first<T>(in value: T) -> MutablePart? { MutableParts.first(value, "", depth: 0) }

    /// Whether values of a type may hold such a part: code of the program that is called with them, such as an `==`, may read
    /// what is being written.
    public static func mayBe(in type: any Any.Type) -> Bool {
        let known = MutableParts.known(type)
        return known.part != nil || known.dependsOnValue
    }

    /// Whether only the values of a type show whether they hold such a part.
    public static func dependsOnValue(_ type: any Any.Type) -> Bool {
        let known = MutableParts.known(type)
        return known.part == nil && known.dependsOnValue
    }
}

extension MutablePart: CustomStringConvertible {
    /// The path and the type, such as `.cart: Cart`.
    public var description: String {
        let name = kind == .closure ? "a closure" : typeName
        return path.isEmpty ? name : "\(path): \(name)"
    }
}
