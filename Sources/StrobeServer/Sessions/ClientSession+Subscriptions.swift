internal import StrobeProtocol
internal import Synchronization

extension ClientSession {
    private static let subscriptionLimit = 100
    /// The maximum number of paths in all subscriptions of a session.
    private static let pathLimit = 1_000

    /// Creates a subscription to a store, or to all if `nil`; notifications start once the answer is on its way.
    func subscribe(_ request: Subscribe, to feed: StoreSubscriptions?) async throws(ProtocolError) -> (
        id: String, seq: Int?
    ) {
        let id = try state.withLock { state throws(ProtocolError) -> String? in
            // After the session's end the answer is not read.
            guard !state.hasLeft, state.subscriptions.count < Self.subscriptionLimit else { return nil }
            let requests = state.subscriptions.values.map(\.request) + [request]
            let paths = requests.reduce(0) { $0 + ($1.paths?.count ?? 0) }
            guard paths <= Self.pathLimit else {
                throw ProtocolError(
                    .tooLarge,
                    "The subscriptions of a session have at most \(Self.pathLimit) paths in total; these would have "
                        + "\(paths): unsubscribe from one first, or name paths above them.",
                    data: ["limit": .int(Int64(Self.pathLimit)), "count": .int(Int64(paths))])
            }
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
        // Looked up only now: a store added from here on finds the subscription itself.
        let feeds = feed.map { [$0] } ?? server.feeds
        for feed in feeds { attach(feed) }
        // Entries are sent with their changes, which cannot be computed later for a store without replay.
        for feed in feeds { await feed.target.attached() }
        let listening = feeds.compactMap { listen(to: $0, as: id, request) }
        let gates = feeds.compactMap { listenAtGate(of: $0, as: id, request) }
        for listening in gates { await listening.feed.target.add(listening.listener) }
        state.withLock { state in
            state.starting += listening
            state.startingAtGates += gates
        }
        return (id, listening.last?.seq)
    }

    /// Adds a listener to a store; `nil` if the subscription is about something else, has ended, or already has one
    /// there.
    func listen(to feed: StoreSubscriptions, as id: String, _ request: Subscribe) -> Listening? {
        var tracks = Set<StreamListener.Track>()
        if request.events.contains(.log) { tracks.insert(.log) }
        if request.events.contains(.state) { tracks.insert(.state) }
        guard !tracks.isEmpty else { return nil }
        let listener = StreamListener(
            subscription: id, store: feed.target.id, tracks: tracks, paths: request.paths, outbox: outbox,
            limits: limits, clock: clock)
        let start = feed.add(listener)
        let listening = Listening(feed: feed, listener: listener, seq: request.fromSeq ?? start)
        let isKept = state.withLock { state in
            guard state.subscriptions[id]?.listeners.contains(where: { $0.feed === feed }) == false else {
                return false
            }
            state.subscriptions[id]?.listeners.append(listening)
            return true
        }
        guard isKept else {
            listening.leave()
            return nil
        }
        return listening
    }

    /// Creates a listener for the gate of a store, to be added there; `nil` if the subscription is about something
    /// else, has ended, or already has one.
    func listenAtGate(of feed: StoreSubscriptions, as id: String, _ request: Subscribe) -> GateListening? {
        guard request.events.contains(.gate), feed.target.hasGate else { return nil }
        let listener = GateListener(subscription: id, store: feed.target.id, outbox: outbox)
        let listening = GateListening(feed: feed, listener: listener)
        return state.withLock { state in
            guard state.subscriptions[id]?.gateListeners.contains(where: { $0.feed === feed }) == false else {
                return nil
            }
            state.subscriptions[id]?.gateListeners.append(listening)
            return listening
        }
    }

    /// Ends a subscription.
    ///
    /// - Returns: Whether it existed.
    func unsubscribe(_ id: String) -> Bool {
        guard let subscription = state.withLock({ $0.subscriptions.removeValue(forKey: id) }) else { return false }
        for listening in subscription.listeners { listening.leave() }
        for listening in subscription.gateListeners { listening.leave() }
        return true
    }

    /// Lets new listeners catch up and join the others.
    func start() async {
        let (starting, gates) = state.withLock { state in
            defer { (state.starting, state.startingAtGates) = ([], []) }
            return (state.starting, state.startingAtGates)
        }
        for listening in gates { listening.listener.begin() }
        for listening in starting { listening.listener.begin() }
        for listening in starting { await listening.feed.join(listening.listener, from: listening.seq) }
    }
}
