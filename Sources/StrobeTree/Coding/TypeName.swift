/// Names of types as a Swift programmer writes them: `[Item]`, `Int?`, `[String: User]`.
package enum TypeName {
    package static func of(_ type: Any.Type) -> String {
        if let named = type as? any SugaredName.Type { return named.sugaredName }
        return String(describing: type)
    }
}

/// A generic type of the standard library that has a shorter way of writing.
package protocol SugaredName {
    static var sugaredName: String { get }
}

extension Optional: SugaredName {
    package static var sugaredName: String {
        let name = TypeName.of(Wrapped.self)
        return name.contains(" ") && !name.hasPrefix("[") ? "(\(name))?" : name + "?"
    }
}

extension Array: SugaredName {
    package static var sugaredName: String { "[\(TypeName.of(Element.self))]" }
}

extension Set: SugaredName {
    package static var sugaredName: String { "Set<\(TypeName.of(Element.self))>" }
}

extension Dictionary: SugaredName {
    package static var sugaredName: String { "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]" }
}
