import InspectorCore
import LineEditing
import StrobeProtocol

extension HistoryDiverged: SessionNotification, PrintedEvent {
    var source: String? { nil }

    func take(in session: isolated Session) async -> Reception {
        session.note(divergence, of: store)
        return .printed(self)
    }

    func lines(_ rendering: EventRendering) -> [StyledText] {
        DivergenceRendering(layout: rendering.layout, notation: rendering.notation(store)).lines(divergence, of: store)
    }
}
