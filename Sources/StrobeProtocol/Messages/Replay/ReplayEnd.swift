/// Ends the replay that this session began; effects are performed again.
public struct ReplayEnd: Request {
    public static let method = "replay/end"
    public static let summary = "Ends the replay that this session began; effects are performed again."
    public static let access = Access.control
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The current seq of the store."),
            .required(\.ended, "ended", "Whether the session had a replay to end."),
        ]

        /// The current seq of the store.
        public var seq: Int
        /// Whether the session had a replay to end.
        public var ended: Bool

        /// Makes the answer.
        public init(seq: Int, ended: Bool) {
            self.seq = seq
            self.ended = ended
        }
    }
}
