import StrobeClient

/// The session's subscriptions and their listeners.
struct Subscriptions: Sendable {
    /// The subscriptions of `watch`.
    var watches = Watches()
    private var listeners: [String: AsyncStream<Void>.Continuation] = [:]
    /// The number of subscription requests in progress, and the events of subscriptions not yet known.
    private var underWay = 0
    private var early: [ClientEvent] = []
    private static let mostEarly = 1_000

    mutating func listen(to id: String, _ listener: AsyncStream<Void>.Continuation) {
        listeners[id] = listener
    }

    mutating func stopListening(to id: String) {
        listeners[id] = nil
    }

    /// Resumes the listener of a subscription; returns whether there is one.
    func wake(_ id: String) -> Bool {
        listeners[id]?.yield()
        return listeners[id] != nil
    }

    /// Resumes all listeners.
    func wakeAll() {
        for listener in listeners.values { listener.yield() }
    }

    /// Notes that a subscription request was sent.
    mutating func begin() {
        underWay += 1
    }

    /// Notes that it was answered.
    ///
    /// - Returns: The events that arrived before the answer.
    mutating func end() -> [ClientEvent] {
        underWay -= 1
        defer { early = [] }
        return early
    }

    /// Keeps an event of an unknown subscription while a request is in progress.
    mutating func keep(_ event: ClientEvent) {
        if underWay > 0, early.count < Self.mostEarly { early.append(event) }
    }

    /// Forgets the subscriptions of a lost connection.
    mutating func forgetConnection() {
        watches = Watches()
        early = []
    }
}
