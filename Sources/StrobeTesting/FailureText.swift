internal import StrobeReflection

/// The layout of what test stores report.
enum FailureText {
    /// How many differences or values one failure lists.
    private static let maxCount = 20
    /// The widest column of paths.
    private static let maxColumn = 32

    /// A heading, the places that differ beneath each other, and what to do.
    ///
    /// - Parameters:
    ///   - words: What the two values of a place are called.
    ///   - advice: What to do; `nil` if that is plain.
    static func differences(
        _ heading: String, _ differences: [Difference], words: (String, String) = ("expected", "got"),
        advice: String? = nil
    ) -> String {
        let column = differences.prefix(maxCount).map(\.path.count).filter { $0 <= maxColumn }.max() ?? 0
        let width = max(words.0.count, words.1.count)
        var lines: [String] = []
        for difference in differences.prefix(maxCount) {
            var start = padded(difference.path, to: column)
            if difference.path.count > column {
                lines.append(difference.path)
                start = padded("", to: column)
            }
            if column > 0 { start += "  " }
            let blank = padded("", to: start.count)
            lines.append("\(start)\(padded(words.0, to: width, atEnd: false)) \(difference.expected ?? "nothing")")
            lines.append("\(blank)\(padded(words.1, to: width, atEnd: false)) \(difference.got ?? "nothing")")
        }
        return text(heading, lines, more: differences.count - maxCount, advice)
    }

    /// A heading, one line for each of some values, and what to do.
    static func list(_ heading: String, _ lines: [String], advice: String? = nil) -> String {
        text(heading, Array(lines.prefix(maxCount)), more: lines.count - maxCount, advice)
    }

    private static func text(_ heading: String, _ lines: [String], more: Int, _ advice: String?) -> String {
        var lines = lines
        if more > 0 { lines.append("… and \(more) more") }
        let body = lines.map { "    \($0)" }.joined(separator: "\n")
        return "\(heading)\n\n\(body)" + (advice.map { "\n\n\($0)" } ?? "")
    }

    private static func padded(_ text: String, to width: Int, atEnd: Bool = true) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return atEnd ? text + blanks : blanks + text
    }

    /// A heading, the places that cannot be compared, and what to do.
    static func undecided(_ heading: String, _ parts: [IncomparablePart], advice: String) -> String {
        let lines = parts.map { part in part.path.isEmpty ? "It \(part.text)" : "\(part.path)  \(part.text)" }
        let types = Set(parts.filter { !$0.isFunction }.map(\.typeName)).sorted()
        let equatable = types.isEmpty ? "" : " Or make it Equatable: \(types.joined(separator: ", "))."
        return list(heading, lines, advice: advice + equatable)
    }

    /// A number with its noun: `1 action`, `2 actions`.
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension FailureText {
    /// Two values of an action or effect, each on a line of its own; where they are long, the places that differ.
    static func whole(_ heading: String, _ expected: Any, _ got: Any, _ differences: [Difference]) -> String {
        let whole = Difference(path: "", expected: ValueText.of(expected), got: ValueText.of(got))
        let isLong = max(whole.expected?.count ?? 0, whole.got?.count ?? 0) > 80
        let parts = isLong ? differences.filter { !$0.path.isEmpty } : []
        return self.differences(heading, parts.isEmpty ? [whole] : parts)
    }
}
