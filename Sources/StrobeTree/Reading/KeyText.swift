internal import Foundation

/// The keys of dictionaries as member names.
///
/// Keys whose form is a string are named by it, other leaves by their text (`42`), the rest by their compact JSON text.
enum KeyText {
    static func text<Key>(of key: Key) -> String {
        if let string = key as? String { return string }
        if let representable = key as? any CodingKeyRepresentable { return representable.codingKey.stringValue }
        var folding = ValueBuilder(mode: .lenient)
        let form = folding.form(of: Child(any: key))
        guard case .string(let text) = form else { return json(form) }
        // Text that would read as something else is quoted, except where the type has no other form than text.
        return isTextual(Key.self) || parsed(text) == nil ? text : json(form)
    }

    /// The text of an `id` that was written down; one that is a text is itself, whatever it reads as.
    static func text(of id: Value) -> String {
        if case .string(let text) = id { text } else { json(id) }
    }

    /// The forms that a member name may stand for, the likeliest first.
    static func forms(of text: String) -> [Value] {
        if let parsed = parsed(text) { return [parsed, .string(text)] }
        return [.string(text)]
    }

    private static func json(_ form: Value) -> String {
        JSON.text(form, style: JSON.Style(sortsKeys: true))
    }

    private static func parsed(_ text: String) -> Value? {
        try? JSON.parse(text)
    }

    private static func isTextual(_ type: any Any.Type) -> Bool {
        if let type = type as? any RawRepresentable.Type { return hasTextualRawValue(type) }
        return type == UUID.self || type == Date.self || type == URL.self || type == Data.self
    }

    private static func hasTextualRawValue<T: RawRepresentable>(_ type: T.Type) -> Bool {
        T.RawValue.self == String.self
    }
}
