internal import StrobeProtocol
internal import Synchronization

extension ClientSession {
    /// Answers a request about a store, after every subscription has reported its changes.
    func answer<Method: StoreMethod>(_ method: Method) async throws -> Method.Result {
        let feed = Method.attaches ? try feed(for: method.store) : try server.feed(for: method.store)
        let result = try await feed.target.answer(method, in: self)
        if let seq = method.transition(in: result) { await feed.waitUntilReported(seq) }
        return result
    }

    /// The requested store, or the only one; attaches the session to it.
    func feed(for store: String?) throws(ProtocolError) -> StoreSubscriptions {
        attach(try server.feed(for: store))
    }

    /// Attaches the session to a store, once, until the session ends.
    @discardableResult
    func attach(_ feed: StoreSubscriptions) -> StoreSubscriptions {
        let isFirst = state.withLock { state in
            guard !state.hasLeft, state.attached[feed.target.id] !== feed else { return false }
            state.attached[feed.target.id] = feed
            return true
        }
        if isFirst { feed.target.attach() }
        return feed
    }

    /// Reports a store that was added to the server, and subscribes to it if all stores are subscribed to.
    func add(_ feed: StoreSubscriptions) {
        let (isWanted, subscriptions) = state.withLock { state in
            (
                state.subscriptions.values.contains { $0.request.events.contains(.stores) },
                state.subscriptions.filter { $0.value.request.store == nil }
            )
        }
        if isWanted { announce(StoreAdded(store: feed.target.description)) }
        for (id, subscription) in subscriptions {
            if let listening = listenAtGate(of: feed, as: id, subscription.request) {
                listening.listener.begin()
                Task { await feed.target.add(listening.listener) }
            }
            guard let listening = listen(to: feed, as: id, subscription.request) else { continue }
            attach(feed)
            listening.listener.begin()
            Task { await feed.join(listening.listener, from: listening.seq) }
        }
    }

    /// Reports a store that was removed from the server.
    func remove(_ feed: StoreSubscriptions) {
        let id = feed.target.id
        let (isWanted, wasAttached) = state.withLock { state in
            for key in state.subscriptions.keys {
                state.subscriptions[key]?.listeners.removeAll { $0.feed === feed }
                state.subscriptions[key]?.gateListeners.removeAll { $0.feed === feed }
            }
            let wasAttached = state.attached[id] === feed
            if wasAttached { state.attached.removeValue(forKey: id) }
            return (state.subscriptions.values.contains { $0.request.events.contains(.stores) }, wasAttached)
        }
        if wasAttached { feed.target.detach() }
        if isWanted { announce(StoreRemoved(store: id)) }
    }

    func announceToAll(_ message: some ProtocolNotification) { server.announce(message) }

    /// Sends the client a notification that belongs to no subscription and is not dropped.
    func announce(_ message: some ProtocolNotification) {
        guard let line = LineEncoding.notification(message), !outbox.announce(line) else { return }
        end(reason: "the client does not read")
    }
}
