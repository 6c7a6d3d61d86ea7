import InspectorCore
import StrobeProtocol

/// A notification that the session handles: its effect on the session, and what is printed.
///
/// Each one is in a file of its own.
protocol SessionNotification: ProtocolNotification {
    /// The subscription that it belongs to; `nil` if it needs none.
    var source: String? { get }

    /// Applies the notification to the session.
    // `async` is required: Swift 6.3 fails to hop to the session's actor for an implementation that is not.
    func take(in session: isolated Session) async -> Reception
}

/// What is printed of a notification.
enum Reception {
    /// Nothing.
    case ignored
    /// JSON output only.
    case quiet
    /// JSON output, and an event as text.
    case printed(any PrintedEvent)
}
