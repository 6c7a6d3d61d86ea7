/// Replays a part of the log with edits, without touching the store.
///
///     try await client.send(BranchCreate(store: "shop", edits: [.skip(3...5), .move(9, before: 2)]))
public struct BranchCreate: Request {
    public static let method = "branch/create"
    public static let summary = "Replays a part of the log with edits, without touching the store."
    public static let capability: StoreCapability? = .replay
    public static let failures: [ErrorCode] = [.readOnly, .undecodableAction, .seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(\.edits, "edits", "How the branch differs from the log; seqs are those of the log."),
        .optional(\.from, "from", in: .from(1), "The first entry to replay; default: the first that an edit names."),
        .optional(\.to, "to", "The last entry to replay; default: the last of the log."),
        .optional(
            \.name, "name", in: .pattern("BranchDescription.name"),
            "A name to use in place of its id: a letter, then letters, digits, `_` and `-`; at most 64 bytes."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// How the branch differs from the log; seqs are those of the log.
    public var edits: [BranchEditDescription]
    /// The first entry to replay; default: the first that an edit names.
    public var from: Int?
    /// The last entry to replay; default: the last of the log.
    public var to: Int?
    /// A name to use in place of its id: a letter, then letters, digits, `_` and `-`; at most 64 bytes.
    public var name: String?

    /// Makes the message.
    public init(
        store: String? = nil, edits: [BranchEditDescription], from: Int? = nil, to: Int? = nil, name: String? = nil
    ) {
        self.store = store
        self.edits = edits
        self.from = from
        self.to = to
        self.name = name
    }

    /// Decoding an action runs code of the program, so read access is not enough.
    public var neededAccess: Access { edits.contains(where: \.bringsAction) ? .control : .read }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.branch, "branch", "The new branch.")
        ]

        /// The new branch.
        public var branch: BranchDescription

        /// Makes the answer.
        public init(branch: BranchDescription) {
            self.branch = branch
        }
    }
}
