/// Announces a replay, and chooses what happens to effects until it or the session ends.
public struct ReplayBegin: Request {
    public static let method = "replay/begin"
    public static let summary = "Announces a replay, and chooses what happens to effects until it or the session ends."
    public static let access = Access.control
    public static let failures: [ErrorCode] = [.notSupported]
    /// The greatest length of `source`, in bytes of UTF-8.
    public static let sourceLimit = 1_000
    public static let members: Members = [
        .store(\.store),
        .required(\.effects, "effects", "What happens to effects: `suppress`, `live` or `recorded`."),
        .optional(
            \.source, "source", in: .bytes(0...sourceLimit), "What is replayed, for people; at most 1,000 bytes."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// What happens to effects: `suppress`, `live` or `recorded`.
    public var effects: ReplayDescription.Effects
    /// What is replayed, for people; at most 1,000 bytes.
    public var source: String?

    /// Makes the message.
    public init(store: String? = nil, effects: ReplayDescription.Effects, source: String? = nil) {
        self.store = store
        self.effects = effects
        self.source = source
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The current seq of the store."),
            .required(\.replaying, "replaying", "The replay now under way."),
        ]

        /// The current seq of the store.
        public var seq: Int
        /// The replay now under way.
        public var replaying: ReplayDescription

        /// Makes the answer.
        public init(seq: Int, replaying: ReplayDescription) {
            self.seq = seq
            self.replaying = replaying
        }
    }
}
