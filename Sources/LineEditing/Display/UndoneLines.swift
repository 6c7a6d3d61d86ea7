/// A line as it was.
struct LineState: Equatable {
    var text = ""
    /// The cursor's place, in bytes.
    var cursor = 0
}

/// The earlier states of a line, to go back to; what was typed is taken back by words.
struct UndoneLines {
    private static let maxBytes = 8 << 20

    private var earlier: [LineState] = []
    private var later: [LineState] = []
    private var present = LineState()
    private var isTyping = false
    private var bytes = 0

    /// Notes the line after a key.
    mutating func note(_ line: LineState) {
        guard line.text != present.text else {
            if line.cursor != present.cursor { isTyping = false }
            present.cursor = line.cursor
            return
        }
        let typed = Self.typed(from: present, to: line)
        let last = present.text.unicodeScalars.last
        let beginsWord = typed?.properties.isWhitespace == false && last?.properties.isWhitespace == true
        if !isTyping || typed == nil || beginsWord {
            earlier.append(present)
            bytes += present.text.utf8.count
            while bytes > Self.maxBytes, !earlier.isEmpty { bytes -= earlier.removeFirst().text.utf8.count }
        }
        isTyping = typed != nil
        later = []
        present = line
    }

    /// The state before the last change; `nil` if there is none.
    mutating func undo() -> LineState? {
        guard let line = earlier.popLast() else { return nil }
        bytes -= line.text.utf8.count
        later.append(present)
        (present, isTyping) = (line, false)
        return line
    }

    /// The state that was gone back from last.
    mutating func redo() -> LineState? {
        guard let line = later.popLast() else { return nil }
        earlier.append(present)
        bytes += present.text.utf8.count
        (present, isTyping) = (line, false)
        return line
    }

    /// The character that was typed at the end of a line.
    private static func typed(from old: LineState, to new: LineState) -> Unicode.Scalar? {
        guard old.cursor == old.text.utf8.count, new.cursor == new.text.utf8.count,
            new.text.utf8.starts(with: old.text.utf8)
        else { return nil }
        let added = new.text.unicodeScalars.dropFirst(old.text.unicodeScalars.count)
        return added.count == 1 ? added.first : nil
    }
}
