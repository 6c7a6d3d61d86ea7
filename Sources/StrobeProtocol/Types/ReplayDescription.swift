/// A replay into a store.
public struct ReplayDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A replay into a store."
    public static let members: Members = [
        .required(\.effects, "effects", "What happens to effects while recorded actions are dispatched."),
        .optional(\.source, "source", "What is replayed, for people; absent if its client did not say."),
    ]

    /// What happens to effects while recorded actions are dispatched.
    public enum Effects: String, Codable, Sendable, Hashable, CaseIterable, MemberType {
        /// They are not performed, and nothing answers.
        case suppress
        /// They are performed as usual.
        case live
        /// They are not performed; their recorded answers are dispatched in place of new ones.
        case recorded
    }

    /// What happens to effects while recorded actions are dispatched.
    public var effects: Effects
    /// What is replayed, for people; absent if its client did not say.
    public var source: String?

    /// Makes a description.
    public init(effects: Effects, source: String? = nil) {
        self.effects = effects
        self.source = source
    }
}
