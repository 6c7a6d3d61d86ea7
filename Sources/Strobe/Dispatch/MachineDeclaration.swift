/// The declaration of a state machine, by the names of its states and events, for graphs and for tests.
///
///     let declaration = MachineDeclaration(
///         initial: "locked", states: ["locked", "unlocked"], events: ["coin", "push"],
///         transitions: [.init(event: "coin", from: "locked", to: "unlocked")])
///     let arrows = declaration.transitions.map { "\($0.from) → \($0.to) on \($0.event)" }
public struct MachineDeclaration: Sendable, Hashable {
    /// One arrow of the graph.
    public struct Arrow: Sendable, Hashable {
        /// The event that it answers.
        public let event: String
        /// The state that it leaves.
        public let from: String
        /// The condition under which it is taken; `nil` for none.
        public let guardName: String?
        /// The state that it leads to.
        public let to: String

        /// Creates an arrow.
        public init(event: String, from: String, guardName: String? = nil, to: String) {
            self.event = event
            self.from = from
            self.guardName = guardName
            self.to = to
        }
    }

    /// The state that the machine begins in.
    public let initial: String
    /// All its states, in order of declaration.
    public let states: [String]
    /// All its events, in order of declaration.
    public let events: [String]
    /// Its transitions, in the order in which they are tried.
    public let transitions: [Arrow]

    /// Creates a declaration.
    public init(initial: String, states: [String], events: [String], transitions: [Arrow]) {
        self.initial = initial
        self.states = states
        self.events = events
        self.transitions = transitions
    }
}
