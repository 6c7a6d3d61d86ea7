/// Restores a past state in the live store, as a new entry; effects do not run.
public struct HistoryJump: Request {
    public static let method = "history/jump"
    public static let summary = "Restores a past state in the live store, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .jump
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(\.seq, "seq", "The seq whose state to restore."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The seq whose state to restore.
    public var seq: Int

    /// Makes the message.
    public init(store: String? = nil, seq: Int) {
        self.store = store
        self.seq = seq
    }

    public typealias Result = StateReplacement
}
