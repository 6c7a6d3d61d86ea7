/// Restores a past state in the live store.
public struct HistoryJump: Request {
    public static let method = "history/jump"
    public static let summary = "Restores a past state in the live store, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .jump
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("seq", "integer", "The seq whose state to restore."),
    ]
    public static let results = StateReplacement.members

    /// The store; optional if there is only one.
    public var store: String?
    /// The seq whose state to restore.
    public var seq: Int

    /// Makes the message.
    public init(store: String? = nil, seq: Int) {
        self.store = store
        self.seq = seq
    }

    public func check() throws(ProtocolError) {
        try require("seq", seq, in: 0...)
    }

    public typealias Result = StateReplacement
}
