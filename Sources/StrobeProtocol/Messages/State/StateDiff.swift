public import StrobeTree

/// Returns the changes that lead from one state to another.
public struct StateDiff: Request {
    public static let method = "state/diff"
    public static let summary = "Returns the changes that lead from one state to another."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let members: Members = [
        .store(\.store),
        .required(\.from, "from", "The state to begin at."),
        .required(\.to, "to", "The state to end at."),
        .optional(\.path, "path", "Only changes at or below this path; default: all."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The state to begin at.
    public var from: Position
    /// The state to end at.
    public var to: Position
    /// Only changes at or below this path; default: all.
    public var path: Path?

    /// Makes the message.
    public init(store: String? = nil, from: Position, to: Position, path: Path? = nil) {
        self.store = store
        self.from = from
        self.to = to
        self.path = path
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.from, "from", "The seq of the first state."),
            .required(\.to, "to", "The seq of the second state."),
            .required(\.changes, "changes", "The changes that lead from the first to the second, in order."),
            .incomplete(\.incomplete),
        ]

        /// The seq of the first state.
        public var from: Int
        /// The seq of the second state.
        public var to: Int
        /// The changes that lead from the first to the second, in order.
        public var changes: [Change]
        /// Why changes are not reported in full; absent if they are.
        public var incomplete: Incompleteness?

        /// Makes the answer.
        public init(from: Int, to: Int, changes: [Change], incomplete: Incompleteness? = nil) {
            self.from = from
            self.to = to
            self.changes = changes
            self.incomplete = incomplete
        }
    }
}
