internal import CLibedit
internal import StrobeSystem

/// Commands that libedit does not have: by what is one character to the eye, undo, arguments of earlier lines, hints.
extension EditSession {
    // MARK: - Characters

    func backward() -> cle_outcome {
        let (text, cursor) = currentLine()
        guard let scalars = Self.scalars(in: text[..<cursor].last) else { return handOver(to: .backward) }
        cle_move(editor, -scalars)
        return CLE_REFRESH
    }

    func erase() -> cle_outcome {
        let (text, cursor) = currentLine()
        guard let scalars = Self.scalars(in: text[..<cursor].last) else { return handOver(to: .erase) }
        cle_delete_before_cursor(editor, scalars)
        return CLE_REFRESH
    }

    func delete(or other: Handover) -> cle_outcome {
        let (text, cursor) = currentLine()
        guard let scalars = Self.scalars(in: text[cursor...].first) else { return handOver(to: other) }
        cle_move(editor, scalars)
        cle_delete_before_cursor(editor, scalars)
        return CLE_REFRESH
    }

    /// The scalars of a character of several; libedit knows what to do with one.
    private static func scalars(in character: Character?) -> Int32? {
        guard let count = character?.unicodeScalars.count, count > 1 else { return nil }
        return Int32(clamping: count)
    }

    // MARK: - Hints

    func forward() -> cle_outcome {
        let (text, cursor) = currentLine()
        if cursor == text.endIndex { return takeHint { $0 } ?? refuse() }
        guard let scalars = Self.scalars(in: text[cursor...].first) else { return handOver(to: .forward) }
        cle_move(editor, scalars)
        return CLE_REFRESH
    }

    func end() -> cle_outcome { takeHint { $0 } ?? handOver(to: .end) }

    func word() -> cle_outcome {
        let word = takeHint { hint in
            let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" }
            let start = hint.prefix { !isPart($0) }
            return String(start + hint[start.endIndex...].prefix(while: isPart))
        }
        return word ?? handOver(to: .word)
    }

    /// Inserts a part of the hint, if the cursor is before it; only what is seen is taken.
    private func takeHint(_ part: (String) -> String) -> cle_outcome? {
        let (text, cursor) = currentLine()
        guard cursor == text.endIndex, !shownHint.isEmpty else { return nil }
        let taken = part(shownHint)
        return insert(taken) ? CLE_REFRESH : refuse()
    }

    // MARK: - Undo

    /// The line as it is.
    var lineState: LineState {
        let (text, cursor) = currentLine()
        return LineState(text: text, cursor: text.utf8.distance(from: text.startIndex, to: cursor))
    }

    func goBack(to line: LineState?) -> cle_outcome {
        guard let line else { return refuse() }
        replaceLine(with: line.text, cursor: line.cursor)
        return CLE_REFRESH
    }

    /// - Parameter cursor: The cursor's place, in bytes; by default, the end.
    func replaceLine(with text: String, cursor: Int? = nil) {
        let old = currentLine().text
        cle_move(editor, Int32(clamping: old.unicodeScalars.count))
        cle_delete_before_cursor(editor, Int32(clamping: old.unicodeScalars.count))
        _ = cle_insert(editor, text)
        guard let cursor else { return }
        let behind = text[text.utf8.index(text.startIndex, offsetBy: min(cursor, text.utf8.count))...]
        cle_move(editor, -Int32(clamping: behind.unicodeScalars.count))
    }

    // MARK: - Arguments of earlier lines

    /// The argument that was inserted last, while the line is as it was left.
    struct InsertedArgument {
        var line: LineState
        var text: String
        /// The number of the line in the history that it is from.
        var index: Int
    }

    func insertArgument() -> cle_outcome {
        var index = history.count
        var inserted = ""
        if let last = insertedArgument, last.line == lineState { (index, inserted) = (last.index, last.text) }
        while index > 0 {
            index -= 1
            let argument = options.lastArgument(history[index])?.onOneLine ?? ""
            guard !argument.isEmpty, argument != inserted else { continue }
            cle_delete_before_cursor(editor, Int32(clamping: inserted.unicodeScalars.count))
            guard insert(argument) else { return refuse() }
            insertedArgument = InsertedArgument(line: lineState, text: argument, index: index)
            return CLE_REFRESH
        }
        return refuse()
    }

    // MARK: - Another editor

    func editElsewhere() -> cle_outcome {
        let line = currentLine().text
        write(display.leave() + "\r\n")
        let result = ExternalEditor.edit(
            line, limit: options.maxLineBytes, input: terminal, output: mailbox.output.descriptor, signals: signals)
        setBracketedPaste(true)
        _ = updateSize()
        cle_resize(editor)
        switch result {
        case .text(let text):
            if text != line { replaceLine(with: text) }
        case .failure(let reason): write("\(reason.onOneLine); the line is as it was\r\n")
        case .terminated: pendingEnd = .terminated
        }
        needsPaint = true
        return CLE_REFRESH
    }

    func clearScreen() -> cle_outcome {
        display.forget()
        write("\u{1B}[H\u{1B}[2J")
        needsPaint = true
        return CLE_REFRESH
    }
}
