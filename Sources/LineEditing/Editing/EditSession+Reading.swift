internal import CLibedit
internal import StrobeSystem

/// The function libedit reads characters with. Everything that happens while a line is being typed (messages, signals,
/// the end of a reading) is done in here, on libedit's own thread and without leaving it, so that searches and other
/// nested readers of libedit continue as if nothing had happened.
extension EditSession {
    private static let escape: UInt32 = 0x1B
    private static let abort: UInt32 = 0x07
    /// How long the rest of a key's sequence may take after its ESC, in milliseconds.
    private static let escapeTime: Int32 = 20
    /// How long a window's size has to stay before the line is drawn for it, in milliseconds.
    ///
    /// Until then the terminal alone wraps what is there. It may have yet another size when it gets what was drawn for
    /// one: tmux tells it up to 250 ms late.
    private static let resizeTime: Int32 = 300

    /// 1 with a character, or -1 to leave libedit.
    func readCharacter(_ character: UnsafeMutablePointer<UInt32>) -> Int32 {
        while true {
            // Ctrl-C drops what was typed ahead, and is not to wait for it.
            if let signals, signals.arePending { handle(signals.take()) }
            if let end = pendingEnd { return finish(end, character) }
            if suspensions == 0 { showMessages() }
            if suspensions == 0, !isSearching { undoneLines.note(lineState) }
            if let next = replay.first {
                replay.removeFirst()
                character.pointee = next
                return 1
            }
            if let next = typed.next() {
                needsPaint = true
                // libedit ends a search at ESC and would take the rest of an arrow key's sequence for text.
                if next == Self.escape, isSearching, hasMoreInput() { replay = [Self.escape] }
                character.pointee = next
                return 1
            }
            waitForInput()
        }
    }

    /// Leaves libedit as soon as it is at the line itself.
    private func finish(_ end: ReadResult, _ character: UnsafeMutablePointer<UInt32>) -> Int32 {
        if suspensions > 0 || outcome != nil { return -1 }
        if isSearching, abortsSent < 3 {
            // A failed search takes two.
            abortsSent += 1
            character.pointee = Self.abort
            return 1
        }
        leave(with: end)
        return -1
    }

    private func hasMoreInput() -> Bool {
        !typed.isEmpty || cle_wait(keys, -1, -1, Self.escapeTime) & Int32(CLE_READY_FIRST) != 0
    }

    private func waitForInput() {
        let wake = mailbox.wakeUp.readEnd
        let signal = signals?.descriptor ?? -1
        var ready = cle_wait(keys, wake, signal, 0)
        if ready == 0 {
            // libedit has drawn all it has to.
            if needsPaint { paint() }
            ready = cle_wait(keys, wake, signal, hasNewSize ? Self.resizeTime : -1)
            if ready == 0, hasNewSize { resized() }
        }
        guard ready > 0 else { return }
        if ready & Int32(CLE_READY_SECOND) != 0 { mailbox.wakeUp.drain() }
        if mailbox.isReadCancelled { pendingEnd = .cancelled }
        if ready & Int32(CLE_READY_THIRD) != 0, let signals { handle(signals.take()) }
        if ready & Int32(CLE_READY_FIRST) != 0, pendingEnd == nil { fill() }
    }

    func fill() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
            let count = read(keys, chunk.baseAddress, chunk.count)
            if count > 0 {
                typed.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                // In its editing state a terminal has no end of file: it is gone.
                pendingEnd = .terminated
            }
        }
    }

    private func handle(_ arrived: SignalSource.Signals) {
        if arrived.contains(.resize) { hasNewSize = true }
        if arrived.contains(.stop) {
            suspend()
        } else if arrived.contains(.resume) {
            resumed()
        }
        if arrived.contains(.interrupt) {
            discardInput()
            pendingEnd = .interrupted
        }
        if arrived.contains(.terminate) { pendingEnd = .terminated }
    }

    private func suspend() {
        write(display.leave() + "\r\n")
        cle_suspend(terminal)
        // The signal that woke us is no news, though another thread may report it only a moment later.
        let arrived = signals?.take() ?? []
        awaitsResume = !arrived.contains(.resume)
        if arrived.contains(.terminate) { pendingEnd = .terminated }
        setBracketedPaste(true)
        _ = updateSize()
        cle_resize(editor)
        redraw()
    }

    /// Continued after it was stopped from outside: another program may have used the terminal meanwhile, or none.
    private func resumed() {
        if awaitsResume {
            awaitsResume = false
            return
        }
        cle_prepare_terminal(editor, true)
        display.forget()
        if canDraw { write("\r") }
        eraseBelow()
        redraw()
    }

    private func showMessages() {
        let prompt = mailbox.takePrompt()
        let text = mailbox.output.takeQueued()
        if prompt != nil || text != nil { printAbove(text ?? "", prompt: prompt) }
    }

    /// An incremental search shows itself as a last row of the line.
    var isSearching: Bool {
        let text = currentLine().text
        guard let lineBreak = text.lastIndex(of: "\n") else { return false }
        let row = text[lineBreak...].dropFirst()
        return ["bck:", "bck?", "fwd:", "fwd?"].contains { row.hasPrefix($0) }
    }
}
