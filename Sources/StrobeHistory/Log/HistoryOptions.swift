public import StrobeReflection

/// How much a history keeps, and what it tells nobody.
public struct HistoryOptions: Sendable {
    /// How many bytes the log, checkpoints, retained and restored states, changes that were worked out and memory in
    /// reserve may hold together: 64 MiB.
    ///
    /// Beyond it the oldest transitions go. What values really hold is measured, off the program's threads. One state to
    /// begin with and a quarter of the budget for the log are kept in any case, so that a state larger than the budget is
    /// no state without a past.
    public var budgetBytes = 64 << 20
    /// Whether states are worked out by replay where the store has a pure reducer.
    ///
    /// Without, they are retained while somebody is attached. `History.setReplaying(_:)` changes it later.
    public var replays = true
    /// How many states are retained at most of a store that cannot be replayed, while somebody is attached.
    public var retainedStates = 1_024
    /// How many checkpoints a replay can start from.
    public var checkpoints = 32
    /// The number of entries between two checkpoints to begin with; it doubles when there are too many.
    public var checkpointDistance = 1_024
    /// What is hidden: changes have placeholders in its place, and conditions and questions about it see those.
    ///
    /// States are not changed by it, nor is what compares them with one another.
    public var redaction = Redaction.none

    /// Makes the default options.
    public init() {}
}
