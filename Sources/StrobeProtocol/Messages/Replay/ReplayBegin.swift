/// Announces that the session will dispatch recorded actions to a store.
public struct ReplayBegin: Request {
    public static let method = "replay/begin"
    public static let summary = "Announces a replay, and chooses what happens to effects until it or the session ends."
    public static let access = Access.control
    public static let failures: [ErrorCode] = [.notSupported]
    /// The greatest length of `source`, in bytes of UTF-8.
    public static let sourceLimit = 1_000
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("effects", "string", "What happens to effects: `suppress`, `live` or `recorded`."),
        .optional("source", "string", "What is replayed, for people; at most 1,000 bytes."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The current seq of the store."),
        .required("replaying", "ReplayDescription", "The replay now under way."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// What happens to effects.
    public var effects: ReplayDescription.Effects
    /// What is replayed, in a few words for people.
    public var source: String?

    /// Makes the message.
    public init(store: String? = nil, effects: ReplayDescription.Effects, source: String? = nil) {
        self.store = store
        self.effects = effects
        self.source = source
    }

    public func check() throws(ProtocolError) {
        if let source, source.utf8.count > Self.sourceLimit {
            throw wrong(
                "source", expected: "at most \(Self.sourceLimit) bytes",
                "`source` is longer than \(Self.sourceLimit) bytes")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
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
