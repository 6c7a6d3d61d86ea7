public import StrobeTree

/// What actions did to one enum in a store's state, counted.
public struct TransitionGraph: Sendable, Hashable {
    /// A case that was come to.
    public struct State: Sendable, Hashable {
        /// The name of the case.
        public let name: String
        /// How often it was come to from another one, by an action or a restore; one more for the one at `firstSeq`.
        public let visits: Int
    }

    /// An action that led from one case to one case, maybe the same.
    public struct Move: Sendable, Hashable {
        /// The case before.
        public let from: String
        /// The name of the action.
        public let action: String
        /// The case after.
        public let to: String
        /// How often this transition changed the value or requested effects.
        public let count: Int
    }

    /// What an action did in one case.
    public struct Pair: Sendable, Hashable {
        /// The name of the action.
        public let action: String
        /// The case that it met.
        public let state: String
        /// How often it changed the value at the path, or requested effects.
        public let changed: Int
        /// How often it was neither, and the action not rejected.
        public let ignored: Int
        /// How often the action was rejected.
        public let rejected: Int
    }

    /// Where the enum is.
    public let path: Path
    /// The number of the state that the count begins with: the transitions after it are counted.
    public let firstSeq: Int
    /// The number of the last transition that was counted.
    public let seq: Int
    /// The case at `firstSeq`.
    public let first: String
    /// The case at `seq`.
    public let last: String
    /// The cases that were come to, in the order in which the log has them.
    public let states: [State]
    /// The ways that were taken, in the order of cases and actions.
    public let moves: [Move]
    /// The actions with the cases that they met.
    public let pairs: [Pair]
}
