/// A replay into a store.
public struct ReplayDescription: Codable, Sendable, Hashable {
    /// What happens to effects while recorded actions are dispatched.
    public enum Effects: String, Codable, Sendable, Hashable, CaseIterable {
        /// They are not performed, and nothing answers.
        case suppress
        /// They are performed as usual.
        case live
        /// They are not performed; their recorded answers are dispatched in place of new ones.
        case recorded
    }

    /// What happens to effects.
    public var effects: Effects
    /// What is replayed, in a few words for people; absent if its client did not say.
    public var source: String?

    /// Makes a description.
    public init(effects: Effects, source: String? = nil) {
        self.effects = effects
        self.source = source
    }
}
