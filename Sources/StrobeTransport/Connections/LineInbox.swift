internal import Synchronization

/// The reading half of every connection: bytes are added as they arrive, and one task at a time waits for lines.
///
/// All state is protected by one lock. Continuations are never resumed under it: resuming takes the lock of the task,
/// which a thread that cancels the task holds while the cancellation handler below waits for this lock.
final class LineInbox: Sendable {
    private typealias Outcome = Result<[UInt8]?, TransportError>

    private struct Served {
        let continuation: CheckedContinuation<Outcome, Never>
        let outcome: Outcome

        func resume() { continuation.resume(returning: outcome) }
    }

    private enum End {
        case ended
        case failed(TransportError)
    }

    private struct State {
        var framer: LineFramer
        var end: End?
        var closed = false
        var tickets: UInt64 = 0
        var waiter: (ticket: UInt64, beginning: UInt8?, continuation: CheckedContinuation<Outcome, Never>)?

        /// The outcome for a reader; `nil` if it has to wait.
        mutating func take(beginningWith beginning: UInt8?) -> Outcome? {
            if closed { return .success(nil) }
            if let beginning, let first = framer.firstByte, first != beginning { return .failure(.wrongBeginning) }
            if let item = framer.next() { return outcome(of: item) }
            switch end {
            case nil: return nil
            case .ended: return framer.finish().map(outcome) ?? .success(nil)
            case .failed(let error):
                end = .ended
                _ = framer.finish()
                return .failure(error)
            }
        }

        /// The reader to resume after the lock is released, with its outcome.
        mutating func served() -> Served? {
            guard let waiter, let outcome = take(beginningWith: waiter.beginning) else { return nil }
            self.waiter = nil
            return Served(continuation: waiter.continuation, outcome: outcome)
        }

        private func outcome(of item: LineFramer.Item) -> Outcome {
            switch item {
            case .line(let bytes): .success(bytes)
            case .tooLong:
                .failure(
                    TransportError(
                        .lineTooLong,
                        "A line of more than \(framer.limit) bytes was skipped. Send shorter lines.",
                        limit: framer.limit))
            }
        }
    }

    private let state: Mutex<State>

    init(limit: Int) {
        state = Mutex(State(framer: LineFramer(limit: limit)))
    }

    /// The number of received bytes not taken yet.
    var count: Int { state.withLock { $0.framer.count } }

    /// Whether a task waits for more bytes.
    var isWaiting: Bool { state.withLock { $0.waiter != nil } }

    func setLimit(_ limit: Int) {
        state.withLock { $0.framer.limit = max(1, limit) }
    }

    /// Removes and returns the next line, or waits for it.
    ///
    /// - Parameters:
    ///   - beginning: The required first byte of the line, if any.
    ///   - demand: Called outside of the lock when the caller waits, to request more bytes.
    func next(beginningWith beginning: UInt8? = nil, demand: () -> Void) async throws(TransportError) -> [UInt8]? {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                let outcome = state.withLock { state -> Outcome? in
                    if Task.isCancelled { return .failure(.cancelledWait("a line")) }
                    guard state.waiter == nil else {
                        let message = "Another task is already reading from this connection. Read from one task only."
                        return .failure(TransportError(.busy, message))
                    }
                    if let outcome = state.take(beginningWith: beginning) { return outcome }
                    state.waiter = (ticket, beginning, continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) } else { demand() }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                guard let waiter = state.waiter, waiter.ticket == ticket else { return nil as Served? }
                state.waiter = nil
                return Served(continuation: waiter.continuation, outcome: .failure(.cancelledWait("a line")))
            }
            cancelled?.resume()
        }
        return try outcome.get()
    }

    /// Adds bytes received from the peer.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        change { state in
            guard !state.closed, state.end == nil else { return }
            state.framer.append(bytes)
        }
    }

    /// Notes that the peer sends no more.
    func finish() {
        change { state in
            if state.end == nil { state.end = .ended }
        }
    }

    /// Notes that the connection broke; whole lines received before are still returned.
    func fail(_ error: TransportError) {
        change { state in
            if state.end == nil { state.end = .failed(error) }
        }
    }

    /// Closes this side; lines not taken are dropped.
    func close() {
        change { state in
            state.closed = true
            state.framer = LineFramer(limit: state.framer.limit)
        }
    }

    /// Changes the state, then resumes the waiting task if there is an outcome for it.
    private func change(_ body: (inout State) -> Void) {
        let served = state.withLock { state in
            body(&state)
            return state.served()
        }
        served?.resume()
    }
}
