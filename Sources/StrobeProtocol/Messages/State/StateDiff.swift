public import StrobeTree

/// Returns the changes that lead from one state to another.
public struct StateDiff: Request {
    public static let method = "state/diff"
    public static let summary = "Returns the changes that lead from one state to another."
    public static let failures: [ErrorCode] = [.noSuchPath]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .required("from", "Position", "The state to begin at."),
        .required("to", "Position", "The state to end at."),
        .optional("path", "Path", "Only changes at or below this path; default: all."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("from", "integer", "The seq of the first state."),
        .required("to", "integer", "The seq of the second state."),
        .required("changes", "[Change]", "The changes that lead from the first to the second, in order."),
        .incomplete,
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
    public struct Result: Codable, Sendable, Hashable {
        /// The seq of the first state.
        public var from: Int
        /// The seq of the second state.
        public var to: Int
        /// The changes, to be applied in order.
        public var changes: [Change]
        /// Why the changes are incomplete.
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
