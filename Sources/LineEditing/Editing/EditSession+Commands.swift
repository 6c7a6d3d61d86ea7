internal import CLibedit

/// The commands that keys are bound to.
extension EditSession {
    /// More possibilities than this are listed only when the user says so.
    private static let questionLimit = 100

    func run(_ command: cle_command) -> cle_outcome {
        switch command {
        case CLE_COMPLETE: complete()
        case CLE_ACCEPT: accept()
        case CLE_PASTE: paste()
        case CLE_FORWARD: forward()
        case CLE_BACKWARD: backward()
        case CLE_WORD: word()
        case CLE_END: end()
        case CLE_ERASE: erase()
        case CLE_DELETE: delete(or: .delete)
        case CLE_DELETE_OR_END: delete(or: .deleteOrEnd)
        case CLE_UNDO: goBack(to: undoneLines.undo())
        case CLE_REDO: goBack(to: undoneLines.redo())
        case CLE_ARGUMENT: insertArgument()
        case CLE_EDIT: editElsewhere()
        case CLE_CLEAR: clearScreen()
        default: CLE_NOTHING
        }
    }

    // MARK: - Enter

    private func accept() -> cle_outcome {
        let text = currentLine().text
        if !options.isComplete(text) {
            if canDraw {
                return insert("\n") ? CLE_REFRESH : CLE_NOTHING
            }
            goesOn = true
        }
        return handOver(to: .accept)
    }

    // MARK: - Tab

    private func complete() -> cle_outcome {
        let (line, cursor) = currentLine()
        guard let completion = CompletionWait.run(options, line, cursor) else { return refuse() }
        let candidates = completion.candidates.filter { !($0.text + $0.suffix).hasControls }
        guard let first = candidates.first else { return refuse() }
        let typed = String(line[..<cursor].suffix(max(0, completion.replacing)))
        if candidates.count == 1 { return replace(typed, with: first.text + first.suffix) }
        let common = candidates.dropFirst().reduce(first.text) { commonPrefix($0, $1.text) }
        if common != typed, common.hasPrefix(typed) { return replace(typed, with: common) }
        list(candidates, note: completion.note)
        return CLE_NOTHING
    }

    func refuse() -> cle_outcome {
        cle_beep(editor)
        cle_flush(editor)
        return CLE_NOTHING
    }

    private func replace(_ typed: String, with text: String) -> cle_outcome {
        cle_delete_before_cursor(editor, Int32(clamping: typed.unicodeScalars.count))
        return insert(text) ? CLE_REFRESH : refuse()
    }

    private func list(_ candidates: [Completion.Candidate], note: String?) {
        let items = candidates.map { (text: ($0.display ?? $0.text).onOneLine, detail: $0.detail.onOneLine) }
        let table =
            columnised(items, width: columns).rendered(colours: mailbox.output.usesColour)
            + (note.map { "\n\($0.onOneLine)\n" } ?? "\n")
        guard candidates.count > Self.questionLimit else {
            printAbove(table)
            return
        }
        suspensions += 1
        eraseLine()
        write("Show all \(candidates.count) possibilities? (y or n) ")
        var answer: UInt32 = 0
        let isAnswered = cle_get_character(editor, &answer) == 1
        suspensions -= 1
        write("\r\n")
        let isYes = isAnswered && (answer == UInt32(UInt8(ascii: "y")) || answer == UInt32(UInt8(ascii: " ")))
        if isYes { write(table.withCarriageReturns) }
        redraw()
    }

    // MARK: - Paste

    /// Takes everything up to the end mark as text: line breaks in it do not end the line.
    private func paste() -> cle_outcome {
        suspensions += 1
        defer { suspensions -= 1 }
        let end = Array("\u{1B}[201~".unicodeScalars.map(\.value))
        var pasted: [UInt32] = []
        var isTooLong = false
        var character: UInt32 = 0
        while cle_get_character(editor, &character) == 1 {
            pasted.append(character)
            if pasted.suffix(end.count).elementsEqual(end) {
                pasted.removeLast(end.count)
                break
            }
            if pasted.count > options.maxLineBytes {
                isTooLong = true
                pasted.removeFirst(pasted.count - end.count)
            }
        }
        if isTooLong { return refuse() }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: pasted.compactMap(Unicode.Scalar.init))
        needsPaint = true
        return insert(String(text).asTyped) ? CLE_REFRESH : refuse()
    }

    /// False when the line cannot grow any more.
    func insert(_ text: String) -> Bool {
        guard currentLine().text.utf8.count + text.utf8.count <= options.maxLineBytes else { return false }
        return cle_insert(editor, text)
    }
}

private func commonPrefix(_ first: String, _ second: String) -> String {
    String(zip(first, second).prefix { $0 == $1 }.map(\.0))
}
