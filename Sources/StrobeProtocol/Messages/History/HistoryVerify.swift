/// Compares the live state with the replayed one, and replays transitions more than once.
public struct HistoryVerify: Request {
    public static let method = "history/verify"
    public static let summary = "Compares the live state with the replayed one, and replays transitions more than once."
    public static let failures: [ErrorCode] = [.seqEvicted, .notSupported]
    public static let members: Members = [
        .store(\.store),
        .optional(\.from, "from", in: .from(1), "The first transition to check; default: the first."),
        .optional(\.to, "to", in: .from(1), "The last transition to check; default: the last."),
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

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The last transition that was checked."),
            .required(\.from, "from", "The first transition that was checked."),
            .required(\.checked, "checked", "How many were checked."),
            .optional(\.divergence, "divergence", "The difference, found now or before; absent if there is none."),
        ]

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
