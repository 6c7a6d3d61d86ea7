internal import Synchronization

/// A view that has the whole terminal until it is closed: what happens to it, and what it shows.
///
/// Meanwhile printed text waits, and no line is read. Keys that were pressed and not taken reach the next line.
public final class FullScreen: Sendable {
    /// What was written to the terminal.
    public struct Traffic: Sendable, Hashable {
        /// The number of bytes.
        public var bytes = 0
        /// The number of frames.
        public var frames = 0

        /// Nothing yet.
        public init() {}
    }

    private struct State {
        var inputs: [KeyDecoder.Input] = []
        var next: (grid: CellGrid, isUrgent: Bool)?
        var isClosed = false
        var traffic = Traffic()
        var closing: [CheckedContinuation<Void, Never>] = []
        var hasEnded = false
    }

    /// Yields when there are events to take; ends with the view.
    public let happened: AsyncStream<Void>
    private let note: AsyncStream<Void>.Continuation
    private let state = Mutex(State())
    private let wakeUp: WakePipe
    /// Events beyond this number that are not taken are dropped.
    private static let mostInputs = 10_000

    init(wakeUp: WakePipe) {
        self.wakeUp = wakeUp
        (happened, note) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes the next event; `nil` if there is none.
    public func takeEvent() -> ScreenEvent? {
        state.withLock { $0.inputs.isEmpty ? nil : $0.inputs.removeFirst().event }
    }

    /// Shows a grid as soon as the terminal takes it; grids in between are skipped.
    ///
    /// - Parameter isUrgent: Whether it answers a key, and does not wait for the next of 20 frames a second.
    public func show(_ grid: CellGrid, isUrgent: Bool = false) {
        state.withLock { $0.next = (grid, isUrgent || $0.next?.isUrgent == true) }
        wakeUp.wake()
    }

    /// What was written so far.
    public var traffic: Traffic { state.withLock { $0.traffic } }

    /// Gives the terminal back, with what it showed before.
    public func close() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                state.isClosed = true
                if !state.hasEnded { state.closing.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
            wakeUp.wake()
        }
    }

    // MARK: - The editor's thread

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func add(_ inputs: [KeyDecoder.Input]) {
        guard !inputs.isEmpty else { return }
        state.withLock { $0.inputs += inputs.prefix(Self.mostInputs - $0.inputs.count) }
        note.yield()
    }

    func add(_ event: ScreenEvent) { add([KeyDecoder.Input(event: event, bytes: [])]) }

    /// The grid to show next, if one waits.
    ///
    /// - Parameter isDue: Whether it is time for a frame that is not urgent.
    func takeGrid(isDue: Bool) -> CellGrid? {
        state.withLock { state in
            guard let next = state.next, next.isUrgent || isDue else { return nil }
            state.next = nil
            return next.grid
        }
    }

    /// Whether a grid waits for its time.
    var hasGrid: Bool { state.withLock { $0.next != nil } }

    func note(_ bytes: Int) {
        state.withLock { ($0.traffic.bytes, $0.traffic.frames) = ($0.traffic.bytes + bytes, $0.traffic.frames + 1) }
    }

    /// Ends the view.
    ///
    /// - Returns: The bytes of the keys that nobody took.
    func end() -> [UInt8] {
        let (rest, closing) = state.withLock { state in
            defer {
                // What is no key may still be taken.
                state.inputs.removeAll { !$0.bytes.isEmpty }
                (state.closing, state.hasEnded) = ([], true)
            }
            return (state.inputs.flatMap(\.bytes), state.closing)
        }
        note.finish()
        for continuation in closing { continuation.resume() }
        return rest
    }
}
