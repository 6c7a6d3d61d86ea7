/// Lists the branches of a store, oldest first.
///
///     let branches = try await client.send(BranchList(store: "shop")).branches
public struct BranchList: Request {
    public static let method = "branch/list"
    public static let summary = "Lists the branches of a store, oldest first."
    public static let members: Members = [
        .store(\.store)
    ]

    /// The store; optional if there is only one.
    public var store: String?

    /// Makes the message.
    public init(store: String? = nil) {
        self.store = store
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.branches, "branches", "The branches.")
        ]

        /// The branches.
        public var branches: [BranchDescription]

        /// Makes the answer.
        public init(branches: [BranchDescription]) {
            self.branches = branches
        }
    }
}
