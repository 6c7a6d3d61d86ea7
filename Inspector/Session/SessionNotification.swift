import StrobeProtocol

/// A notification that the session takes: what it does there, and what is printed of it.
///
/// Each has a file, which says all that is done with it here.
protocol SessionNotification: ProtocolNotification {
    /// The subscription that it belongs to; `nil` for one that comes unasked.
    var source: String? { get }

    /// Does what it does.
    // An implementation has to be `async`: for one that is not, Swift 6.3 fails in making the step to the session's actor.
    func take(in session: isolated Session) async -> Reception
}

/// What is printed of a notification that was taken.
enum Reception {
    /// Nothing.
    case ignored
    /// The notification for programs, nothing for people.
    case quiet
    /// The notification for programs, the event for people.
    case printed(any PrintedEvent)
}
