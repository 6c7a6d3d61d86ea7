import InspectorCore
import LineEditing
import StrobeProtocol

extension LogAppended: SessionNotification {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        guard session.subscriptions.watches.contains(subscription: subscription) else { return .ignored }
        guard !session.subscriptions.watches.isPartial(subscription) || session.options.isJSON else {
            session.subscriptions.watches.note(entry, of: subscription)
            return .ignored
        }
        session.subscriptions.watches.note(entry.seq, of: subscription, in: store)
        return .printed(EntryEvent(store: store, entry: entry))
    }
}

/// An entry of the log.
struct EntryEvent: PrintedEvent {
    let store: String
    let entry: LogEntry

    var transition: (store: String, seq: Int)? { (store, entry.seq) }

    func lines(_ rendering: EventRendering) -> [StyledText] {
        let prefix = rendering.name(of: store)
        let lines = LogRendering.event(entry, layout: rendering.layout(behind: prefix))
        return lines.enumerated().map { $0 == 0 ? prefix + $1 : $1 }
    }

    func sumUp(in summary: inout EventSummary) { summary.add(entry, of: store) }
}
