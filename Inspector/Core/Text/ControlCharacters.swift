import LineEditing

/// Escapes characters that would control a terminal.
package enum ControlCharacters {
    /// The text with control, bidirectional and line-separating characters written as Swift escapes.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": safe += "\\n"
            case "\r": safe += "\\r"
            case "\t": safe += "\\t"
            case _ where scalar.isControl: safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
