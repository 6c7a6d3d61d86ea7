/// Reads as much of Markdown as reports use, by the rules of CommonMark and of GitHub's tables; by scalars, as those do.
enum MarkdownReader {
    /// What is in a code span that is all of a text; `nil` where it ends before, or does not end.
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

    /// Without the blank at both ends that belongs to the fence, or all blanks.
    static func unpadded(_ code: String) -> String {
        var scalars = Array(code.unicodeScalars)[...]
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return string(scalars)
    }

    /// The cells of a line of a table: a backslash takes what is behind it along, and one before a bar goes.
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

    /// What text outside of code shows; `nil` where a mark in it means something.
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
    /// Without a scalar.
    func without(_ scalar: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0 != scalar }))
    }
}
