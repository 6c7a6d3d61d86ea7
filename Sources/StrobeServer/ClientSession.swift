internal import StrobeProtocol
internal import StrobeTransport
internal import Synchronization

/// One attached client, from its `initialize` to the end of its connection.
///
/// Three tasks share it: the reader takes lines in and never waits for an answer to be written, the worker answers one
/// request after the other, on an executor of its own since a reducer may hold it up, the writer empties the outbox.
final class ClientSession: SessionIdentity {
    struct State: Sendable {
        var attached: [String: StoreSubscriptions] = [:]
        var subscriptions: [String: Subscription] = [:]
        var lastSubscription = 0
        /// What is told from the moment on at which the answer to its subscription is on its way.
        var starting: [Listening] = []
        var startingAtGates: [GateListening] = []
        var isEnding = false
        /// Whether it let go of the stores: a request that still runs takes hold of none.
        var hasLeft = false
        var endReason: String?
    }

    private struct Progress: Sendable {
        var isWorkDone = false
        /// Whether the work is not waited for.
        var isForced = false
    }

    struct Subscription: Sendable {
        let request: Subscribe
        var listeners: [Listening] = []
        /// Those at the gates of stores.
        var gateListeners: [GateListening] = []
    }

    /// A subscription's listener at the gate of a store.
    struct GateListening: Sendable {
        let feed: StoreSubscriptions
        let gate: any AnyStoreGate
        let listener: GateListener

        func leave() {
            listener.end()
            Task { await gate.remove(listener) }
        }
    }

    /// A subscription's listener at one store, and up to where it knows.
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
    let server: DebugServer
    let connectionID: Int
    let outbox: Outbox
    private let connection: any Connection
    private let queue: RequestQueue
    private let executor = RequestExecutor()
    let state = Mutex(State())
    private let progress = AsyncCondition(Progress())

    init(
        id: String, access: Access, server: DebugServer, connection: any Connection, connectionID: Int
    ) {
        self.connectionID = connectionID
        self.id = id
        self.access = access
        self.server = server
        self.connection = connection
        let limits = server.configuration.limits
        queue = RequestQueue(countLimit: limits.outstandingRequests, byteLimit: 4 * min(limits.lineBytes, .max / 4))
        outbox = Outbox(notificationLimit: limits.queueBytes, responseLimit: limits.queueBytes) { stream, seqs in
            LineEncoding.notification(
                StreamLagged(
                    subscription: stream.subscription, store: stream.store, fromSeq: seqs.lowerBound,
                    toSeq: seqs.upperBound)) ?? []
        }
    }

    // MARK: Life

    /// Serves the client until either side ends the session.
    func run() async {
        connection.setLineLimit(server.configuration.limits.lineBytes)
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
        // A gate may have to wait for a reducer; the session itself is over.
        await server.waitBriefly { await self.leave() }
    }

    /// Ends the session from this side: drops the requests that wait, answers the running one if it ends in time, and tells
    /// the client.
    func end(reason: String) {
        let isFirst = state.withLock { state in
            guard state.endReason == nil else { return false }
            (state.endReason, state.isEnding) = (reason, true)
            return true
        }
        guard isFirst else { return }
        queue.drop()
        queue.cancelRunning()
        let (clock, timeout) = (server.configuration.clock, server.configuration.drainTimeout)
        Task { [progress] in
            try? await clock.sleep(for: timeout)
            progress.update { $0.isForced = true }
        }
    }

    /// Ends the session at the client's wish, once what it sent before is answered.
    func endAfterAnswer() {
        state.withLock { $0.isEnding = true }
        queue.drop()
    }

    /// Ends the session because the client is gone: what it still waits for is not worked out.
    private func abandon() {
        queue.drop()
        queue.cancelRunning()
        progress.update { $0.isForced = true }
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Whether it let go of the stores: nothing may be done in its name any more.
    var hasLeft: Bool { state.withLock { $0.hasLeft } }

    var presentIDs: Set<String> { server.sessionIDs }

    /// Waits until the writer is done, but not for long; then the connection closes in any case.
    private func finish(_ writer: Task<Void, Never>) async {
        let (clock, timeout) = (server.configuration.clock, server.configuration.drainTimeout)
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
            feed.endReplay(of: self)
            await feed.target.gate?.leave(self)
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
                outbox.respond(LineEncoding.failure(nil, .lineTooLong(limit: server.configuration.limits.lineBytes)))
            } catch {
                return abandon()
            }
        }
    }

    private func receive(_ line: [UInt8]) {
        let envelope: Envelope
        do {
            envelope = try Envelope.decode(line, limits: server.lineLimits)
        } catch  where error.code == .invalidParams && error.id == nil {
            // A notification whose params are wrong: like any other it is not answered.
            return
        } catch {
            outbox.respond(LineEncoding.failure(error.id, error))
            return
        }
        switch envelope {
        case .request(let id, Ping.method, _):
            // Passes the queue: whoever asks wants to know whether this side lives.
            outbox.respond(LineEncoding.result(id, Empty()))
        case .request(let id, let method, let params):
            queue.put(IncomingRequest(id: id, method: method, params: params), size: line.count)
        case .notification(CancelRequest.method, let params):
            guard let message = try? CancelRequest(params: params) else { return }
            if case .removed = queue.cancel(message.id) {
                outbox.respond(LineEncoding.failure(message.id, .cancelled))
            }
        case .notification, .result, .failure:
            // Nothing of this needs an answer, and an answer to an answer could go on for ever.
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
