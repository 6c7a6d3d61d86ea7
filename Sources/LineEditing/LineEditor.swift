internal import CLibedit
internal import StrobeSystem

/// Reads typed lines: with editing, history and completion at a terminal, otherwise plainly.
///
/// One thread owns the terminal's input; every function here may be called from any thread or task. On a terminal the
/// first `readLine(_:)` takes over the signals of job control (Ctrl-C, Ctrl-Z, window size, SIGTERM, SIGHUP) until
/// `close()`. Without a terminal there is no prompt, no echo, no editing, and no signal is touched.
public final class LineEditor: Sendable {
    /// Whether lines are typed on a terminal: input and output both are one.
    public let isInteractive: Bool
    let mailbox: ReadQueue

    /// Makes an editor; nothing is read and no terminal is touched before the first `readLine(_:)`.
    ///
    /// - Parameters:
    ///   - options: how it behaves.
    ///   - input: the descriptor that lines come from; it stays open.
    ///   - output: the descriptor that prompts and printed text go to; it stays open.
    ///   - handlesSignals: whether the process's signals and its exit are looked after. One editor of a process can.
    /// - Throws: `LineEditingError` (`noDescriptors`) when no pipe can be made.
    public init(
        options: EditorOptions = EditorOptions(), input: Int32 = 0, output: Int32 = 1, handlesSignals: Bool = true
    ) throws(LineEditingError) {
        let interactive = isatty(input) == 1 && isatty(output) == 1
        let mailbox = try ReadQueue(input: input, output: output, usesColour: options.usesColour)
        self.mailbox = mailbox
        isInteractive = interactive
        SystemThread.start(name: "line-editor", stackSize: 4 << 20) {
            EditorLoop(
                options: options, mailbox: mailbox, input: input, output: output, isInteractive: interactive,
                handlesSignals: handlesSignals
            ).run()
        }
    }

    deinit {
        mailbox.enqueue(.close(nil))
    }

    /// Reads one line.
    ///
    /// A second reading waits for the first; cancelling the task ends it with `.cancelled`.
    ///
    /// - Parameters:
    ///   - prompt: what is before the line.
    ///   - text: what is in the line already, as if it had been typed; of no effect where lines are not edited.
    ///   - isQuestion: whether the prompt is a question, which ``changePrompt(_:)`` does not replace.
    public func readLine(_ prompt: Prompt, text: String = "", isQuestion: Bool = false) async -> ReadResult {
        let id = mailbox.newReadID()
        defer { mailbox.forgetRead(id) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let request = ReadRequest(
                    id: id, prompt: prompt, text: text, isQuestion: isQuestion, continuation: continuation)
                mailbox.enqueue(.read(request))
            }
        } onCancel: {
            mailbox.cancelRead(id)
        }
    }

    /// Writes a text of any origin on separate lines, above the line being typed.
    ///
    /// On a terminal its control characters are replaced; elsewhere it is written as it is.
    public func print(_ text: String) {
        mailbox.output.print(text)
    }

    /// Writes a text with styles on separate lines, above the line being typed.
    public func print(_ text: StyledText) {
        mailbox.output.print(text)
    }

    /// Puts a line into the history, and into the history file; earlier equal ones go.
    ///
    /// Lines that begin with a blank, and empty ones, are not kept.
    public func remember(_ line: String) {
        mailbox.enqueue(.remember(line))
    }

    /// Lets the user edit a text in the editor of `$VISUAL` or `$EDITOR`, or in vi.
    ///
    /// The editor has the terminal until it ends; printed text waits. A file that only the user can read passes the text.
    ///
    /// - Returns: The text, without line breaks at its end; no other control characters are in it.
    /// - Throws: `LineEditingError` (`notEdited`) without a terminal, and whenever the editor does not end with success.
    public func edit(_ text: String) async throws(LineEditingError) -> String {
        guard isInteractive else {
            throw LineEditingError(code: .notEdited, message: "an editor needs a terminal")
        }
        return try await withCheckedContinuation { mailbox.enqueue(.edit(text, $0)) }.get()
    }

    /// Forgets what was typed while no line was read.
    ///
    /// - Returns: The number of bytes.
    public func discardTyped() async -> Int {
        await withCheckedContinuation { mailbox.enqueue(.discardTyped($0)) }
    }

    /// Puts another prompt before the line that is being typed, which stays intact; while none is, before the next one.
    public func changePrompt(_ prompt: Prompt) {
        mailbox.changePrompt(prompt)
    }

    /// Gives the whole terminal to a view, until that is closed.
    ///
    /// - Returns: The view; `nil` without a terminal, or one that is not controlled by the sequences of ECMA-48.
    public func openScreen() async -> FullScreen? {
        let view = FullScreen(wakeUp: mailbox.wakeUp)
        let hasBegun = await withCheckedContinuation { mailbox.enqueue(.screen(view, $0)) }
        return hasBegun ? view : nil
    }

    /// Ends the reading in progress, if there is one, with `.cancelled`.
    public func cancel() {
        mailbox.cancelCurrentRead()
    }

    /// Ends the reading in progress and gives terminal and signals back; later readings end with `.cancelled` at once.
    public func close() async {
        await withCheckedContinuation { mailbox.enqueue(.close($0)) }
    }

    /// The lines of the history, oldest first.
    public func history() async -> [String] {
        await withCheckedContinuation { mailbox.enqueue(.history($0)) }
    }

    /// Clears the screen, and what was scrolled off it; nothing if there is no terminal.
    public func clearScreen() {
        if isInteractive { mailbox.output.writeNow("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    }

    /// Leaves the terminal to another program: until ``takeTerminalBack()`` printed text waits, and no key is read.
    ///
    /// Not while a line is being read.
    public func lendTerminal() {
        mailbox.lend()
    }

    /// From now until ``takeTerminalBack()`` Ctrl-C is for the other program alone.
    public func leaveInterrupts() {
        mailbox.leaveInterrupts()
    }

    /// Takes the terminal back with the modes that it had, and prints what waited.
    public func takeTerminalBack() {
        mailbox.takeBack()
    }

    /// Sets what happens on Ctrl-C (and SIGTERM, SIGHUP) while no line is being read, on a terminal; absent: it is only
    /// noted for `takeInterrupt()`.
    ///
    /// Called on the editor's thread.
    public func setInterruptHandler(_ handler: (@Sendable () -> Void)?) {
        mailbox.setInterruptHandler(handler)
    }

    /// Whether Ctrl-C was pressed since the last line was read or the last call of this.
    public func takeInterrupt() -> Bool {
        mailbox.takeInterrupt()
    }

    /// The width of the terminal in columns; 80 if there is none.
    public var columns: Int {
        mailbox.output.columns
    }
}
