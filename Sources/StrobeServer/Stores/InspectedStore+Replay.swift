internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    var replaying: ReplayDescription? {
        adapter.replay.map { .init(effects: .init($0.effects), source: $0.source) }
    }

    func setReplay(_ replay: ReplayDescription?) throws(ProtocolError) {
        let info = replay.map { ReplayInfo(effects: .init($0.effects), source: $0.source) }
        guard info != adapter.replay else { return }
        try adapter.setReplay(info)
        adapter.history.note(replay.map(Self.note) ?? "the replay ended: effects are performed again")
    }

    private static func note(_ replay: ReplayDescription) -> String {
        let effects =
            switch replay.effects {
            case .suppress: "effects are suppressed"
            case .live: "effects are performed"
            case .recorded: "effects are answered from the recording"
            }
        return "a replay\(replay.source.map { " of \($0)" } ?? "") began: \(effects)"
    }
}

extension ReplayDescription.Effects {
    fileprivate init(_ effects: ReplayEffects) {
        switch effects {
        case .suppressed: self = .suppress
        case .live: self = .live
        case .recorded: self = .recorded
        }
    }
}

extension ReplayEffects {
    fileprivate init(_ effects: ReplayDescription.Effects) {
        switch effects {
        case .suppress: self = .suppressed
        case .live: self = .live
        case .recorded: self = .recorded
        }
    }
}
