import InspectorCore
import LineEditing
import StrobeProtocol

extension GateStopped: SessionNotification {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        session.take(self).map { .printed($0) } ?? .quiet
    }
}

/// A gate stopped.
struct StopEvent: PrintedEvent {
    let stopped: GateStopped
    /// Whether the next steps are suggested.
    let hasHint: Bool

    func lines(_ rendering: EventRendering) -> [StyledText] {
        let prefix = rendering.name(of: stopped.store)
        var lines = StopRendering(
            layout: rendering.layout(behind: prefix), notation: rendering.notation(stopped.store)
        ).lines(stopped.stop, seq: stopped.seq)
        if let first = lines.first { lines[0] = prefix + first }
        return lines + (hasHint ? StopRendering.hint.wrapped(to: rendering.layout.width, hanging: 2) : [])
    }
}
