public import StrobeTree

/// Asks which states there are, which actions led from one to another, and what each action did in each state.
public struct GraphGet: Request {
    public static let method = "graph/get"
    public static let summary = "Counts which actions led from which case of an enum in the state to which."
    public static let failures: [ErrorCode] = [.noSuchPath, .seqEvicted, .notSupported]
    public static let parameters: [MethodDescription.Member] = [
        .store,
        .optional("path", "Path", "The enum; without, the state itself or the first of its members that is one."),
        .optional("from", "integer", "The first entry to count, from 1; the first that can be without."),
        .optional("to", "integer", "The last entry to count, from 0; the last of the log without."),
    ]
    public static let results: [MethodDescription.Member] = [
        .required("seq", "integer", "The seq of the state that the count ends with."),
        .required("firstSeq", "integer", "The seq of the state that the count begins with."),
        .required("path", "Path", "The enum."),
        .required("type", "string", "The type of the enum."),
        .required("states", "[GraphState]", "Its cases, those included that were never come to."),
        .required("actions", "[string]", "The names of the actions, those included that never ran."),
        .required("transitions", "[GraphTransition]", "Which action led from where to where, and what is declared."),
        .required("pairs", "[GraphPair]", "What each action did in each state, for those that met."),
        .required("unvisited", "[GraphCell]", "Which actions never ran in which states."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The enum; without, the state itself or the first of its members that is one.
    public var path: Path?
    /// The first entry to count, from 1.
    public var from: Int?
    /// The last entry to count, from 0.
    public var to: Int?

    /// Makes the message.
    public init(store: String? = nil, path: Path? = nil, from: Int? = nil, to: Int? = nil) {
        self.store = store
        self.path = path
        self.from = from
        self.to = to
    }

    public func check() throws(ProtocolError) {
        try require("from", from, in: 1...)
        try require("to", to, in: 0...)
        if let from, let to, from > to {
            throw wrong("from", expected: "a seq up to `to`", "`from` is \(from), which comes after `to`, \(to)")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable {
        /// The seq of the state that the count ends with.
        public var seq: Int
        /// The seq of the state that the count begins with: the entries after it, up to `seq`, are counted.
        public var firstSeq: Int
        /// The enum.
        public var path: Path
        /// The type of the enum.
        public var type: String
        /// Its cases, in the order of their declaration.
        public var states: [GraphState]
        /// The names of the actions, in the order of their declaration.
        public var actions: [String]
        /// Which action led from where to where, and what is declared.
        public var transitions: [GraphTransition]
        /// What each action did in each state, for those that met.
        public var pairs: [GraphPair]
        /// Which actions never ran in which states.
        public var unvisited: [GraphCell]

        /// Makes the answer.
        public init(
            seq: Int, firstSeq: Int, path: Path, type: String, states: [GraphState], actions: [String],
            transitions: [GraphTransition], pairs: [GraphPair], unvisited: [GraphCell]
        ) {
            self.seq = seq
            self.firstSeq = firstSeq
            self.path = path
            self.type = type
            self.states = states
            self.actions = actions
            self.transitions = transitions
            self.pairs = pairs
            self.unvisited = unvisited
        }
    }
}
