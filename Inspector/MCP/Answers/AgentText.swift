import InspectorCore
import StrobeTree

/// Writes texts of the inspected program, and calls, so that nobody takes one for the other.
enum AgentText {
    /// The longest text of a value that is shown whole, in characters.
    static let longest = 200
    /// The longest line of data, in characters.
    private static let longestLine = 600

    /// A text of the program on one line, without anything that controls how it is shown.
    static func escaped(_ text: String) -> String { ControlCharacters.escaped(text) }

    /// The beginning of a text, and how many characters were left out: `…(+1,204)`.
    static func clipped(_ text: String, to limit: Int = longest) -> String {
        // Counting bytes first costs nothing for short texts, and texts may have megabytes.
        guard text.utf8.count > limit, let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        let rest = text[end...].unicodeScalars.count
        return "\(text[..<end])…(+\(NumberText.grouped(rest)))"
    }

    /// A line of data as it is shown.
    static func line(_ text: String) -> String { clipped(escaped(text), to: longestLine) }

    /// The literal of a value, shortened if it is long.
    static func literal(_ value: Value, _ schema: Schema? = nil) -> String {
        if case .string(let text) = value, text.utf8.count > longest {
            let shown = clipped(text)
            guard let cut = shown.lastIndex(of: "…"), shown != text else { return Literal.text(value, schema: schema) }
            return Literal.quoted(String(shown[..<cut])) + shown[cut...]
        }
        return clipped(Literal.text(value, schema: schema, limit: longest))
    }

    /// An id of the program in a line of ours: in quotes unless it is harmless.
    static func id(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.utf8.count <= 80
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "_.:-".utf8.contains(byte)
                }
            }
        return isPlain ? text : json(.string(clipped(text, to: 80)))
    }

    /// The name of a store in a line of ours.
    static func name(_ process: String, _ store: String) -> String { "\(id(process))/\(id(store))" }

    /// JSON on one line, whose texts cannot change how the line is shown.
    static func json(_ value: Value) -> String {
        let text = JSON.text(value)
        guard escaped(text) != text else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            let character = String(scalar)
            guard escaped(character) != character else {
                safe += character
                continue
            }
            for unit in character.utf16 {
                let digits = String(unit, radix: 16)
                safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return safe
    }

    /// A call as a client makes it: `read_state {"store":"cart","path":"/items"}`.
    ///
    /// - Parameters:
    ///   - tool: The name of the tool.
    ///   - arguments: Its arguments; those that are null are left out.
    static func call(_ tool: String, _ arguments: Value.Object) -> String {
        var given: Value.Object = [:]
        for (key, value) in arguments where value != .null { given[key] = value }
        return "\(tool) \(json(.object(given)))"
    }
}
