/// Deletes a branch.
///
///     try await client.send(BranchDelete(store: "shop", id: "2"))
public struct BranchDelete: Request {
    public static let method = "branch/delete"
    public static let summary = "Deletes a branch."
    public static let failures: [ErrorCode] = [.readOnly]
    public static let members: Members = [
        .store(\.store),
        .required(\.id, "id", "The branch, by its id or name."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The branch, by its id or name.
    public var id: String

    /// Makes the message.
    public init(store: String? = nil, id: String) {
        self.store = store
        self.id = id
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.branch, "branch", "The deleted branch.")
        ]

        /// The deleted branch.
        public var branch: BranchDescription

        /// Makes the answer.
        public init(branch: BranchDescription) {
            self.branch = branch
        }
    }
}
