/// Restores the last state of a branch in the live store, as a new entry; effects do not run.
///
///     try await client.send(BranchAdopt(store: "shop", id: "2"))
public struct BranchAdopt: Request {
    public static let method = "branch/adopt"
    public static let summary =
        "Restores the last state of a branch in the live store, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .jump
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(\.id, "id", "The branch, by its id or name."),
        .optional(\.ifSeq, "ifSeq", "Proceed only if the store is at this seq."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The branch, by its id or name.
    public var id: String
    /// Proceed only if the store is at this seq.
    public var ifSeq: Int?

    /// Makes the message.
    public init(store: String? = nil, id: String, ifSeq: Int? = nil) {
        self.store = store
        self.id = id
        self.ifSeq = ifSeq
    }

    public typealias Result = StateReplacement
}
