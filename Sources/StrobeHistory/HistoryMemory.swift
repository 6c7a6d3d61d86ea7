/// What a history holds in memory.
public struct HistoryMemory: Sendable, Hashable {
    /// The log: actions, effects, and states that were put in.
    public var logBytes: Int
    /// States: the first one, checkpoints, retained ones, branches, and the copies that the debugger works on.
    public var stateBytes: Int
    /// Changes that were worked out.
    public var changeBytes: Int
    /// Memory in reserve for the log.
    public var spareBytes: Int
    /// How many bytes all of it may hold.
    public var budgetBytes: Int
    /// How many states there are to replay from, the first one included; of a store that is not replayed how many are
    /// retained.
    public var checkpoints: Int

    /// All of it.
    public var bytes: Int { logBytes + stateBytes + changeBytes + spareBytes }
}
