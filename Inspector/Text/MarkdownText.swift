/// Text in Markdown up to a length, with code that nothing in it can leave.
struct MarkdownText {
    /// How many characters there is room for.
    private(set) var remaining: Int
    private var parts: [String] = []
    private var isCut = false

    init(limit: Int) {
        remaining = limit - 100
    }

    /// Adds a part where there is room for all of it.
    mutating func add(_ part: String) {
        guard part.count + 1 <= remaining else {
            isCut = true
            return
        }
        parts.append(part)
        remaining -= part.count + 1
    }

    /// All parts.
    var finished: String {
        parts.joined(separator: "\n") + (isCut ? "\nThe rest is left out: it would have been too long.\n" : "")
    }

    // Marks are looked for by scalars: one with a combining mark behind it is a mark all the same.

    /// Text as inline code; what would end the line or the code does not.
    static func code(_ text: String, limit: Int = 200) -> String {
        var text = ControlCharacters.escaped(text)
        if text.count > limit { text = text.prefix(limit) + "…" }
        let fence = String(repeating: "`", count: longestRun(in: text) + 1)
        // Blanks at both ends belong to the fence; without them a backtick at the end would.
        let (first, last) = (text.unicodeScalars.first, text.unicodeScalars.last)
        let isBare = first != nil && first != "`" && last != "`" && first != " "
        return isBare ? fence + text + fence : "\(fence) \(text.isEmpty ? " " : text) \(fence)"
    }

    /// Text as inline code in a table, where a bar would begin the next cell even so.
    static func cell(_ text: String, limit: Int) -> String {
        var cell = ""
        var last: Unicode.Scalar?
        for scalar in code(text, limit: limit).unicodeScalars {
            if scalar == "|" {
                // Two backslashes would be one that is escaped, and the bar would not be.
                cell += last == "\\" ? "\u{2060}\\" : "\\"
            }
            cell.unicodeScalars.append(scalar)
            last = scalar
        }
        return cell
    }

    /// Lines as a block of code.
    static func block(_ text: String, language: String) -> String {
        let text = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            ControlCharacters.escaped(String($0))
        }
        .joined(separator: "\n")
        let fence = String(repeating: "`", count: max(longestRun(in: text) + 1, 3))
        return "\(fence)\(language)\n\(text)\n\(fence)\n"
    }

    /// Text outside of code: marks of Markdown and HTML stand for themselves.
    static func plain(_ text: String) -> String {
        var result = ""
        for scalar in ControlCharacters.escaped(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // A mention or a link to an issue is none with this between.
            case "@", "#": result += "\(scalar)\u{2060}"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "!", "$": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A list of items, the first ones of many.
    static func list(_ items: [String], most: Int) -> String {
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
