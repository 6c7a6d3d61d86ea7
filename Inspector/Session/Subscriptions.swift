import StrobeClient

/// What the server was asked to tell, and who listens.
struct Subscriptions: Sendable {
    /// What is watched.
    var watches = Watches()
    private var listeners: [String: AsyncStream<Void>.Continuation] = [:]
    /// How many subscriptions are being made, and events of subscriptions that are not known yet.
    private var underWay = 0
    private var early: [ClientEvent] = []
    private static let mostEarly = 1_000

    /// Whether a subscription is watched or listened to.
    func contains(_ id: String) -> Bool { watches.contains(subscription: id) || listeners[id] != nil }

    mutating func listen(to id: String, _ listener: AsyncStream<Void>.Continuation) {
        listeners[id] = listener
    }

    mutating func stopListening(to id: String) {
        listeners[id] = nil
    }

    /// Wakes who listens to a subscription.
    func wake(_ id: String) { listeners[id]?.yield() }

    /// Wakes all who listen.
    func wakeAll() {
        for listener in listeners.values { listener.yield() }
    }

    /// Notes that a subscription is being made.
    mutating func begin() {
        underWay += 1
    }

    /// Notes that it is made.
    ///
    /// - Returns: The events that came before.
    mutating func end() -> [ClientEvent] {
        underWay -= 1
        defer { early = [] }
        return early
    }

    /// Keeps an event of a subscription that is not known, where one is being made.
    mutating func keep(_ event: ClientEvent) {
        if underWay > 0, early.count < Self.mostEarly { early.append(event) }
    }

    /// Forgets what the server kept for a connection that is gone.
    mutating func forgetConnection() {
        watches = Watches()
        early = []
    }
}
