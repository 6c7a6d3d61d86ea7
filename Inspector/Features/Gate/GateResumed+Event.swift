import InspectorCore
import LineEditing
import StrobeProtocol

extension GateResumed: SessionNotification, PrintedEvent {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        guard session.stores.contains(where: { $0.id == store }) else { return .quiet }
        let isOpenedHere = session.gates[store]?.isOpenedHere == true && reason == .request
        session.gates.change(store) { gate in
            (gate.isPaused, gate.count, gate.isOpenedHere) = (false, 0, false)
            gate.reported = nil
        }
        return isOpenedHere ? .quiet : .printed(self)
    }

    func lines(_ rendering: EventRendering) -> [StyledText] {
        let reason = reason == .controllerLeft ? "  the last client that controlled it left" : ""
        return [
            rendering.name(of: store) + StyledText("▶ open", .added) + StyledText(" at @\(seq)\(reason)", .dim)
        ]
    }
}
