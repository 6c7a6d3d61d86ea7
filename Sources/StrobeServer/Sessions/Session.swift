internal import Logging
internal import StrobeProtocol
internal import StrobeTransport
internal import StrobeTree
internal import Synchronization

/// One attached client, from its `initialize` to the end of its connection.
///
/// Three tasks share it: the reader takes lines in and never waits for an answer to be written, the worker answers one
/// request after the other, the writer empties the outbox.
final class Session: Sendable {
    private struct State: Sendable {
        var attached: [String: TargetFeed] = [:]
        var subscriptions: [String: Subscription] = [:]
        var lastSubscription = 0
        /// What is told from the moment on at which the answer to its subscription is on its way.
        var starting: [Listening] = []
        var isEnding = false
        var endReason: String?
    }

    private struct Progress: Sendable {
        var isWorkDone = false
        /// Whether the work is not waited for.
        var isForced = false
    }

    private struct Subscription: Sendable {
        let request: Subscribe
        var listeners: [Listening] = []
    }

    /// A subscription's listener at one store, and up to where it knows.
    private struct Listening: Sendable {
        let feed: TargetFeed
        let listener: StreamListener
        let seq: Int

        func leave() {
            feed.remove(listener)
            listener.end()
        }
    }

    private static let subscriptionLimit = 100

    let id: String
    let access: Access
    let server: DebugServer
    let connectionID: Int
    let outbox: Outbox
    private let connection: any Connection
    private let queue: RequestQueue
    private let state = Mutex(State())
    private let progress = Monitor(Progress())

    init(
        id: String, access: Access, server: DebugServer, connection: any Connection, connectionID: Int
    ) {
        self.connectionID = connectionID
        self.id = id
        self.access = access
        self.server = server
        self.connection = connection
        let limits = server.configuration.limits
        queue = RequestQueue(countLimit: limits.outstandingRequests, byteLimit: 4 * limits.lineBytes)
        outbox = Outbox(notificationLimit: limits.queueBytes, responseLimit: limits.queueBytes) { stream, seqs in
            Wire.notification(
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
        let worker = Task {
            await self.work()
            self.progress.update { $0.isWorkDone = true }
        }
        _ = await progress.wait { $0.isWorkDone || $0.isForced ? true : nil }
        if let reason = state.withLock({ $0.endReason }), let line = Wire.notification(ServerClosing(reason: reason)) {
            _ = outbox.announce(line)
        }
        outbox.finish()
        await finish(writer)
        await reader.value
        worker.cancel()
        leave()
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

    private func leave() {
        let (attached, subscriptions) = state.withLock { state in
            defer { (state.attached, state.subscriptions, state.starting) = ([:], [:], []) }
            return (state.attached, state.subscriptions)
        }
        for subscription in subscriptions.values {
            for joining in subscription.listeners { joining.leave() }
        }
        for feed in attached.values { feed.target.detach() }
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
                outbox.respond(Wire.failure(nil, .lineTooLong(limit: server.configuration.limits.lineBytes)))
            } catch {
                return abandon()
            }
        }
    }

    private func receive(_ line: [UInt8]) {
        let envelope: Envelope
        do {
            envelope = try Envelope.decode(line, limits: server.lineLimits)
        } catch {
            outbox.respond(Wire.failure(error.id, error))
            return
        }
        switch envelope {
        case .request(let id, Ping.method, _):
            // Passes the queue: whoever asks wants to know whether this side lives.
            outbox.respond(Wire.result(id, Empty()))
        case .request(let id, let method, let params):
            queue.put(IncomingRequest(id: id, method: method, params: params), size: line.count)
        case .notification(CancelRequest.method, let params):
            guard let message = try? CancelRequest(params: params) else { return }
            if case .removed = queue.cancel(message.id) {
                outbox.respond(Wire.failure(message.id, .cancelled))
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
            let answering = Task { await Methods.answer(request, in: self) }
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

    // MARK: Stores

    /// The store that a request names, or the only one; the session is attached to it from now on.
    func feed(for store: String?) throws(ProtocolError) -> TargetFeed {
        attach(try server.feed(for: store))
    }

    private func attach(_ feed: TargetFeed) -> TargetFeed {
        let isFirst = state.withLock { state in
            guard state.attached[feed.target.id] !== feed else { return false }
            state.attached[feed.target.id] = feed
            return true
        }
        if isFirst { feed.target.attach() }
        return feed
    }

    /// Tells of a store that was added to the server, and subscribes to it where all stores are subscribed to.
    func add(_ feed: TargetFeed) {
        let (isWanted, subscriptions) = state.withLock { state in
            (
                state.subscriptions.values.contains { $0.request.events.contains(.stores) },
                state.subscriptions.filter { $0.value.request.store == nil }
            )
        }
        if isWanted { announce(StoreAdded(store: feed.target.description)) }
        for (id, subscription) in subscriptions {
            guard let listening = listen(to: feed, as: id, subscription.request) else { continue }
            _ = attach(feed)
            Task { await feed.join(listening.listener, from: listening.seq) }
        }
    }

    /// Tells of a store that was removed from the server.
    func remove(_ feed: TargetFeed) {
        let id = feed.target.id
        let (isWanted, wasAttached) = state.withLock { state in
            for key in state.subscriptions.keys {
                state.subscriptions[key]?.listeners.removeAll { $0.feed === feed }
            }
            let wasAttached = state.attached[id] === feed
            if wasAttached { state.attached.removeValue(forKey: id) }
            return (state.subscriptions.values.contains { $0.request.events.contains(.stores) }, wasAttached)
        }
        if wasAttached { feed.target.detach() }
        if isWanted { announce(StoreRemoved(store: id)) }
    }

    private func announce(_ message: some ProtocolNotification) {
        guard let line = Wire.notification(message), !outbox.announce(line) else { return }
        end(reason: "the client does not read")
    }

    // MARK: Subscriptions

    /// Makes a subscription; it is told once the answer is on its way.
    func subscribe(_ request: Subscribe, to feeds: [TargetFeed]) throws(ProtocolError) -> (id: String, seq: Int?) {
        let id = state.withLock { state -> String? in
            guard state.subscriptions.count < Self.subscriptionLimit else { return nil }
            state.lastSubscription += 1
            let id = String(state.lastSubscription)
            state.subscriptions[id] = Subscription(request: request)
            return id
        }
        guard let id else {
            throw ProtocolError(
                .tooLarge, "A session has at most \(Self.subscriptionLimit) subscriptions: unsubscribe from one first.",
                data: ["limit": .int(Int64(Self.subscriptionLimit))])
        }
        let listening = feeds.compactMap { listen(to: $0, as: id, request) }
        state.withLock { $0.starting += listening }
        return (id, listening.last?.seq)
    }

    /// Adds a listener to a store; `nil` where the subscription is about other things, or is over.
    private func listen(to feed: TargetFeed, as id: String, _ request: Subscribe) -> Listening? {
        var tracks = Set<StreamListener.Track>()
        if request.events.contains(.log) { tracks.insert(.log) }
        if request.events.contains(.state) { tracks.insert(.state) }
        guard !tracks.isEmpty else { return nil }
        let listener = StreamListener(
            subscription: id, store: feed.target.id, tracks: tracks, paths: request.paths, outbox: outbox,
            limits: server.configuration.limits)
        let told = feed.add(listener)
        let listening = Listening(feed: feed, listener: listener, seq: request.fromSeq ?? told)
        let isKept = state.withLock { state in
            state.subscriptions[id]?.listeners.append(listening)
            return state.subscriptions[id] != nil
        }
        guard isKept else {
            listening.leave()
            return nil
        }
        return listening
    }

    /// Ends a subscription.
    ///
    /// - Returns: Whether there was one.
    func unsubscribe(_ id: String) -> Bool {
        guard let subscription = state.withLock({ $0.subscriptions.removeValue(forKey: id) }) else { return false }
        for listening in subscription.listeners { listening.leave() }
        return true
    }

    /// Lets new listeners catch up and go on with the others.
    private func start() async {
        let starting = state.withLock { state in
            defer { state.starting = [] }
            return state.starting
        }
        for listening in starting { await listening.feed.join(listening.listener, from: listening.seq) }
    }
}
