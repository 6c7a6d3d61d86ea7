/// Makes a state the first one of the history and drops everything before it.
public struct HistoryCommit: Request {
    public static let method = "history/commit"
    public static let summary = "Makes a state the first one of the history and drops everything before it."
    public static let access = Access.control
    public static let failures: [ErrorCode] = [.seqEvicted, .notSupported]
    public static let members: Members = [
        .store(\.store),
        .optional(\.seq, "seq", "The seq of that state; default: the last."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The seq of that state; default: the last.
    public var seq: Int?

    /// Makes the message.
    public init(store: String? = nil, seq: Int? = nil) {
        self.store = store
        self.seq = seq
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The seq of the last transition."),
            .required(\.firstSeq, "firstSeq", "The first seq whose state is available now."),
        ]

        /// The seq of the last transition.
        public var seq: Int
        /// The first seq whose state is available now.
        public var firstSeq: Int

        /// Makes the answer.
        public init(seq: Int, firstSeq: Int) {
            self.seq = seq
            self.firstSeq = firstSeq
        }
    }
}
