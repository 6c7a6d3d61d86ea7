/// How effects are treated while recorded actions are dispatched to a store.
///
///     func performs(_ effects: ReplayEffects) -> Bool { effects == .live }
public enum ReplayEffects: String, Sendable, Codable, Hashable, CaseIterable {
    /// They are requested but not performed, and nothing answers.
    case suppressed = "suppress"
    /// They are performed as usual, and dispatch their own answers.
    case live
    /// They are not performed; the client that replays dispatches the recorded answers again.
    case recorded
}

/// What a program can find out about a replay that is under way.
///
///     let info = ReplayInfo(effects: .recorded, source: "monday.strobe")
///     print(info.effects.rawValue, info.source ?? "")  // recorded monday.strobe
public struct ReplayInfo: Sendable, Hashable {
    /// How effects are treated.
    public var effects: ReplayEffects
    /// The source of the replayed actions, in a few words for people; `nil` if not given.
    public var source: String?

    /// Creates a description.
    public init(effects: ReplayEffects, source: String? = nil) {
        self.effects = effects
        self.source = source
    }

    /// Whether effects are not performed.
    var isQuiet: Bool { effects != .live }
}
