import InspectorCore
import StrobeTree

/// Writes texts of the inspected program, and calls, so that neither can be taken for the other.
enum AgentText {
    /// The longest text of a value that is shown whole, in scalars.
    static let longest = 200
    /// The longest line of data, in scalars.
    private static let longestLine = 600

    /// A text of the program on one line, without anything that controls how it is shown.
    static func escaped(_ text: String) -> String { ControlCharacters.escaped(text) }

    /// The beginning of a text, and how many scalars were left out: `…(+1,204)`.
    static func clipped(_ text: String, to limit: Int = longest) -> String {
        cut(text, to: limit).map { $0.shown + $0.rest } ?? text
    }

    /// The beginning of a text, and what is said of the rest; `nil` if it is short.
    ///
    /// By scalars: one character may have any number of them.
    private static func cut(_ text: String, to limit: Int) -> (shown: String, rest: String)? {
        let scalars = text.unicodeScalars
        // Counting bytes first costs nothing for short texts, and texts may have megabytes.
        guard text.utf8.count > limit,
            let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return nil }
        return (String(scalars[..<end]), "…(+\(NumberText.grouped(scalars[end...].count)))")
    }

    /// A line of data as it is shown.
    static func line(_ text: String) -> String { clipped(escaped(text), to: longestLine) }

    /// The literal of a value, shortened if it is long.
    static func literal(_ value: Value, _ schema: Schema? = nil) -> String {
        if case .string(let text) = value, text.utf8.count > longest {
            guard let part = cut(text, to: longest) else { return Literal.text(value, schema: schema) }
            return Literal.quoted(part.shown) + part.rest
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
