internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    /// Begins a replay into the store, replacing any other, or ends it if `nil`; the log records it.
    func setReplay(_ replay: ReplayInfo?) throws(ProtocolError) {
        guard replay != adapter.replay else { return }
        try adapter.setReplay(replay)
        adapter.history.note(replay.map(Self.note) ?? "the replay ended: effects are performed again")
    }

    /// Ends the replay of a session and notifies all clients.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func endReplay(of session: any SessionIdentity) -> Bool {
        // A store that began a replay can end it.
        guard sharing.replay.end(of: session, { try? setReplay(nil) }) else { return false }
        session.announceToAll(ReplayChanged(store: id, seq: seq, replaying: nil))
        return true
    }

    private static func note(_ replay: ReplayInfo) -> String {
        let effects =
            switch replay.effects {
            case .suppressed: "effects are suppressed"
            case .live: "effects are performed"
            case .recorded: "effects are answered from the recording"
            }
        return "a replay\(replay.source.map { " of \($0)" } ?? "") began: \(effects)"
    }
}

// The program knows a replay by `ReplayInfo`, clients by `ReplayDescription`: neither module knows the other.

extension ReplayDescription {
    init(_ info: ReplayInfo) {
        let effects: Effects =
            switch info.effects {
            case .suppressed: .suppress
            case .live: .live
            case .recorded: .recorded
            }
        self.init(effects: effects, source: info.source)
    }
}

extension ReplayInfo {
    init(_ description: ReplayDescription) {
        let effects: ReplayEffects =
            switch description.effects {
            case .suppress: .suppressed
            case .live: .live
            case .recorded: .recorded
            }
        self.init(effects: effects, source: description.source)
    }
}
