import InspectorCore
import LineEditing
import StrobeProtocol

extension GateLogged: SessionNotification, PrintedEvent {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        session.breakpoints.own.noteHit(.init(store: store, breakpoint: breakpoint))
        return .printed(self)
    }

    func lines(_ rendering: EventRendering) -> [StyledText] { [line(rendering).fitted(to: rendering.layout.width)] }

    func sumUp(in summary: inout EventSummary) { summary.add(self, line(summary.rendering)) }

    private func line(_ rendering: EventRendering) -> StyledText {
        rendering.name(of: store) + StyledText("#\(seq) ", .dim) + LiteralHighlighting.styled(text)
    }
}
