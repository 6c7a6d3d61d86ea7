internal import CLibedit
internal import StrobeSystem

/// One libedit editor.
///
/// Made, used and freed on the editor's thread; libedit's callbacks come back to it there.
final class EditSession {
    let editor: OpaquePointer
    let options: EditorOptions
    let mailbox: ReadQueue
    let signals: SignalSource?
    let terminal: Int32
    /// What keys are read from.
    let keys: Int32
    /// Whether the terminal can do more than write one row below the other.
    let canDraw: Bool

    private(set) var prompt: Prompt = ""
    /// What libedit reads, and what is measured.
    private(set) var promptText: UnsafeMutablePointer<CChar>
    private(set) var rows = 24
    private(set) var columns = 80

    var typed = InputBuffer()
    /// Characters that libedit gets before those of the terminal.
    var replay: [UInt32] = []
    /// How the line is to end as soon as libedit is where it can be left.
    var pendingEnd: ReadResult?
    var abortsSent = 0
    var outcome: ReadResult?
    /// Above 0, a question or a paste is in progress: nothing may be drawn in between.
    var suspensions = 0
    /// The SIGCONT that ends a stop at Ctrl-Z is still to be reported.
    var awaitsResume = false
    var needsPaint = false
    /// The window has another size than the one that the line was drawn for.
    var hasNewSize = false
    /// What of the line is on the screen.
    var display = LineDisplay()
    /// The hint that is behind the line.
    var shownHint = ""
    var undoneLines = UndoneLines()
    /// The lines that can be gone back to, oldest first.
    private(set) var history: [String] = []
    var insertedArgument: InsertedArgument?
    /// The line goes on: it is incomplete, and this terminal can show only one row of it at a time.
    var goesOn = false

    /// nil when libedit cannot work here (no UTF-8 locale, no memory) or `~/.editrc` says `edit off`.
    init?(
        options: EditorOptions, mailbox: ReadQueue, signals: SignalSource?, input: Int32, keys: Int32, output: Int32
    ) {
        guard cle_set_locale() else { return nil }
        let size = Int32(clamping: max(1, options.historySize))
        guard let editor = cle_open(options.program, input, output, size) else { return nil }
        guard let text = strdup("") else {
            cle_close(editor)
            return nil
        }
        self.editor = editor
        self.options = options
        self.mailbox = mailbox
        self.signals = signals
        terminal = input
        self.keys = keys
        promptText = text
        canDraw = cle_can_move_up(editor)
        cle_attach(editor, callbacks)
        bindKeys()
        guard cle_is_editing(editor) else { return nil }
        cle_hide_type_ahead(editor)
        if signals != nil { cle_keep_output(editor) }
        if canDraw, !cle_hide_drawing(editor) { return nil }
    }

    deinit {
        cle_close(editor)
        free(promptText)
    }

    private var callbacks: cle_callbacks {
        cle_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            read: { EditSession.at($0).readCharacter($1) },
            prompt: { EditSession.at($0).promptForDrawing() },
            command: { EditSession.at($0).run($1) }
        )
    }

    /// The session whose address libedit was given; it outlives the editor that calls back.
    private static func at(_ context: UnsafeMutableRawPointer) -> EditSession {
        Unmanaged<EditSession>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: - Lines

    func readLine(_ prompt: Prompt, text: String) -> ReadResult {
        begin(prompt)
        // As if it had been typed, or pasted: libedit empties its line when it begins.
        let typed = text.asTyped
        let isPasted = typed.contains("\n") && !cle_is_vi(editor)
        replay = (isPasted ? "\u{1B}[200~\(typed)\u{1B}[201~" : typed.onOneLine).unicodeScalars.map(\.value)
        var line = takeLine()
        while goesOn, let begun = line {
            goesOn = false
            begin(prompt.continuation)
            line = takeLine().map { begun + "\n" + $0 }
            if let whole = line, outcome == nil, pendingEnd == nil, !options.isComplete(whole) { goesOn = true }
        }
        let unfinished = outcome == nil ? pendingEnd : nil
        if unfinished != nil || (outcome == nil && line == nil) {
            write(display.leave() + "\r\n")
        } else if outcome == nil, let line {
            leaveTaken(line)
        }
        setBracketedPaste(false)
        mailbox.output.endEditing { write($0.withCarriageReturns) }
        if let result = outcome ?? unfinished { return result }
        guard let line else { return .endOfFile }
        return line.utf8.count > options.maxLineBytes ? .lineTooLong(limit: options.maxLineBytes) : .line(line)
    }

    private func takeLine() -> String? {
        var count: Int32 = 0
        guard var line = cle_read_line(editor, &count).map({ String(cString: $0) }) else { return nil }
        if line.utf8.last == UInt8(ascii: "\n") { line.unicodeScalars.removeLast() }
        return line
    }

    /// Takes another prompt for what libedit draws next.
    func use(_ prompt: Prompt) {
        self.prompt = prompt
        if let text = strdup(prompt.visible) {
            free(promptText)
            promptText = text
        }
    }

    private func begin(_ prompt: Prompt) {
        use(prompt)
        pendingEnd = nil
        outcome = nil
        abortsSent = 0
        suspensions = 0
        awaitsResume = false
        goesOn = false
        display.forget()
        hasNewSize = false
        shownHint = ""
        undoneLines = UndoneLines()
        insertedArgument = nil
        needsPaint = true
        if updateSize() { cle_resize(editor) }
        mailbox.output.beginEditing()
        eraseBelow()
        setBracketedPaste(true)
    }

    func setBracketedPaste(_ on: Bool) {
        guard canDraw, !cle_is_vi(editor) else { return }
        write(on ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
        cle_terminal_pasting(on)
    }

    /// Forgets what was typed ahead.
    func discardInput() {
        typed.removeAll()
        replay = []
    }

    /// Forgets what was typed ahead and what the terminal still has.
    ///
    /// - Returns: The number of bytes.
    func discardTyped() -> Int {
        pendingEnd = nil
        while cle_wait(keys, -1, -1, 0) > 0, pendingEnd == nil {
            let before = typed.count
            fill()
            if typed.count == before { break }
        }
        defer { discardInput() }
        return typed.count + replay.count
    }

    func useHistory(_ lines: [String]) {
        history = lines
        cle_history_clear(editor)
        for line in lines { _ = cle_history_append(editor, line) }
    }

    /// True when the size has changed.
    func updateSize() -> Bool {
        var newRows: Int32 = 0
        var newColumns: Int32 = 0
        guard cle_window_size(terminal, &newRows, &newColumns) else { return false }
        defer {
            rows = Int(newRows)
            columns = Int(newColumns)
        }
        return rows != Int(newRows) || columns != Int(newColumns)
    }

    /// The current line, and the cursor's place in it.
    func currentLine() -> (text: String, cursor: String.Index) {
        var offset = 0
        let count = cle_line(editor, nil, 0, &offset)
        let text = String(unsafeUninitializedCapacity: count) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { min(count, cle_line(editor, $0.baseAddress, count, &offset)) }
        }
        return (text, text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count)))
    }
}
