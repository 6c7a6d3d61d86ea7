internal import CLibedit
internal import StrobeSystem

/// The editor's thread: does the jobs of the mailbox one after the other.
///
/// Made, used and freed on that thread.
final class EditorLoop {
    private let options: EditorOptions
    private let mailbox: ReadQueue
    private let input: Int32
    private let output: Int32
    private let isInteractive: Bool
    private let handlesSignals: Bool

    private let history: LineHistory
    private var signals: SignalSource?
    private var session: EditSession?
    private var reader: PlainReader?
    /// The terminal opened again, for reading that never blocks.
    private var terminal: Int32?
    private var isTerminated = false

    init(
        options: EditorOptions, mailbox: ReadQueue, input: Int32, output: Int32, isInteractive: Bool,
        handlesSignals: Bool
    ) {
        self.options = options
        self.mailbox = mailbox
        self.input = input
        self.output = output
        self.isInteractive = isInteractive
        self.handlesSignals = handlesSignals
        history = LineHistory(path: isInteractive ? options.historyPath : nil, limit: max(1, options.historySize))
    }

    deinit {
        if let terminal { close(terminal) }
    }

    func run() {
        while true {
            switch nextJob() {
            case .read(let request):
                // What woke this thread for the end of a reading may have been taken before the reading began.
                let result = isTerminated ? .terminated : mailbox.isReadCancelled ? .cancelled : read(request)
                if result == .terminated { isTerminated = true }
                mailbox.finishRead()
                request.continuation.resume(returning: result)
            case .remember(let line):
                guard isInteractive else { continue }
                reporting { () throws(LineEditingError) in
                    if try history.remember(line) { session?.useHistory(history.lines) }
                }
            case .history(let continuation): continuation.resume(returning: history.lines)
            case .screen(let view, let continuation): show(view, continuation)
            case .edit(let text, let continuation): continuation.resume(returning: edit(text))
            case .discardTyped(let continuation): continuation.resume(returning: discardTyped())
            case .close(let continuation):
                session = nil
                if signals != nil { cle_terminal_forget() }
                signals?.remove()
                while let job = mailbox.nextJob() { job.refuse() }
                continuation?.resume()
                return
            }
        }
    }

    private func read(_ request: ReadRequest) -> ReadResult {
        if session == nil && reader == nil { start() }
        let prompt = mailbox.takePrompt() ?? request.prompt
        if let session { return session.readLine(prompt, text: request.text) }
        guard let reader else { return .endOfFile }
        guard isInteractive else { return reader.readLine(prompt: nil) }
        var result = reader.readLine(prompt: prompt)
        while case .line(let begun) = result, !options.isComplete(begun), begun.utf8.count < options.maxLineBytes {
            switch reader.readLine(prompt: prompt.continuation) {
            case .line(let more): result = .line(begun + "\n" + more)
            case .endOfFile: return .line(begun)
            case let end: return end
            }
        }
        return result
    }

    private func edit(_ text: String) -> Result<String, LineEditingError> {
        guard isInteractive else { return .failure(.closed) }
        if session == nil && reader == nil { start() }
        mailbox.output.beginEditing()
        let outcome = ExternalEditor.edit(
            text, limit: options.maxLineBytes, input: input, output: output, signals: signals)
        mailbox.output.endEditing { mailbox.output.writeNow($0.withCarriageReturns) }
        switch outcome {
        case .text(let text): return .success(text)
        case .failure(let reason): return .failure(LineEditingError(code: .notEdited, message: reason))
        case .terminated:
            whileIdle(.terminate)
            return .failure(.closed)
        }
    }

    private func discardTyped() -> Int {
        guard isInteractive else { return 0 }
        if let session { return session.discardTyped() }
        return reader?.discardTyped() ?? 0
    }

    /// Gives the terminal to a view until that ends.
    private func show(_ view: FullScreen, _ continuation: CheckedContinuation<Bool, Never>) {
        if session == nil && reader == nil { start() }
        let isAble = isInteractive && (session.map { cle_speaks_ecma($0.editor) } ?? false)
        guard isAble, !isTerminated, cle_screen_begin(input, output) else {
            _ = view.end()
            return continuation.resume(returning: false)
        }
        continuation.resume(returning: true)
        var loop = ScreenLoop(
            view: view, mailbox: mailbox, signals: signals, terminal: input, keys: terminal ?? input)
        let (rest, isTerminated) = loop.run(typed: session?.typed.takeBytes() ?? [])
        if let interrupt = rest.lastIndex(of: 0x03) {
            // Typed behind what ended the view, it was no signal; as with one, what was typed before it is dropped.
            rest[(interrupt + 1)...].withUnsafeBytes { session?.typed.append($0) }
            _ = mailbox.interrupt()
        } else {
            rest.withUnsafeBytes { session?.typed.append($0) }
        }
        if isTerminated { self.isTerminated = true }
    }

    /// At the first line: takes over the terminal, if there is one.
    private func start() {
        if isInteractive {
            if handlesSignals {
                cle_terminal_remember(input, output)
                signals = SignalSource()
            }
            let copy = cle_reopen_terminal(input)
            if copy >= 0 { terminal = copy }
            reporting { () throws(LineEditingError) in try history.load() }
            session = EditSession(
                options: options, mailbox: mailbox, signals: signals, input: input, keys: terminal ?? input,
                output: output)
            session?.useHistory(history.lines)
        }
        // No terminal, one that libedit cannot use, or editing switched off in ~/.editrc.
        if session == nil {
            reader = PlainReader(
                descriptor: terminal ?? input, mailbox: mailbox, signals: signals, limit: max(1, options.maxLineBytes))
        }
    }

    private func nextJob() -> Job {
        while true {
            if let job = mailbox.nextJob() { return job }
            let ready = cle_wait(-1, mailbox.wakeUp.readEnd, signals?.descriptor ?? -1, -1)
            if ready < 0 { continue }
            mailbox.wakeUp.drain()
            if let signals { whileIdle(signals.take()) }
        }
    }

    /// Signals that arrive while no line is being read: a command is running.
    private func whileIdle(_ arrived: SignalSource.Signals) {
        if arrived.contains(.stop) { cle_suspend(input) }
        if arrived.contains(.interrupt), !mailbox.leavesInterrupts {
            // What was typed to another program is not ours.
            if !mailbox.isLent { session?.discardInput() }
            _ = mailbox.interrupt()
        }
        if arrived.contains(.terminate) {
            isTerminated = true
            if !mailbox.interrupt() {
                // Nothing handles it: end as the process would have without us.
                cle_terminal_forget()
                signals?.remove()
                kill(getpid(), SIGTERM)
            }
        }
    }

    private func reporting(_ body: () throws(LineEditingError) -> Void) {
        do {
            try body()
        } catch {
            mailbox.output.print(StyledText(error.message, .yellow))
        }
    }
}
