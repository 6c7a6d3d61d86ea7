public import StrobeTree

/// Counts which actions led from one case of an enum in the state to another.
public struct GraphGet: Request {
    public static let method = "graph/get"
    public static let summary = "Counts which actions led from one case of an enum in the state to another."
    public static let failures: [ErrorCode] = [.noSuchPath, .seqEvicted, .notSupported]
    public static let members: Members = [
        .store(\.store),
        .optional(\.path, "path", "The enum; default: the state itself, or its first member that is one."),
        .optional(\.from, "from", in: .from(1), "The first entry to count, from 1; default: the first possible."),
        .optional(\.to, "to", "The last entry to count, from 0; default: the last of the log."),
    ]

    /// The store; optional if there is only one.
    public var store: String?
    /// The enum; default: the state itself, or its first member that is one.
    public var path: Path?
    /// The first entry to count, from 1; default: the first possible.
    public var from: Int?
    /// The last entry to count, from 0; default: the last of the log.
    public var to: Int?

    /// Makes the message.
    public init(store: String? = nil, path: Path? = nil, from: Int? = nil, to: Int? = nil) {
        self.store = store
        self.path = path
        self.from = from
        self.to = to
    }

    public func check() throws(ProtocolError) {
        if let from, let to, from > to {
            throw wrong("from", expected: "a seq up to `to`", "`from` is \(from), which is after `to`, \(to)")
        }
    }

    /// The answer.
    public struct Result: Codable, Sendable, Hashable, DescribedObject {
        public static let members: Members = [
            .required(\.seq, "seq", "The seq of the state that the count ends with."),
            .required(
                \.firstSeq, "firstSeq",
                "The seq of the state that the count begins with: the entries after it, up to `seq`, are counted."),
            .required(\.path, "path", "The enum."),
            .required(\.type, "type", "The type of the enum."),
            .required(\.states, "states", "Its cases, including those never reached."),
            .optional(\.hasUnknownStates, "hasUnknownStates", "True if it may have cases that are not in `states`."),
            .required(\.actions, "actions", "The names of the actions, including those that never ran."),
            .required(\.transitions, "transitions", "Which action led from which state to which, taken or declared."),
            .required(\.pairs, "pairs", "What each action did in each state in which it ran."),
            .required(\.unvisited, "unvisited", "Which actions never ran in which states."),
        ]

        /// The seq of the state that the count ends with.
        public var seq: Int
        /// The seq of the state that the count begins with: the entries after it, up to `seq`, are counted.
        public var firstSeq: Int
        /// The enum.
        public var path: Path
        /// The type of the enum.
        public var type: String
        /// Its cases, including those never reached.
        public var states: [GraphState]
        /// True if it may have cases that are not in `states`.
        public var hasUnknownStates: Bool?
        /// The names of the actions, including those that never ran.
        public var actions: [String]
        /// Which action led from which state to which, taken or declared.
        public var transitions: [GraphTransition]
        /// What each action did in each state in which it ran.
        public var pairs: [GraphPair]
        /// Which actions never ran in which states.
        public var unvisited: [GraphCell]

        /// Makes the answer.
        public init(
            seq: Int, firstSeq: Int, path: Path, type: String, states: [GraphState], hasUnknownStates: Bool? = nil,
            actions: [String], transitions: [GraphTransition], pairs: [GraphPair], unvisited: [GraphCell]
        ) {
            self.seq = seq
            self.firstSeq = firstSeq
            self.path = path
            self.type = type
            self.states = states
            self.hasUnknownStates = hasUnknownStates
            self.actions = actions
            self.transitions = transitions
            self.pairs = pairs
            self.unvisited = unvisited
        }
    }
}
