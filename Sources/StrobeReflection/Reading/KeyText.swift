internal import StrobeSystem
internal import StrobeTree

extension KeyText {
    /// The name of a key.
    static func text<Key>(of key: Key) -> String {
        if let string = key as? String { return string }
        if let representable = key as? any CodingKeyRepresentable { return representable.codingKey.stringValue }
        var builder = ValueBuilder(mode: .lenient)
        let form = builder.form(of: Child(any: key))
        guard case .string(let text) = form else { return json(form) }
        // Text that would read as something else is quoted, except where the type has no other form than text.
        return isTextual(Key.self) || parsed(text) == nil ? text : json(form)
    }

    private static func isTextual(_ type: any Any.Type) -> Bool {
        if let type = type as? any RawRepresentable.Type { return hasTextualRawValue(type) }
        return type == UUID.self || type == Date.self || type == URL.self || type == Data.self
    }

    private static func hasTextualRawValue<T: RawRepresentable>(_ type: T.Type) -> Bool {
        T.RawValue.self == String.self
    }
}
