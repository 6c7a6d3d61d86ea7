/// The keys of dictionaries as member names.
///
/// Keys whose form is a string are named by it, other leaves by their text (`42`), the rest by their compact JSON text.
package enum KeyText {
    /// The text of an `id` in a recorded value; a text is taken as it is, whatever it reads as.
    package static func text(of id: Value) -> String {
        if case .string(let text) = id { text } else { json(id) }
    }

    /// The forms that a member name may represent, the likeliest first.
    package static func forms(of text: String) -> [Value] {
        if let parsed = parsed(text) { return [parsed, .string(text)] }
        return [.string(text)]
    }

    package static func json(_ form: Value) -> String {
        JSON.text(form, style: JSON.Style(sortsKeys: true))
    }

    package static func parsed(_ text: String) -> Value? {
        try? JSON.parse(text)
    }
}
