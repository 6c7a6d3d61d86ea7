internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTransport
internal import Synchronization

/// An attached client, from its `initialize` to the end of its connection.
///
/// Three tasks share it: the reader takes lines in and never waits for an answer to be written, the worker answers one
/// request at a time, on its own executor since a reducer may block it, and the writer empties the outbox.
final class ClientSession: SessionIdentity {
    struct State: Sendable {
        var attached: [String: StoreSubscriptions] = [:]
        var subscriptions: [String: Subscription] = [:]
        var lastSubscription = 0
        /// Listeners that start once the answer to their subscription is on its way.
        var starting: [Listening] = []
        var startingAtGates: [GateListening] = []
        var isEnding = false
        /// Whether it has released its stores: a request that still runs attaches to none.
        var hasLeft = false
        var endReason: String?
    }

    private struct Progress: Sendable {
        var isWorkDone = false
        /// Whether to stop without waiting for the running request.
        var isForced = false
    }

    struct Subscription: Sendable {
        let request: Subscribe
        var listeners: [Listening] = []
        /// The listeners at the gates of stores.
        var gateListeners: [GateListening] = []
    }

    /// A subscription's listener at the gate of a store.
    struct GateListening: Sendable {
        let feed: StoreSubscriptions
        let listener: GateListener

        func leave() {
            listener.end()
            Task { await feed.target.remove(listener) }
        }
    }

    /// A subscription's listener at one store, and the last seq reported to it.
    struct Listening: Sendable {
        let feed: StoreSubscriptions
        let listener: StreamListener
        let seq: Int

        func leave() {
            feed.remove(listener)
            listener.end()
        }
    }

    let id: String
    let access: Access
    let server: any SessionHost
    let connectionID: Int
    let limits: SessionLimits
    let clock: any Clock<Duration>
    /// The time limit for the client's running request after the session ends.
    private let drainTimeout: Duration
    let outbox: Outbox
    private let connection: any Connection
    private let queue: RequestQueue
    private let executor = RequestExecutor()
    let state = Mutex(State())
    private let progress = AsyncCondition(Progress())

    init(
        id: String, access: Access, server: any SessionHost, connection: any Connection, connectionID: Int,
        limits: SessionLimits, clock: any Clock<Duration>, drainTimeout: Duration
    ) {
        self.connectionID = connectionID
        self.id = id
        self.access = access
        self.server = server
        self.connection = connection
        self.limits = limits
        self.clock = clock
        self.drainTimeout = drainTimeout
        queue = RequestQueue(countLimit: limits.outstandingRequests, byteLimit: 4 * min(limits.lineBytes, .max / 4))
        outbox = Outbox(notificationLimit: limits.queueBytes, responseLimit: limits.queueBytes) { stream, seqs in
            server.noteMissed(seqs.count)
            return LineEncoding.notification(
                StreamLagged(
                    subscription: stream.subscription, store: stream.store, fromSeq: seqs.lowerBound,
                    toSeq: seqs.upperBound)) ?? []
        }
    }

    // MARK: Lifetime

    /// Serves the client until either side ends the session.
    func run() async {
        connection.setLineLimit(limits.lineBytes)
        let reader = Task {
            await self.read()
            self.queue.close()
        }
        let writer = Task { await self.write() }
        let worker = Task(executorPreference: executor) {
            await self.work()
            self.progress.update { $0.isWorkDone = true }
        }
        _ = await progress.wait { $0.isWorkDone || $0.isForced ? true : nil }
        if let reason = state.withLock({ $0.endReason }),
            let line = LineEncoding.notification(ServerClosing(reason: reason))
        {
            _ = outbox.announce(line)
        }
        outbox.finish()
        await finish(writer)
        await reader.value
        worker.cancel()
        // The gate may wait for a reducer; the session itself is over.
        await TimeLimit(drainTimeout, on: clock).run { await self.leave() }
    }

    /// Ends the session from this side: drops waiting requests, answers the running one if it ends in time, and
    /// notifies the client.
    func end(reason: String) {
        let isFirst = state.withLock { state in
            guard state.endReason == nil else { return false }
            (state.endReason, state.isEnding) = (reason, true)
            return true
        }
        guard isFirst else { return }
        queue.drop()
        queue.cancelRunning()
        let (clock, timeout) = (clock, drainTimeout)
        Task { [progress] in
            try? await clock.sleep(for: timeout)
            progress.update { $0.isForced = true }
        }
    }

    /// Ends the session at the client's request, once everything it sent before is answered.
    func endAfterAnswer() {
        state.withLock { $0.isEnding = true }
        queue.drop()
    }

    /// Ends the session because the client is gone: pending answers are not computed.
    private func abandon() {
        queue.drop()
        queue.cancelRunning()
        progress.update { $0.isForced = true }
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Whether it has released its stores: nothing may be done on its behalf any more.
    var hasLeft: Bool { state.withLock { $0.hasLeft } }

    var presentIDs: Set<String> { server.sessionIDs }

    /// Waits until the writer is done, with a time limit, then closes the connection in any case.
    private func finish(_ writer: Task<Void, Never>) async {
        let (clock, timeout) = (clock, drainTimeout)
        let timer = Task { [connection] in
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            await connection.close()
        }
        await writer.value
        timer.cancel()
        await connection.close()
    }

    private func leave() async {
        let (attached, subscriptions) = state.withLock { state in
            defer {
                (state.attached, state.subscriptions) = ([:], [:])
                (state.starting, state.startingAtGates) = ([], [])
            }
            state.hasLeft = true
            return (state.attached, state.subscriptions)
        }
        for subscription in subscriptions.values {
            for joining in subscription.listeners { joining.leave() }
            for listening in subscription.gateListeners { listening.leave() }
        }
        for feed in attached.values {
            await feed.target.leave(self)
            feed.target.detach()
        }
    }

    // MARK: Reading

    private func read() async {
        while !isEnding {
            await queue.waitForRoom()
            await outbox.waitForRoom()
            do {
                guard let line = try await connection.nextLine() else { return }
                receive(line)
            } catch  where error.code == .lineTooLong {
                outbox.respond(LineEncoding.failure(nil, .lineTooLong(limit: limits.lineBytes)))
            } catch {
                return abandon()
            }
        }
    }

    private func receive(_ line: [UInt8]) {
        let envelope: Envelope
        do {
            envelope = try Envelope.decode(line, limits: limits.line)
        } catch  where error.code == .invalidParams && error.id == nil {
            // A notification with invalid params is not answered, like any other.
            return
        } catch {
            outbox.respond(LineEncoding.failure(error.id, error))
            return
        }
        switch envelope {
        case .request(let id, Ping.method, _):
            // Passes the queue: it checks whether this side is alive.
            outbox.respond(LineEncoding.result(id, Empty()))
        case .request(let id, let method, let params):
            queue.put(IncomingRequest(id: id, method: method, params: params), size: line.count)
        case .notification(CancelRequest.method, let params):
            guard let message = try? CancelRequest(params: params) else { return }
            if case .removed = queue.cancel(message.id) {
                outbox.respond(LineEncoding.failure(message.id, .cancelled))
            }
        case .notification, .result, .failure:
            // None of these needs an answer, and answering an answer could continue forever.
            break
        }
    }

    // MARK: Answering

    private func work() async {
        while let request = await queue.take() {
            await outbox.waitForRoom()
            let answering = Task(executorPreference: executor) { await Methods.answer(request, in: self) }
            queue.setCancel { answering.cancel() }
            outbox.respond(await answering.value)
            await start()
        }
    }

    private func write() async {
        while let bytes = await outbox.next() {
            do {
                try await connection.write(bytes)
            } catch {
                outbox.finish()
                abandon()
                return await connection.close()
            }
        }
    }
}
