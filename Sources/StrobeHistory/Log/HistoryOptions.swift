public import StrobeReflection

/// How much a history keeps, and what it hides.
public struct HistoryOptions: Sendable {
    /// How many bytes the log, checkpoints, retained and restored states, computed changes and memory in reserve may
    /// hold together: 64 MiB.
    ///
    /// Over budget, the oldest transitions are dropped. Actual sizes are measured, off the program's threads. An
    /// initial state and a quarter of the budget for the log are always kept, so that even a state larger than the
    /// budget has a past.
    public var budgetBytes = 64 << 20
    /// Whether states are computed by replay if the store has a pure reducer.
    ///
    /// If `false`, they are retained while a client is attached. `History.setReplaying(_:)` changes it later.
    public var replays = true
    /// The maximum number of retained states of a store that cannot be replayed, while a client is attached.
    public var retainedStates = 1_024
    /// How many checkpoints a replay can start from.
    public var checkpoints = 32
    /// The number of entries between two checkpoints at first; it doubles when there are too many.
    public var checkpointDistance = 1_024
    /// Whether the time that the reducer takes is measured for every action, which reads a clock twice.
    ///
    /// If `false`, only that of actions which a client dispatches. Once on, it stays on for the store.
    public var measures = false
    /// What is hidden: changes have placeholders instead, and conditions and requests see those.
    ///
    /// States themselves are not affected, nor are comparisons between them.
    public var redaction = Redaction.none

    /// Makes the default options.
    public init() {}
}
