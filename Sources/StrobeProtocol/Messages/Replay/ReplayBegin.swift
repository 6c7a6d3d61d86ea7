/// Announces that recorded actions are going to be dispatched to a store.
public struct ReplayBegin: Request {
    public static let method = "replay/begin"
    public static let summary = "Announces a replay, and says what becomes of effects until it ends with the session."
    public static let access = Access.control
    public static let failures: [ErrorCode] = [.notSupported]
    /// How long the text that names what is replayed may be, in bytes of UTF-8.
    public static let sourceLimit = 1_000
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("effects", "string", "What becomes of effects: `suppress`, `live` or `recorded`."),
        .optional("source", "string", "What is replayed, for people; at most 1,000 bytes."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq that the store stands at."),
        .required("replaying", "ReplayDescription", "The replay that is in force now."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// What becomes of effects.
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
                "`source` names what is replayed in at most \(Self.sourceLimit) bytes")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The seq that the store stands at.
        public var seq: Int
        /// The replay that is in force now.
        public var replaying: ReplayDescription

        /// Makes the answer.
        public init(seq: Int, replaying: ReplayDescription) {
            self.seq = seq
            self.replaying = replaying
        }
    }
}
