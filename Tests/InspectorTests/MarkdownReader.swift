/// Parses the part of Markdown in reports by the rules of CommonMark and GitHub's tables; on scalars, as those do.
enum MarkdownReader {
    /// The content of a code span that is the whole text; `nil` if it ends earlier or never.
    static func code(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        let fence = scalars.prefix { $0 == "`" }.count
        guard fence > 0 else { return nil }
        var index = fence
        while index < scalars.count {
            let run = scalars[index...].prefix { $0 == "`" }.count
            if run == fence {
                let isAll = index + run == scalars.count
                return isAll ? string(scalars[fence..<index]) : nil
            }
            index += max(run, 1)
        }
        return nil
    }

    /// The code without the padding blanks of the fence, unless it is all blanks.
    static func unpadded(_ code: String) -> String {
        var scalars = Array(code.unicodeScalars)[...]
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return string(scalars)
    }

    /// The cells of a table row: a backslash escapes the next character, and is removed before a bar.
    static func cells(_ line: String) -> [String] {
        var cells: [String] = []
        var cell: [Unicode.Scalar] = []
        var isEscaped = false
        for scalar in line.unicodeScalars.dropFirst() {
            if isEscaped {
                if scalar == "|" { cell.removeLast() }
                cell.append(scalar)
                isEscaped = false
            } else if scalar == "|" {
                cells.append(unpadded(string(cell[...])))
                cell = []
            } else {
                isEscaped = scalar == "\\"
                cell.append(scalar)
            }
        }
        return cells
    }

    /// The displayed text outside of code; `nil` if it has active markup.
    static func text(_ source: String) -> String? {
        var shown: [Unicode.Scalar] = []
        var rest = source.unicodeScalars[...]
        let entities: [(String, Unicode.Scalar)] = [("amp;", "&"), ("lt;", "<"), ("gt;", ">")]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                guard let next = rest.popFirst(), next.isASCII, next.properties.numericType == nil,
                    !next.properties.isAlphabetic, !next.properties.isWhitespace
                else { return nil }
                shown.append(next)
            case "&":
                guard let (name, meant) = entities.first(where: { rest.starts(with: $0.0.unicodeScalars) }) else {
                    return nil
                }
                rest.removeFirst(name.unicodeScalars.count)
                shown.append(meant)
            case "`", "*", "_", "[", "]", "<", ">", "|", "~", "!", "$": return nil
            case "@", "#":
                guard rest.first == "\u{2060}" else { return nil }
                shown.append(scalar)
            default: shown.append(scalar)
            }
        }
        return string(shown[...])
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

extension String {
    /// The text without a scalar.
    func without(_ scalar: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0 != scalar }))
    }
}
