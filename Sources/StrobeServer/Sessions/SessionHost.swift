internal import StrobeProtocol

/// The server as its sessions see it.
protocol SessionHost: AnyObject, Sendable {
    /// The stores that can be queried, in the order in which they were added.
    var feeds: [StoreSubscriptions] { get }
    /// The store with an id, or the only one.
    func feed(for id: String?) throws(ProtocolError) -> StoreSubscriptions
    /// The ids of the current sessions.
    var sessionIDs: Set<String> { get }
    /// Counts transitions that a client was too slow to receive.
    func noteMissed(_ count: Int)
    /// Sends every client a notification, whatever it is subscribed to.
    func announce(_ message: some ProtocolNotification)
}
