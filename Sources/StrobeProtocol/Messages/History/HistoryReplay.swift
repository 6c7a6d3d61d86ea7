/// Computes past states by replay from the current one on, or retains them instead.
public struct HistoryReplay: Request {
    public static let method = "history/replay"
    public static let summary = "Computes past states by replay from the current one on, or retains them instead."
    public static let access = Access.control
    public static let failures: [ErrorCode] = [.notSupported]
    public static let members: Members = [
        .store(\.store),
        .required(\.on, "on", "Whether to replay."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// Whether to replay.
    public var on: Bool

    /// Makes the message.
    public init(store: String? = nil, on: Bool) {
        self.store = store
        self.on = on
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.replay, "replay", "Whether states are replayed now."),
            .required(\.seq, "seq", "The seq of the last transition."),
            .required(\.firstSeq, "firstSeq", "The first seq whose state is available now."),
        ]

        /// Whether states are replayed now.
        public var replay: Bool
        /// The seq of the last transition.
        public var seq: Int
        /// The first seq whose state is available now.
        public var firstSeq: Int

        /// Makes the answer.
        public init(replay: Bool, seq: Int, firstSeq: Int) {
            self.replay = replay
            self.seq = seq
            self.firstSeq = firstSeq
        }
    }
}
