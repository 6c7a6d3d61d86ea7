/// Checks that the replay matches the store.
public struct HistoryVerify: Request {
    public static let method = "history/verify"
    public static let summary = "Compares the live state with the replayed one, and replays transitions more than once."
    public static let failures: [ErrorCode] = [.seqEvicted, .notSupported]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("from", "integer", "The first transition to check; default: the first."),
        .optional("to", "integer", "The last transition to check; default: the last."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The last transition that was checked."),
        .required("from", "integer", "The first transition that was checked."),
        .required("checked", "integer", "How many were checked."),
        .optional(
            "divergence", "DivergenceDescription", "The difference, found now or before; absent if there is none."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The first transition to check; default: the first.
    public var from: Int?
    /// The last transition to check; default: the last.
    public var to: Int?

    /// Makes the message.
    public init(store: String? = nil, from: Int? = nil, to: Int? = nil) {
        self.store = store
        self.from = from
        self.to = to
    }

    public func check() throws(ProtocolError) {
        try require("from", from, in: 1...)
        try require("to", to, in: 1...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The last transition that was checked.
        public var seq: Int
        /// The first transition that was checked.
        public var from: Int
        /// How many were checked.
        public var checked: Int
        /// The difference, found now or before; absent if there is none.
        public var divergence: DivergenceDescription?

        /// Makes the answer.
        public init(seq: Int, from: Int, checked: Int, divergence: DivergenceDescription? = nil) {
            self.seq = seq
            self.from = from
            self.checked = checked
            self.divergence = divergence
        }
    }
}
