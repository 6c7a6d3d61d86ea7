/// Finds a few entries of the log that still make a condition true, and makes a branch of them.
///
///     let least = try await client.send(HistoryMinimize(store: "shop", condition: "/cart/total < 0"))
public struct HistoryMinimize: Request {
    public static let method = "history/minimize"
    public static let summary =
        "Finds a few entries of the log that still make a condition true, and makes a branch of them."
    public static let capability: StoreCapability? = .replay
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(\.condition, "condition", "The condition that must hold for the state that the entries lead to."),
        .optional(\.from, "from", in: .from(1), "The first entry that may be omitted; default: the first of the log."),
        .optional(\.to, "to", "The last entry; default: the first one after which the condition holds."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The condition that must hold for the state that the entries lead to.
    public var condition: String
    /// The first entry that may be omitted; default: the first of the log.
    public var from: Int?
    /// The last entry; default: the first one after which the condition holds.
    public var to: Int?

    /// Makes the message.
    public init(store: String? = nil, condition: String, from: Int? = nil, to: Int? = nil) {
        self.store = store
        self.condition = condition
        self.from = from
        self.to = to
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.branch, "branch", "The branch of the entries that are needed."),
            .required(\.kept, "kept", in: .any, "The entries of the log that are needed, in order; the first 10000."),
            .required(\.count, "count", "The number of needed entries."),
            .required(\.tests, "tests", "How many selections of entries were tried."),
            .required(\.minimal, "minimal", "Whether it is certain that all of them are needed."),
            .required(\.entries, "entries", "The first page of the branch's entries."),
        ]

        /// The branch of the entries that are needed.
        public var branch: BranchDescription
        /// The entries of the log that are needed, in order; the first 10000.
        public var kept: [Int]
        /// The number of needed entries.
        public var count: Int
        /// How many selections of entries were tried.
        public var tests: Int
        /// Whether it is certain that all of them are needed.
        public var minimal: Bool
        /// The first page of the branch's entries.
        public var entries: [LogEntry]

        /// Makes the answer.
        public init(
            branch: BranchDescription, kept: [Int], count: Int, tests: Int, minimal: Bool, entries: [LogEntry]
        ) {
            self.branch = branch
            self.kept = kept
            self.count = count
            self.tests = tests
            self.minimal = minimal
            self.entries = entries
        }
    }
}
