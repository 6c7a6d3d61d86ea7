/// How much a history keeps.
public struct HistoryOptions: Sendable {
    /// How many states are retained of a store that cannot be replayed, while somebody is attached.
    public var retainedStates = 256
    /// How many checkpoints a replay can start from.
    public var checkpoints = 32
    /// The number of entries between two checkpoints to begin with; it doubles when there are too many.
    public var checkpointDistance = 1_024

    /// Makes the default options.
    public init() {}
}
