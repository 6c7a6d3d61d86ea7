/// Builds Markdown up to a maximum length, with recorded text escaped as code.
package struct MarkdownText {
    /// The number of characters left.
    package private(set) var remaining: Int
    private var parts: [String] = []
    private var isCut = false

    package init(limit: Int) {
        remaining = limit - 100
    }

    /// Adds a part if it fits as a whole.
    package mutating func add(_ part: String) {
        guard part.count + 1 <= remaining else {
            isCut = true
            return
        }
        parts.append(part)
        remaining -= part.count + 1
    }

    /// All parts.
    package var finished: String {
        parts.joined(separator: "\n") + (isCut ? "\nThe rest is omitted: the report would be too long.\n" : "")
    }

    // Marks are searched for by scalars: one followed by a combining mark is still a mark.

    /// Text as inline code; characters that would end the line or the code are escaped.
    package static func code(_ text: String, limit: Int = 200) -> String {
        var text = ControlCharacters.escaped(text)
        if text.count > limit { text = text.prefix(limit) + "…" }
        let fence = String(repeating: "`", count: longestRun(in: text) + 1)
        // Blanks at both ends belong to the fence; without them, a backtick at an end would.
        let (first, last) = (text.unicodeScalars.first, text.unicodeScalars.last)
        let isBare = first != nil && first != "`" && last != "`" && first != " "
        return isBare ? fence + text + fence : "\(fence) \(text.isEmpty ? " " : text) \(fence)"
    }

    /// Text as inline code in a table, where a bar has to be escaped even in code.
    package static func cell(_ text: String, limit: Int) -> String {
        var cell = ""
        var last: Unicode.Scalar?
        for scalar in code(text, limit: limit).unicodeScalars {
            if scalar == "|" {
                // A second backslash would escape the first one, and not the bar.
                cell += last == "\\" ? "\u{2060}\\" : "\\"
            }
            cell.unicodeScalars.append(scalar)
            last = scalar
        }
        return cell
    }

    /// Lines as a block of code.
    package static func block(_ text: String, language: String) -> String {
        let text = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            ControlCharacters.escaped(String($0))
        }
        .joined(separator: "\n")
        let fence = String(repeating: "`", count: max(longestRun(in: text) + 1, 3))
        return "\(fence)\(language)\n\(text)\n\(fence)\n"
    }

    /// Text outside of code, with marks of Markdown and HTML escaped.
    package static func plain(_ text: String) -> String {
        var result = ""
        for scalar in ControlCharacters.escaped(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // The invisible character prevents mentions and links to issues.
            case "@", "#": result += "\(scalar)\u{2060}"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "!", "$": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The first `most` items as a list.
    package static func list(_ items: [String], most: Int) -> String {
        var lines = items.prefix(most).map { "- \($0)" }
        if items.count > most { lines.append("- and \(items.count - most) more") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func longestRun(in text: String) -> Int {
        var longest = 0
        var run = 0
        for scalar in text.unicodeScalars {
            run = scalar == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
