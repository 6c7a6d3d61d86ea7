internal import CLibedit
internal import StrobeSystem

/// A view of the whole terminal from beginning to end, on the editor's thread.
struct ScreenLoop {
    let view: FullScreen
    let mailbox: ReadQueue
    let signals: SignalSource?
    let terminal: Int32
    /// What keys are read from.
    let keys: Int32
    private var decoder = KeyDecoder()
    private var writer: GridWriter
    private var lastFrame: ContinuousClock.Instant?
    private var lastPrinted: String?
    private var isTerminated = false

    /// How long after a frame the next one is shown that answers no key: 20 frames a second.
    private static let frameTime = Duration.milliseconds(50)
    /// How long the rest of a key's sequence may take after its ESC, in milliseconds.
    private static let escapeTime: Int32 = 50

    init(view: FullScreen, mailbox: ReadQueue, signals: SignalSource?, terminal: Int32, keys: Int32) {
        (self.view, self.mailbox, self.signals) = (view, mailbox, signals)
        (self.terminal, self.keys) = (terminal, keys)
        writer = GridWriter(usesColour: mailbox.output.usesColour)
    }

    /// Runs until the view is closed or the process is to end.
    ///
    /// - Parameter typed: What was typed before.
    /// - Returns: What was typed and not taken, and whether the process is to end.
    mutating func run(typed: [UInt8]) -> (rest: [UInt8], isTerminated: Bool) {
        mailbox.output.beginEditing()
        noteSize()
        take(decoder.feed(typed))
        while !view.isClosed, !mailbox.isReadCancelled, !isTerminated {
            draw()
            wait()
        }
        if isTerminated { view.add(.terminated) }
        cle_screen_end(terminal, mailbox.output.descriptor)
        let rest = view.end() + decoder.takeRest()
        mailbox.output.endEditing { mailbox.output.writeNow($0.withCarriageReturns) }
        return (rest, isTerminated)
    }

    private mutating func draw() {
        let isDue = lastFrame.map { $0.duration(to: .now) >= Self.frameTime } ?? true
        guard let grid = view.takeGrid(isDue: isDue) else { return }
        let text = writer.update(to: grid)
        guard !text.isEmpty else { return }
        lastFrame = .now
        view.note(text.utf8.count)
        mailbox.output.writeNow(text)
    }

    private mutating func wait() {
        // An ESC alone, and a frame that waits for its time, are due even if nothing happens.
        let time: Int32 = decoder.isPending ? Self.escapeTime : view.hasGrid ? timeToFrame : -1
        let ready = cle_wait(keys, mailbox.wakeUp.readEnd, signals?.descriptor ?? -1, time)
        if ready == 0, decoder.isPending { take(decoder.flush()) }
        guard ready > 0 else { return }
        if ready & Int32(CLE_READY_SECOND) != 0 {
            mailbox.wakeUp.drain()
            if let line = mailbox.output.newestLine, line != lastPrinted {
                lastPrinted = line
                view.add(.printed(line))
            }
        }
        if ready & Int32(CLE_READY_THIRD) != 0, let signals { handle(signals.take()) }
        if ready & Int32(CLE_READY_FIRST) != 0 { read() }
    }

    private var timeToFrame: Int32 {
        let left = Self.frameTime - (lastFrame?.duration(to: .now) ?? Self.frameTime)
        return max(Int32(clamping: left.components.attoseconds / 1_000_000_000_000_000), 0) + 1
    }

    private mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = StrobeSystem.read(keys, &chunk, chunk.count)
        if count > 0 {
            take(decoder.feed(chunk[..<count]))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            // The terminal is gone.
            isTerminated = true
        }
    }

    /// Passes events on, except for the keys that concern the terminal alone.
    private mutating func take(_ inputs: [KeyDecoder.Input]) {
        var passed: [KeyDecoder.Input] = []
        for input in inputs {
            switch input.event {
            case .key(.control("z")): suspend()
            case .key(.control("l")): redraw()
            default: passed.append(input)
            }
        }
        view.add(passed)
    }

    private mutating func handle(_ arrived: SignalSource.Signals) {
        if arrived.contains(.terminate) { isTerminated = true }
        if arrived.contains(.stop) {
            suspend()
        } else if arrived.contains(.resume) {
            reenter()
        } else if arrived.contains(.resize) {
            noteSize()
        }
        if arrived.contains(.interrupt) { view.add(.key(.control("c"))) }
    }

    private mutating func suspend() {
        cle_suspend(terminal)
        reenter()
    }

    /// Another program may have used the terminal meanwhile.
    private mutating func reenter() {
        cle_screen_enter(terminal, mailbox.output.descriptor)
        noteSize()
        redraw()
    }

    private mutating func redraw() {
        writer.forget()
        noteSize()
    }

    private func noteSize() {
        var rows: Int32 = 24
        var columns: Int32 = 80
        if !cle_window_size(terminal, &rows, &columns) { (rows, columns) = (24, 80) }
        view.add(.resized(rows: Int(rows), columns: Int(columns)))
    }
}
