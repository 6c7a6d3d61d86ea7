import InspectorCore
import LineEditing
import StrobeProtocol

extension ReplayChanged: SessionNotification {
    var source: String? { nil }

    func take(in session: isolated Session) async -> Reception {
        let isKnown = session.update { $0.known.note(replay: replaying, of: store) }
        session.tellPrompt()
        if isKnown, session.replay == nil { return .printed(RemarkEvent(text: text)) }
        // The session that replays knows already.
        return session.replay == nil ? .quiet : .ignored
    }

    private var text: StyledText {
        let name = StyledText(store, .store)
        return replaying.map { name + StyledText(" is in a replay\(Self.text($0))", .changed) }
            ?? name + StyledText(" is no longer in a replay", .dim)
    }

    private static func text(_ replaying: ReplayDescription) -> String {
        let source = replaying.source.map { " of \($0)" } ?? ""
        switch replaying.effects {
        case .recorded: return "\(source): effects are answered from the recording"
        case .suppress: return "\(source): effects are suppressed"
        case .live: return "\(source): effects are performed"
        }
    }
}
