internal import CLibedit
internal import StrobeSystem

/// What is drawn: libedit edits the line, and only on a terminal that can do nothing it draws it as well.
extension EditSession {
    /// libedit draws the prompt, unseen.
    func promptForDrawing() -> UnsafePointer<CChar> {
        needsPaint = true
        return UnsafePointer(promptText)
    }

    func write(_ text: String) {
        buffer(text)
        cle_flush(editor)
    }

    /// Leaves together with what is drawn next.
    private func buffer(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                if let start = characters.baseAddress { cle_write(editor, start, characters.count) }
            }
        }
    }

    // MARK: - The line

    /// Draws prompt and line as they are now, and the hint behind them.
    func paint() {
        takeNewSize()
        needsPaint = false
        guard canDraw, suspensions == 0 else { return }
        let (text, cursor) = currentLine()
        let isAtEnd = cursor == text.endIndex
        shownHint = isAtEnd && !isSearching ? hint(after: text) : ""
        let bell = cle_take_bell(editor) ? "\u{7}" : ""
        write(shown(text, cursor: text.utf8.distance(from: text.startIndex, to: cursor)) + bell)
    }

    private func shown(_ text: String, cursor: Int) -> String {
        let layout = LineLayout(
            prompt: prompt.line, continuation: isSearching ? "" : prompt.continuation.line, line: highlighted(text),
            cursor: cursor, hint: shownHint, columns: columns, usesColour: mailbox.output.usesColour)
        return display.show(layout, height: rows)
    }

    private func highlighted(_ text: String) -> StyledText {
        guard mailbox.output.usesColour, let highlight = options.highlight, !text.isEmpty, !isSearching else {
            return StyledText(text)
        }
        let styled = highlight(text)
        return styled.plain == text ? styled : StyledText(text)
    }

    /// What is faint behind the line: without faintness it would look like a part of the line.
    private func hint(after text: String) -> String {
        guard mailbox.output.usesColour, !text.isEmpty else { return "" }
        if let hint = options.hint?(text)?.onOneLine, !hint.isEmpty { return hint }
        guard options.suggestsFromHistory, text.first != " " else { return "" }
        let bytes = text.utf8
        let line = history.last { $0.utf8.count > bytes.count && $0.utf8.starts(with: bytes) && !$0.hasControls }
        guard let line, let end = String.Index(bytes.endIndex, within: text) else { return "" }
        return String(decoding: line.utf8.dropFirst(text[..<end].utf8.count), as: UTF8.self)
    }

    // MARK: - Messages

    /// Erases prompt and line, writes the text in their place, and draws them again below it.
    ///
    /// - Parameter prompt: The prompt of the line from then on; by default, the same as before.
    func printAbove(_ text: String, prompt: Prompt? = nil) {
        takeNewSize()
        eraseLine()
        if let prompt { use(prompt) }
        buffer(text.withCarriageReturns)
        redraw()
    }

    func redraw() {
        // Unseen as well: after a new size, libedit's shortcuts would write beyond its rows (3.1-20221030).
        cle_refresh(editor)
        guard canDraw else { return }
        needsPaint = true
        paint()
    }

    /// Clears the rows of prompt and line, the cursor at the first of them; a plain terminal goes to a new row.
    func eraseLine() {
        buffer(canDraw ? display.erase() : "\r\n")
    }

    /// Goes below a line that was taken: it stays on the screen as it is now.
    func leaveTaken(_ text: String) {
        // On a plain terminal libedit does that.
        guard canDraw else { return }
        takeNewSize()
        shownHint = ""
        write(shown(text, cursor: text.utf8.count) + display.leave() + "\r\n")
        eraseBelow()
    }

    /// Goes below the line, which stays on the screen.
    func leave(with result: ReadResult) {
        takeNewSize()
        let (text, cursor) = currentLine()
        shownHint = ""
        let last = canDraw ? shown(text, cursor: text.utf8.distance(from: text.startIndex, to: cursor)) : ""
        write(last + display.leave() + (result == .interrupted ? "^C" : "") + "\r\n")
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
    func resized() {
        takeNewSize()
        redraw()
    }

    /// Takes over the size of the window, if it is another one; what was drawn for the old one is cleared.
    private func takeNewSize() {
        // The signal may be on its way still.
        guard updateSize() || hasNewSize else { return }
        hasNewSize = false
        buffer(canDraw ? display.eraseWrapped(to: columns, height: rows) : "\r\n")
        cle_resize(editor)
        if canDraw { cle_refresh(editor) }
        needsPaint = true
    }
}
