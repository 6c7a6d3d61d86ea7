package import LineEditing

extension StyledText {
    /// The width on a terminal, in columns.
    package var width: Int { segments.reduce(0) { $0 + Columns.width(of: $1.text) } }

    /// The text padded on the right to a width.
    package func padded(to width: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(width - self.width, 0)))
    }

    /// The text padded on the left to a width.
    package func alignedRight(to width: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(width - self.width, 0))) + self
    }

    /// The text cut to a width, with an ellipsis if something is missing.
    package func fitted(to limit: Int) -> StyledText {
        guard width > limit else { return self }
        guard limit > 0 else { return StyledText() }
        var left = limit - 1
        var cut = StyledText()
        for segment in segments {
            let piece = Columns.prefix(of: segment.text, width: left)
            cut.append(String(piece), segment.style)
            left -= Columns.width(of: piece)
            if piece.endIndex < segment.text.endIndex { break }
        }
        return cut + StyledText("…", .dim)
    }

    /// The text cut so that `tail` fits after it as a whole, if possible.
    package func fitted(to limit: Int, keeping tail: StyledText) -> StyledText {
        let room = limit - tail.width
        // A shorter beginning would be useless.
        guard width > room, room >= 24 else { return (self + tail).fitted(to: limit) }
        return fitted(to: room) + tail
    }

    /// The text wrapped to lines of at most `width` columns, at blanks if possible.
    ///
    /// - Parameters:
    ///   - width: The width of a line; at least 1.
    ///   - hanging: The indentation of all lines but the first.
    package func wrapped(to width: Int, hanging: Int = 0) -> [StyledText] {
        guard self.width > width else { return [self] }
        var lines: [StyledText] = []
        var line = StyledText()
        // The text since the last blank, kept together if it fits on a line.
        var word = StyledText()
        let indent = hanging < width / 2 ? hanging : 0
        func breakLine() {
            lines.append(line.withoutTrailingBlanks)
            line = StyledText(String(repeating: " ", count: indent))
        }
        func place() {
            let needed = word.width
            let overflows = line.width + needed > width && needed <= width - indent
            if line.width >= width || overflows, !line.isBlank, !word.isEmpty { breakLine() }
            defer { word = StyledText() }
            var room = width - line.width
            guard needed > room else { return line += word }
            // It fits on no line: wrapped by characters, since a server may send a very long word.
            var isBegun = !line.isBlank
            for segment in word.segments {
                for character in segment.text {
                    let columns = Columns.width(of: String(character))
                    if columns > room, isBegun {
                        breakLine()
                        room = width - line.width
                    }
                    line.append(String(character), segment.style)
                    room -= columns
                    isBegun = true
                }
            }
        }
        for segment in segments {
            for character in segment.text {
                if character == " " {
                    place()
                    if line.width < width { line.append(" ", segment.style) }
                } else {
                    word.append(String(character), segment.style)
                }
            }
        }
        place()
        lines.append(line.withoutTrailingBlanks)
        return lines
    }

    private var isBlank: Bool { segments.allSatisfy { $0.text.allSatisfy { $0 == " " } } }

    /// The text without trailing blanks.
    package var withoutTrailingBlanks: StyledText {
        var kept = segments[...]
        while let last = kept.last, last.text.allSatisfy({ $0 == " " }) { kept.removeLast() }
        var copy = StyledText()
        for (index, segment) in zip(kept.indices, kept) {
            var text = segment.text[...]
            if index == kept.endIndex - 1 { while text.last == " " { text.removeLast() } }
            copy.append(String(text), segment.style)
        }
        return copy
    }

    /// The text indented.
    package func indented(by blanks: Int) -> StyledText {
        StyledText(String(repeating: " ", count: blanks)) + self
    }

    /// The text with characters escaped that control a terminal, including line breaks.
    package var onOneLine: StyledText {
        segments.reduce(into: StyledText()) { $0.append(ControlCharacters.escaped($1.text), $1.style) }
    }
}

extension Sequence<StyledText> {
    /// The texts joined with a separator.
    package func joined(separator: StyledText) -> StyledText {
        var whole = StyledText()
        for (index, text) in enumerated() {
            if index > 0 { whole += separator }
            whole += text
        }
        return whole
    }
}
