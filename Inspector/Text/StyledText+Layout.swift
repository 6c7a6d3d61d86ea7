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

    /// This text with another one behind it, cut to a width so that the other one stays whole where there is room for it.
    func fitted(to limit: Int, keeping tail: StyledText) -> StyledText {
        let room = limit - tail.width
        // Less than this of the beginning tells nothing.
        guard width > room, room >= 24 else { return (self + tail).fitted(to: limit) }
        return fitted(to: room) + tail
    }

    /// This text in lines of at most `width` columns, broken at blanks where there are any.
    ///
    /// - Parameters:
    ///   - width: The columns of a line; at least 1.
    ///   - hanging: How far the second and later lines are moved to the right.
    func wrapped(to width: Int, hanging: Int = 0) -> [StyledText] {
        guard self.width > width else { return [self] }
        var lines: [StyledText] = []
        var line = StyledText()
        // The text since the last blank, which stays together if a line has room for it.
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
            // No line has room for it: character by character, since a server may send a very long one.
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
