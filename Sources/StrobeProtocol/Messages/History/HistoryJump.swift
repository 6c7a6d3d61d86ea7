/// Restores a past state in the live store, as a new entry; effects do not run.
public struct HistoryJump: Request {
    public static let method = "history/jump"
    public static let summary = "Restores a past state in the live store, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .jump
    public static let failures: [ErrorCode] = [.seqEvicted, .stale]
    public static let members: Members = [
        .store(\.store),
        .required(\.seq, "seq", "The seq whose state to restore."),
        .optional(\.ifSeq, "ifSeq", "Proceed only if the store is at this seq."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The seq whose state to restore.
    public var seq: Int
    /// Proceed only if the store is at this seq.
    public var ifSeq: Int?

    /// Makes the message.
    public init(store: String? = nil, seq: Int, ifSeq: Int? = nil) {
        self.store = store
        self.seq = seq
        self.ifSeq = ifSeq
    }

    public typealias Result = StateReplacement
}
