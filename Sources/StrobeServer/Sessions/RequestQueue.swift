internal import DequeModule
internal import StrobeProtocol
internal import StrobeSystem

/// The requests of one client in the order of their arrival, as many as the client may have unanswered.
final class RequestQueue: Sendable {
    /// A request that waits or runs.
    struct Entry: Sendable {
        let request: IncomingRequest
        let size: Int
    }

    /// The outcome of a cancellation.
    enum Cancellation: Sendable {
        /// The request was waiting and was removed.
        case removed
        /// The request is running and was notified.
        case reported
        /// There is no such request, or it was already answered.
        case unknown
    }

    private struct Running: Sendable {
        let id: RequestID
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }

    private struct State: Sendable {
        var waiting = Deque<Entry>()
        var bytes = 0
        var running: Running?
        var isClosed = false
    }

    private let state = AsyncCondition(State())
    private let countLimit: Int
    private let byteLimit: Int

    init(countLimit: Int, byteLimit: Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
    }

    /// Waits until another request fits; meanwhile the reader does not read.
    func waitForRoom() async {
        _ = await state.wait { [countLimit, byteLimit] state in
            state.isClosed || (state.waiting.count < countLimit && state.bytes < byteLimit) ? true : nil
        }
    }

    /// Appends a request.
    func put(_ request: IncomingRequest, size: Int) {
        state.update { state in
            guard !state.isClosed else { return }
            state.waiting.append(Entry(request: request, size: size))
            state.bytes += size
        }
    }

    /// Takes the next request, which is now the running one; `nil` once the queue is closed and empty.
    func take() async -> IncomingRequest? {
        let entry: Entry?? = await state.wait { state in
            state.running = nil
            guard let entry = state.waiting.popFirst() else { return state.isClosed ? .some(nil) : nil }
            state.bytes -= entry.size
            state.running = Running(id: entry.request.id)
            return entry
        }
        return (entry ?? nil)?.request
    }

    /// Sets the closure that cancels the running request.
    func setCancel(_ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.update { state in
            state.running?.cancel = cancel
            return state.running?.isCancelled ?? false
        }
        if isCancelled { cancel() }
    }

    /// Cancels a waiting or running request.
    func cancel(_ id: RequestID) -> Cancellation {
        let (cancellation, cancelRunning) = state.update { state -> (Cancellation, (@Sendable () -> Void)?) in
            if let running = state.running, running.id == id {
                state.running?.isCancelled = true
                return (.reported, running.cancel)
            }
            guard let index = state.waiting.firstIndex(where: { $0.request.id == id }) else { return (.unknown, nil) }
            state.bytes -= state.waiting.remove(at: index).size
            return (.removed, nil)
        }
        cancelRunning?()
        return cancellation
    }

    /// Stops accepting requests, and drops the waiting ones.
    func drop() {
        state.update { state in
            state.isClosed = true
            state.waiting.removeAll()
            state.bytes = 0
        }
    }

    /// Stops accepting requests; waiting ones are still answered.
    func close() {
        state.update { $0.isClosed = true }
    }

    /// Cancels the running request.
    func cancelRunning() {
        let cancel = state.update { state in
            state.running?.isCancelled = true
            return state.running?.cancel
        }
        cancel?()
    }
}
