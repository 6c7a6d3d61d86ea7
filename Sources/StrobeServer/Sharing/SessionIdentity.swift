internal import StrobeProtocol

/// A session as stores see it.
protocol SessionIdentity: Sendable {
    var id: String { get }
    var access: Access { get }
    /// Whether it has left, and must not leave anything behind.
    var hasLeft: Bool { get }
    /// The ids of all sessions of the server.
    var presentIDs: Set<String> { get }
    /// Sends every client of the server a notification, whatever it is subscribed to.
    func announceToAll(_ message: some ProtocolNotification)
}
