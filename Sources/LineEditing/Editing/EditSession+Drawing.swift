internal import CLibedit
internal import StrobeSystem

/// What is drawn around and over libedit's own drawing.
extension EditSession {
    /// libedit draws the prompt: it is there without its styles until it is painted over.
    func promptForDrawing() -> UnsafePointer<CChar> {
        needsPaint = true
        return UnsafePointer(promptText)
    }

    func write(_ text: String) {
        buffer(text)
        cle_flush(editor)
    }

    /// Leaves together with what libedit draws next.
    private func buffer(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                if let start = characters.baseAddress { cle_write(editor, start, characters.count) }
            }
        }
    }

    private func measure() -> cle_layout {
        cle_measure(editor, promptText, Int32(clamping: columns))
    }

    // MARK: - Messages

    /// Erases prompt and line, writes the text in their place, lets libedit draw them again below it.
    ///
    /// - Parameter prompt: The prompt of the line from then on; by default, the same as before.
    func printAbove(_ text: String, prompt: Prompt? = nil) {
        eraseLine()
        if let prompt { use(prompt) }
        buffer(text.withCarriageReturns)
        cle_refresh(editor)
        needsPaint = true
    }

    /// Clears the rows of prompt and line, the cursor at the first of them; a plain terminal goes to a new row.
    func eraseLine() {
        hideHint()
        guard canDraw else {
            buffer("\r\n")
            return
        }
        // Row by row: some terminals move a screen that is cleared at once into their scrollback.
        let layout = measure()
        let above = min(Int(layout.end.row), rows - 1)
        buffer(down(layout.end.row - layout.cursor.row) + "\r\u{1B}[K")
        buffer(String(repeating: "\u{1B}[A\u{1B}[K", count: above))
    }

    /// Goes below the line, which stays on the screen.
    func leave(with result: ReadResult) {
        hideHint()
        let layout = measure()
        let mark = result == .interrupted ? "^C" : ""
        write((canDraw ? down(layout.end.row - layout.cursor.row) : "") + mark + "\r\n")
        eraseBelow()
        outcome = result
    }

    /// Clears everything from the cursor on, where the next output goes.
    ///
    /// A window whose size changes while output is on its way shows rows where they were not expected: what stayed of
    /// them would look as if it were typed into the next line.
    func eraseBelow() {
        if canDraw { write("\u{1B}[J") }
    }

    /// The window has another size.
    ///
    /// Most terminals have wrapped the line again for it.
    func resized() {
        hideHint()
        _ = updateSize()
        if canDraw {
            write("\r" + up(min(measure().cursor.row, Int32(clamping: rows) - 1)) + "\u{1B}[J")
        } else {
            write("\r\n")
        }
        cle_resize(editor)
        cle_refresh(editor)
        needsPaint = true
    }

    // MARK: - Colours and hints

    /// Paints prompt and line in their colours over what libedit drew, then the hint behind it.
    func paint() {
        needsPaint = false
        guard canDraw, mailbox.output.usesColour, suspensions == 0, !isSearching else { return }
        let layout = measure()
        // libedit shows only a part of a line that is taller than the screen.
        guard Int(layout.end.row) < rows else { return }
        let (text, cursor) = currentLine()
        var output = "\r" + up(layout.cursor.row) + prompt.coloured
        if let coloured = highlighted(text) {
            output += coloured.split(separator: "\n", omittingEmptySubsequences: false).joined(
                separator: "\u{1B}[K\r\n")
            // At the margin the cursor waits behind the last column until something is written.
            if layout.end.column == 0, layout.end.row > 0, text.last != "\n" { output += " \r" }
            output += "\r" + up(layout.end.row - layout.cursor.row)
        } else {
            if layout.prompt_end.column == 0, layout.prompt_end.row > 0 {
                output += text.isEmpty ? " \r" : "\r\n"
            }
            output += "\r" + down(layout.cursor.row - layout.prompt_end.row)
        }
        output += right(layout.cursor.column)
        if cursor == text.endIndex { output += hint(after: text, at: layout.cursor.column) }
        write(output)
    }

    private func highlighted(_ text: String) -> String? {
        guard let highlight = options.highlight, !text.isEmpty,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
        else { return nil }
        let styled = highlight(text)
        guard styled.plain == text else { return nil }
        let rendered = styled.rendered(colours: true)
        return rendered
    }

    private func hint(after text: String, at column: Int32) -> String {
        guard let hint = options.hint?(text)?.onOneLine, !hint.isEmpty, !text.isEmpty, !text.contains("\n") else {
            return ""
        }
        let visible = Columns.prefix(of: hint, width: columns - Int(column) - 1)
        guard !visible.isEmpty else { return "" }
        shownHint = hint
        return "\u{1B}[K\u{1B}[2m\(visible)\u{1B}[0m\r" + right(column)
    }

    /// The hint is behind the cursor, which is at the end of the line.
    func hideHint() {
        guard !shownHint.isEmpty else { return }
        shownHint = ""
        write("\u{1B}[K")
    }
}

private func up(_ count: Int32) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
private func down(_ count: Int32) -> String { count > 0 ? "\u{1B}[\(count)B" : "" }
private func right(_ count: Int32) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
