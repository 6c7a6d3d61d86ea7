import InspectorCore
import LineEditing
import StrobeProtocol

extension StoreAdded: SessionNotification {
    var source: String? { nil }

    func take(in session: isolated Session) async -> Reception {
        guard session.add(store) else { return .ignored }
        if session.stores.count == StoreLimit.count {
            let limit = NumberText.grouped(StoreLimit.count)
            session.remark(StyledText("There are \(limit) stores: further ones are ignored", .changed))
        }
        return .printed(StoreEvent(id: store.id, isThere: true))
    }
}

/// A store was added or removed.
struct StoreEvent: PrintedEvent {
    let id: String
    let isThere: Bool

    func lines(_ rendering: EventRendering) -> [StyledText] {
        [StyledText("store ", .dim) + StyledText(id, .store) + (isThere ? " was added" : " was removed")]
    }

    func sumUp(in summary: inout EventSummary) { summary.add(store: id, isThere: isThere) }
}
