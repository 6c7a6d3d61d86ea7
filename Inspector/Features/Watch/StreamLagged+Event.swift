import InspectorCore
import LineEditing
import StrobeProtocol

extension StreamLagged: SessionNotification, PrintedEvent {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        session.subscriptions.watches.note(toSeq, of: subscription, in: store)
        return .printed(self)
    }

    func lines(_ rendering: EventRendering) -> [StyledText] {
        let text = "missed #\(fromSeq) to #\(toSeq); `log \(fromSeq)..\(toSeq)` lists them"
        return [rendering.name(of: store) + StyledText(text, .changed)]
    }
}
