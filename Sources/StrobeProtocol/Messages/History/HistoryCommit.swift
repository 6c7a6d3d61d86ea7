/// Makes a state the first one of the history.
public struct HistoryCommit: Request {
    public static let method = "history/commit"
    public static let summary = "Makes a state the first one of the history and drops everything before it."
    public static let access = Access.control
    public static let failures: [ErrorCode] = [.seqEvicted, .notSupported]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("seq", "integer", "The seq of that state; default: the last."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the last transition."),
        .required("firstSeq", "integer", "The first seq whose state is available now."),
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

    public func check() throws(ProtocolError) {
        try require("seq", seq, in: 0...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
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
