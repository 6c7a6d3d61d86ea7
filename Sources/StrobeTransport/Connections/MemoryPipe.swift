internal import DequeModule
internal import Synchronization

/// One direction of a memory connection: a bounded queue of bytes with waiting writers.
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
        /// The writers to resume after the lock is released.
        var delivered: [Write] = []
        var failed: [Write] = []

        mutating func fail() {
            failed += writes
            writes = []
        }
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
            change { state in
                let write = Write(bytes: bytes[...], continuation: continuation)
                if state.writerClosed || state.readerClosed {
                    state.failed.append(write)
                } else {
                    state.writes.append(write)
                }
            }
        }
        if let error { throw error }
    }

    /// Moves bytes to the reader, which waits for them.
    func pump() {
        change { _ in }
    }

    /// Ends the direction from the writer's side; waiting bytes are delivered, unless `failing`.
    func closeWriter(failing: Bool) {
        change { state in
            state.writerClosed = true
            if failing { state.fail() }
        }
    }

    /// Ends the direction from the reader's side.
    func closeReader() {
        inbox.close()
        change { state in
            state.readerClosed = true
            state.fail()
        }
    }

    /// Changes the state, moves bytes, then resumes the writers that are done.
    private func change(_ body: (inout State) -> Void) {
        let (delivered, failed) = state.withLock { state in
            body(&state)
            deliver(&state)
            defer { (state.delivered, state.failed) = ([], []) }
            return (state.delivered, state.failed)
        }
        for write in delivered { write.continuation.resume(returning: nil) }
        for write in failed { write.continuation.resume(returning: .closedHere("the other end in this process")) }
    }

    private func deliver(_ state: inout State) {
        while !state.writes.isEmpty, inbox.count < capacity || inbox.isWaiting {
            let piece = state.writes[0].bytes.prefix(capacity)
            piece.withUnsafeBytes { inbox.receive($0) }
            state.writes[0].bytes = state.writes[0].bytes.dropFirst(piece.count)
            if state.writes[0].bytes.isEmpty {
                state.delivered.append(state.writes.removeFirst())
            }
        }
        if state.writes.isEmpty, state.writerClosed { inbox.finish() }
    }
}
