import LineEditing

extension StyledText {
    /// How many columns of a terminal it takes.
    var width: Int { segments.reduce(0) { $0 + Columns.width(of: $1.text) } }

    /// This text with blanks on the right up to a width.
    func padded(to width: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(width - self.width, 0)))
    }

    /// This text with blanks on the left up to a width.
    func alignedRight(to width: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(width - self.width, 0))) + self
    }

    /// This text cut to a width, with an ellipsis where something is missing.
    func fitted(to limit: Int) -> StyledText {
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

    /// This text without blanks at its end.
    var withoutTrailingBlanks: StyledText {
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

    /// This text moved to the right.
    func indented(by blanks: Int) -> StyledText {
        StyledText(String(repeating: " ", count: blanks)) + self
    }

    /// This text with the characters made visible that would steer a terminal, line breaks among them.
    var onOneLine: StyledText {
        segments.reduce(into: StyledText()) { $0.append(ControlCharacters.escaped($1.text), $1.style) }
    }
}

extension Sequence<StyledText> {
    /// The texts with another between them.
    func joined(separator: StyledText) -> StyledText {
        var whole = StyledText()
        for (index, text) in enumerated() {
            if index > 0 { whole += separator }
            whole += text
        }
        return whole
    }
}
