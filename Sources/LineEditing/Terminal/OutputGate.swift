internal import CLibedit
internal import StrobeSystem
internal import Synchronization

/// Where all text for the user goes through: straight to the descriptor, or, while a line is being edited, to the
/// editor's thread, which writes it above the line.
final class OutputGate: Sendable {
    private struct State {
        var isEditing = false
        var queued: [String] = []
        /// The last text that was queued, without styles.
        var newest: String?
        var queuedBytes = 0
        var dropped = 0
    }

    /// Text waiting for the editor's thread; more is dropped, and said to be.
    ///
    /// A terminal that was stopped with Ctrl-S must not make the process grow.
    private static let queueLimit = 4 << 20

    let descriptor: Int32
    let isTerminal: Bool
    let usesColour: Bool
    let wakeUp: WakePipe
    private let state = Mutex(State())

    init(descriptor: Int32, usesColour: Bool, wakeUp: WakePipe) {
        self.descriptor = descriptor
        self.wakeUp = wakeUp
        isTerminal = isatty(descriptor) == 1
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
        self.usesColour = usesColour && isTerminal && terminal != "dumb"
    }

    var columns: Int {
        var rows: Int32 = 0
        var columns: Int32 = 0
        return cle_window_size(descriptor, &rows, &columns) ? Int(columns) : 80
    }

    func print(_ text: String) {
        deliver(isTerminal ? text.withVisibleControls : text, plain: text)
    }

    func print(_ text: StyledText) {
        deliver(isTerminal ? text.rendered(colours: usesColour) : text.plain, plain: text.plain)
    }

    private func deliver(_ text: String, plain: String) {
        let lines = text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
        let isQueued = state.withLock { state in
            guard state.isEditing else {
                writeNow(isTerminal ? lines.withCarriageReturns : lines)
                return false
            }
            state.newest = plain
            if state.queuedBytes + lines.utf8.count > Self.queueLimit, !state.queued.isEmpty {
                state.dropped += 1
            } else {
                state.queued.append(lines)
                state.queuedBytes += lines.utf8.count
            }
            return true
        }
        if isQueued { wakeUp.wake() }
    }

    /// From here on text is queued for `takeQueued()`.
    func beginEditing() {
        state.withLock { ($0.isEditing, $0.newest) = (true, nil) }
    }

    /// The text that was queued; nil when there is none.
    func takeQueued() -> String? {
        state.withLock { Self.take(&$0) }
    }

    /// The last line that was queued, without styles.
    var newestLine: String? {
        state.withLock { $0.newest?.split(separator: "\n").last.map(String.init) }
    }

    /// Hands what is still queued to `write`; from then on text is written at once.
    func endEditing(_ write: (String) -> Void) {
        state.withLock { state in
            if let rest = Self.take(&state) { write(rest) }
            state.isEditing = false
        }
    }

    private static func take(_ state: inout State) -> String? {
        guard !state.queued.isEmpty else { return nil }
        var text = state.queued.joined()
        if state.dropped > 0 { text += "(\(state.dropped) more messages were dropped)\n" }
        state.queued = []
        state.queuedBytes = 0
        state.dropped = 0
        return text
    }

    /// Writes as it is, whatever is going on; what cannot be written is lost.
    func writeNow(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = SystemFile.write(UnsafeRawBufferPointer(bytes), to: descriptor)
        }
    }
}
