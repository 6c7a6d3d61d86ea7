public import StrobeTree

/// Puts the state at the end of a branch in place of the present one.
///
///     try await client.send(BranchAdopt(store: "shop", id: "2"))
public struct BranchAdopt: Request {
    public static let method = "branch/adopt"
    public static let summary =
        "Restores the last state of a branch in the live store, as a new entry; effects do not run."
    public static let access = Access.control
    public static let capability: StoreCapability? = .jump
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("id", "string", "The branch, by its id or name."),
        .optional("ifSeq", "integer", "Only if the store stands at this seq."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The number of the new entry."),
        .optional("changes", "[Change]", "What the restore changed; absent when it is too large to send."),
    ]

    /// The store; may be left out when there is one.
    public var store: String?
    /// The branch, by its id or name.
    public var id: String
    /// Only if the store stands at this seq.
    public var ifSeq: Int?

    /// Makes the message.
    public init(store: String? = nil, id: String, ifSeq: Int? = nil) {
        self.store = store
        self.id = id
        self.ifSeq = ifSeq
    }

    public func check() throws(ProtocolError) {
        try require("ifSeq", ifSeq, in: 0...)
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The number of the new entry.
        public var seq: Int
        /// What the restore changed; absent when it is too large to send.
        public var changes: [Change]?

        /// Makes the answer.
        public init(seq: Int, changes: [Change]?) {
            self.seq = seq
            self.changes = changes
        }
    }
}
