import InspectorCore
import LineEditing
import StrobeProtocol

extension LogNoted: SessionNotification, PrintedEvent {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        session.subscriptions.watches.contains(subscription: subscription) ? .printed(self) : .ignored
    }

    func lines(_ rendering: EventRendering) -> [StyledText] {
        [(rendering.name(of: store) + LogRendering.note(note)).fitted(to: rendering.layout.width)]
    }
}
