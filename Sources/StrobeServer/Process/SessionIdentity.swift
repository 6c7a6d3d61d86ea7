internal import StrobeProtocol

/// A session as stores know it: who asks.
protocol SessionIdentity: Sendable {
    var id: String { get }
    var access: Access { get }
    /// Whether it has left, and must leave nothing behind.
    var hasLeft: Bool { get }
    /// The ids of all sessions of the server.
    var presentIDs: Set<String> { get }
}
