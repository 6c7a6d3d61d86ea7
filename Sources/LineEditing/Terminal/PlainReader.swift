internal import CLibedit
internal import StrobeSystem

/// Reads lines without editing them: from a file, a pipe, or a terminal that edits by itself.
final class PlainReader {
    private let descriptor: Int32
    private let mailbox: ReadQueue
    private let signals: SignalSource?
    private let limit: Int
    private var buffer: [UInt8] = []
    /// What was searched for a line's end already.
    private var searched = 0
    private var isSkipping = false
    private var isAtEnd = false

    init(descriptor: Int32, mailbox: ReadQueue, signals: SignalSource?, limit: Int) {
        self.descriptor = descriptor
        self.mailbox = mailbox
        self.signals = signals
        self.limit = limit
    }

    /// The next line; the last one needs no line break.
    ///
    /// The prompt is shown as it is, for terminals.
    func readLine(prompt: Prompt?) -> ReadResult {
        showPrompt(prompt)
        while true {
            if let result = takeLine() { return result }
            if isAtEnd { return takeRest() }
            let ready = cle_wait(descriptor, mailbox.wakeUp.readEnd, signals?.descriptor ?? -1, -1)
            if ready < 0 {
                guard errno == EINTR else { return .endOfFile }
                continue
            }
            if ready & Int32(CLE_READY_SECOND) != 0 { mailbox.wakeUp.drain() }
            if mailbox.isReadCancelled { return .cancelled }
            if ready & Int32(CLE_READY_THIRD) != 0, let signals, let result = handle(signals.take(), prompt) {
                return result
            }
            if ready & Int32(CLE_READY_FIRST) != 0 { fill() }
        }
    }

    private func showPrompt(_ prompt: Prompt?) {
        guard let prompt else { return }
        mailbox.output.writeNow(mailbox.output.usesColour ? prompt.coloured : prompt.visible)
    }

    private func handle(_ arrived: SignalSource.Signals, _ prompt: Prompt?) -> ReadResult? {
        if arrived.contains(.terminate) { return .terminated }
        if arrived.contains(.stop) { cle_suspend(descriptor) }
        if arrived.contains(.interrupt) {
            discard()
            mailbox.output.writeNow("\r\n")
            return .interrupted
        }
        if !arrived.isDisjoint(with: [.stop, .resume]) { showPrompt(prompt) }
        return nil
    }

    /// Forgets what was typed ahead.
    ///
    /// - Returns: The number of bytes.
    func discardTyped() -> Int {
        while !isAtEnd, cle_wait(descriptor, -1, -1, 0) > 0 {
            let before = buffer.count
            fill()
            if buffer.count == before { break }
        }
        defer { discard() }
        return buffer.count
    }

    private func discard() {
        buffer = []
        searched = 0
        isSkipping = false
    }

    private func fill() {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { chunk in
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count > 0 {
                buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                isAtEnd = true
            }
        }
    }

    private func takeLine() -> ReadResult? {
        guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = buffer.count
            if buffer.count > limit {
                // The rest of it is not kept.
                buffer.removeAll(keepingCapacity: true)
                searched = 0
                isSkipping = true
            }
            return nil
        }
        defer {
            buffer.removeSubrange(...end)
            searched = 0
        }
        return result(buffer[..<end])
    }

    private func takeRest() -> ReadResult {
        defer { discard() }
        return buffer.isEmpty && !isSkipping ? .endOfFile : result(buffer[...])
    }

    private func result(_ bytes: ArraySlice<UInt8>) -> ReadResult {
        if isSkipping || bytes.count > limit {
            isSkipping = false
            return .lineTooLong(limit: limit)
        }
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        return .line(String(decoding: line, as: UTF8.self))
    }
}
