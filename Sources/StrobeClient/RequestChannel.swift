internal import DequeModule
internal import StrobeProtocol
internal import StrobeTransport
internal import StrobeTree
internal import Synchronization

/// The traffic of one client: lines to write, requests without an answer, and received lines.
///
/// One task writes and one reads; both retain this object and not the client. All state is under one lock, under which
/// no continuation is resumed.
final class RequestChannel: Sendable {
    private typealias Outcome = Result<Value, ClientError>

    private struct Pending {
        var method: String
        var continuation: CheckedContinuation<Outcome, Never>
        var timer: Task<Void, Never>?

        func resume(_ outcome: Outcome) {
            timer?.cancel()
            continuation.resume(returning: outcome)
        }
    }

    private struct Line {
        /// The id of the request in it, if any.
        var id: Int64?
        var bytes: [UInt8]
    }

    private struct State {
        var lastID: Int64 = 0
        var pending: [Int64: Pending] = [:]
        /// Requests given up after they were written; their answers are expected and dropped.
        var abandoned: Set<Int64> = []
        var outbox: Deque<Line> = []
        var ended: ClientError?
        var closingReason: String?
        var requestLimit = SessionLimits().handshakeLineBytes
        var tasks: [Task<Void, Never>] = []
    }

    let connection: any Connection
    let events: EventQueue
    private let child: ChildProcess?
    private let options: ClientOptions
    private let state = Mutex(State())
    /// Wakes the writing task when a line waits.
    private let wake = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(_ connection: any Connection, child: ChildProcess?, options: ClientOptions) {
        self.connection = connection
        self.child = child
        self.options = options
        events = EventQueue(capacity: options.eventCapacity, maxCost: options.eventBytes)
        connection.setLineLimit(options.lineBytes)
    }

    /// Starts the two tasks.
    func start() {
        let tasks = [Task { await self.writeAll() }, Task { await self.readAll() }]
        let isEnded = state.withLock { state in
            state.tasks = tasks
            return state.ended != nil
        }
        if isEnded { tasks.forEach { $0.cancel() } }
    }

    /// Sets the maximum length of a line that the server accepts, in bytes.
    func setRequestLimit(_ limit: Int) {
        state.withLock { $0.requestLimit = max(1, limit) }
    }

    /// The number of lines not taken by the writing task yet.
    var unwrittenLines: Int { state.withLock { $0.outbox.count } }

    // MARK: - Requests

    func exchange(
        _ method: String, _ params: Value.Object, timeout: Duration?
    ) async throws(ClientError) -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let bytes = Envelope.request(id: .int(id), method: method, params: params).encode()
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                enter(Pending(method: method, continuation: continuation), id, bytes, timeout)
            }
        } onCancel: {
            abandon(id) { ClientError(.cancelled, "The request \($0) was cancelled.") }
        }
        return try outcome.get()
    }

    /// Queues a message that has no answer.
    func post(_ envelope: Envelope) throws(ClientError) {
        let bytes = envelope.encode()
        let error: ClientError? = state.withLock { state in
            if let error = state.ended ?? refusal(of: bytes, state) { return error }
            state.outbox.append(Line(bytes: bytes))
            return nil
        }
        if let error { throw error }
        wake.continuation.yield()
    }

    private func enter(_ pending: Pending, _ id: Int64, _ bytes: [UInt8], _ timeout: Duration?) {
        let method = pending.method
        // Resumed outside of the lock, here and below: resuming takes the lock of the task, which a thread that cancels
        // it holds while the cancellation handler waits for this lock.
        let error = state.withLock { state -> ClientError? in
            if let error = state.ended ?? refusal(of: bytes, state) { return error }
            if Task.isCancelled {
                return ClientError(.cancelled, "The request \(method) was cancelled before it was sent.")
            }
            var pending = pending
            if let timeout = timeout ?? options.requestTimeout {
                pending.timer = Task { [weak self] in
                    guard (try? await Task.sleep(for: timeout)) != nil else { return }
                    self?.abandon(id) {
                        ClientError(
                            .timedOut,
                            "The server did not answer \($0) within \(timeout). Check that its process is not stopped.")
                    }
                }
            }
            state.pending[id] = pending
            state.outbox.append(Line(id: id, bytes: bytes))
            return nil
        }
        if let error { return pending.resume(.failure(error)) }
        wake.continuation.yield()
    }

    private func refusal(of bytes: [UInt8], _ state: borrowing State) -> ClientError? {
        let limit = state.requestLimit
        // The line feed is not counted.
        guard bytes.count - 1 > limit else { return nil }
        return ClientError(
            .tooLarge,
            "The request has \(bytes.count - 1) bytes; the server takes at most \(limit). Send a smaller one.")
    }

    /// Ends an unwanted request: removes it from the queue, or cancels it at the server.
    private func abandon(_ id: Int64, _ error: (String) -> ClientError) {
        let cancel = (try? Envelope.notification(CancelRequest(id: .int(id))))?.encode()
        let pending = state.withLock { state -> Pending? in
            guard let pending = state.pending.removeValue(forKey: id) else { return nil }
            if let place = state.outbox.firstIndex(where: { $0.id == id }) {
                state.outbox.remove(at: place)
            } else {
                state.abandoned.insert(id)
                if let cancel { state.outbox.append(Line(bytes: cancel)) }
            }
            return pending
        }
        guard let pending else { return }
        pending.resume(.failure(error(pending.method)))
        wake.continuation.yield()
    }

    // MARK: - Writing

    private func writeAll() async {
        for await _ in wake.stream {
            while let line = state.withLock({ $0.outbox.popFirst() }) {
                do {
                    try await connection.write(line.bytes)
                } catch {
                    // If the other direction has ended as well, the reading task knows more: the server's last message
                    // and how its process ended.
                    guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
                    end(ClientError(.connectionLost, error.message))
                    return
                }
            }
        }
    }

    // MARK: - Reading

    private func readAll() async {
        while true {
            do {
                guard let line = try await connection.nextLine() else {
                    await lose(nil)
                    return
                }
                receive(line)
            } catch {
                guard error.code == .lineTooLong else {
                    if error.code != .cancelled { await lose(error) }
                    return
                }
                events.add(.malformed(reason: "The server sent too much at once. \(error.message)"), cost: 0)
            }
        }
    }

    private func receive(_ line: [UInt8]) {
        // A state of the maximum depth is a few levels deeper in its answer.
        let limits = JSONLimits(maxDepth: SessionLimits().depth + 16, maxBytes: options.lineBytes)
        let envelope: Envelope
        do {
            envelope = try Envelope.decode(line, limits: limits)
        } catch {
            let reason = "The server sent a line that is not a message: \(error.message)"
            if let id = error.id, settle(id, .failure(ClientError(.malformedAnswer, reason))) { return }
            events.add(.malformed(reason: reason), cost: line.count)
            return
        }
        switch envelope {
        case .result(let id, let value):
            if !settle(id, .success(value)) { events.add(.malformed(reason: unasked(id)), cost: 0) }
        case .failure(let id?, let error):
            if !settle(id, .failure(ClientError(error))) { events.add(.malformed(reason: unasked(id)), cost: 0) }
        case .failure(nil, let error):
            // The server could not parse the request: it must be the only one in progress.
            if !settleOnly(.failure(ClientError(error))) { events.add(.serverError(error), cost: line.count) }
        case .notification(let method, let params):
            notified(method, params, cost: line.count)
        case .request(_, let method, _):
            events.add(.malformed(reason: "The server sent a request, \(method); servers only answer."), cost: 0)
        }
    }

    private func notified(_ method: String, _ params: Value.Object, cost: Int) {
        if method == ServerClosing.method, let closing = try? ServerClosing(params: params) {
            state.withLock { $0.closingReason = closing.reason }
        }
        // It is decoded where it is used.
        events.add(.unknown(method: method, params: params), cost: cost)
    }

    /// Ends a request with its answer; `false` if there is no such request.
    private func settle(_ id: RequestID, _ outcome: Result<Value, ClientError>) -> Bool {
        guard case .int(let number) = id else { return false }
        let (pending, wasAbandoned) = state.withLock { state in
            let wasAbandoned = state.abandoned.remove(number) != nil
            return (wasAbandoned ? nil : state.pending.removeValue(forKey: number), wasAbandoned)
        }
        pending?.resume(outcome)
        return wasAbandoned || pending != nil
    }

    private func settleOnly(_ outcome: Result<Value, ClientError>) -> Bool {
        let id = state.withLock { $0.pending.count == 1 ? $0.pending.keys.first : nil }
        return id.map { settle(.int($0), outcome) } ?? false
    }

    private func unasked(_ id: RequestID) -> String {
        "The server answered a request that was not sent (id \(id))."
    }

    // MARK: - End

    /// The connection ended by itself: finds out why and fails all outstanding requests.
    private func lose(_ error: TransportError?) async {
        let closingReason = state.withLock { $0.closingReason }
        var reason = "The server closed the connection."
        if let closingReason {
            reason = "The server ended the session: \(closingReason)."
        } else if let child, let status = await child.exitStatus(within: .seconds(1)) {
            reason = "The process \"\(child.command.first ?? "")\" \(status)."
        } else if let error {
            reason = "The connection to \(connection.peer) was lost: \(error.message)"
        }
        // There is no doubt to report if nothing but `initialize` was requested.
        let isInDoubt = state.withLock { state in state.pending.values.contains { $0.method != Initialize.method } }
        let doubt = isInDoubt ? " Unanswered requests may or may not have been carried out." : ""
        end(ClientError(.connectionLost, reason + doubt))
    }

    /// Ends the traffic once; outstanding requests fail with the error, which is the last event.
    ///
    /// - Parameter closingConnection: Whether to close the connection as well.
    func end(_ error: ClientError, closingConnection: Bool = true) {
        let ended: (tasks: [Task<Void, Never>], pending: [Pending])? = state.withLock { state in
            guard state.ended == nil else { return nil }
            state.ended = error
            defer {
                state.pending = [:]
                state.outbox = []
            }
            return (state.tasks, Array(state.pending.values))
        }
        guard let ended else { return }
        for pending in ended.pending { pending.resume(.failure(error)) }
        events.finish(.closed(error))
        wake.continuation.finish()
        ended.tasks.forEach { $0.cancel() }
        if closingConnection { Task { [connection] in await connection.close() } }
    }
}
