/// Finds the first or the last state for which a condition holds.
///
///     let found = try await client.send(HistoryFind(store: "shop", condition: "/cart/total < 0"))
///     if let entry = found.entry { print(entry.seq, entry.label) }
public struct HistoryFind: Request {
    public static let method = "history/find"
    public static let summary = "Finds the first or the last state for which a condition holds."
    public static let failures: [ErrorCode] = [.seqEvicted]
    public static let members: Members = [
        .store(\.store),
        .required(
            \.condition, "condition", "The condition; `before` and `changed` refer to the entry that led to a state."),
        .optional(\.from, "from", "The first state to examine; default: the first that is kept."),
        .optional(\.to, "to", "The last state to examine; default: the current one."),
        .optional(\.last, "last", "Whether to find the last such state, not the first."),
        .optional(
            \.monotone, "monotone",
            "Whether the condition holds from some state on (with `last`, up to some state): few states need "
                + "examining."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The condition; `before` and `changed` refer to the entry that led to a state.
    public var condition: String
    /// The first state to examine; default: the first that is kept.
    public var from: Int?
    /// The last state to examine; default: the current one.
    public var to: Int?
    /// Whether to find the last such state, not the first.
    public var last: Bool?
    /// Whether the condition holds from some state on (with `last`, up to some state): few states need examining.
    public var monotone: Bool?

    /// Makes the message.
    public init(
        store: String? = nil, condition: String, from: Int? = nil, to: Int? = nil, last: Bool? = nil,
        monotone: Bool? = nil
    ) {
        self.store = store
        self.condition = condition
        self.from = from
        self.to = to
        self.last = last
        self.monotone = monotone
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .optional(\.seq, "seq", "The seq of the state; absent if there is none."),
            .optional(\.entry, "entry", "The entry that led to it; absent for the state that the log begins with."),
            .required(\.tests, "tests", "How many states were examined."),
            .required(\.from, "from", "The first state of the search: the first of those requested that is kept."),
            .required(\.to, "to", "The last state of the search."),
            .optional(
                \.incomplete, "incomplete",
                "`hidden` if the condition tests for a change where something is hidden in one of the states."),
        ]

        /// The seq of the state; absent if there is none.
        public var seq: Int?
        /// The entry that led to it; absent for the state that the log begins with.
        public var entry: LogEntry?
        /// How many states were examined.
        public var tests: Int
        /// The first state of the search: the first of those requested that is kept.
        public var from: Int
        /// The last state of the search.
        public var to: Int
        /// `hidden` if the condition tests for a change where something is hidden in one of the states.
        public var incomplete: Incompleteness?

        /// Makes the answer.
        public init(
            seq: Int?, entry: LogEntry? = nil, tests: Int, from: Int, to: Int, incomplete: Incompleteness? = nil
        ) {
            self.seq = seq
            self.entry = entry
            self.tests = tests
            self.from = from
            self.to = to
            self.incomplete = incomplete
        }
    }
}
