internal import DequeModule
internal import Synchronization

/// One direction of a memory connection: a bounded queue of bytes with writers that wait.
///
/// Its lock is taken before the inbox's, never the other way round.
final class MemoryPipe: Sendable {
    private struct Write {
        var bytes: ArraySlice<UInt8>
        var continuation: CheckedContinuation<TransportError?, Never>
    }

    private struct State {
        var writes: Deque<Write> = []
        var writerClosed = false
        var readerClosed = false
    }

    let inbox: LineInbox
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int, lineLimit: Int) {
        self.capacity = max(1, capacity)
        inbox = LineInbox(limit: lineLimit)
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<TransportError?, Never>) in
            state.withLock { state in
                guard !state.writerClosed, !state.readerClosed else {
                    continuation.resume(returning: .closedHere("the other end in this process"))
                    return
                }
                state.writes.append(Write(bytes: bytes[...], continuation: continuation))
                deliver(&state)
            }
        }
        if let error { throw error }
    }

    /// Moves bytes on because the reader waits for them.
    func pump() {
        state.withLock { deliver(&$0) }
    }

    /// Ends the direction from the writer's side; bytes that still wait are delivered, unless they are to fail.
    func closeWriter(failing: Bool) {
        state.withLock { state in
            state.writerClosed = true
            if failing { fail(&state) }
            deliver(&state)
        }
    }

    /// Ends the direction from the reader's side.
    func closeReader() {
        inbox.close()
        state.withLock { state in
            state.readerClosed = true
            fail(&state)
        }
    }

    private func deliver(_ state: inout State) {
        while !state.writes.isEmpty, inbox.count < capacity || inbox.isWaiting {
            let piece = state.writes[0].bytes.prefix(capacity)
            piece.withUnsafeBytes { inbox.receive($0) }
            state.writes[0].bytes = state.writes[0].bytes.dropFirst(piece.count)
            if state.writes[0].bytes.isEmpty {
                state.writes.removeFirst().continuation.resume(returning: nil)
            }
        }
        if state.writes.isEmpty, state.writerClosed { inbox.finish() }
    }

    private func fail(_ state: inout State) {
        while let write = state.writes.popFirst() {
            write.continuation.resume(returning: .closedHere("the other end in this process"))
        }
    }
}
