internal import StrobeProtocol

/// The identity of a session as stores see it.
protocol SessionIdentity: Sendable {
    var id: String { get }
    var access: Access { get }
    /// Whether it has left, and must not leave anything behind.
    var hasLeft: Bool { get }
    /// The ids of all sessions of the server.
    var presentIDs: Set<String> { get }
}
