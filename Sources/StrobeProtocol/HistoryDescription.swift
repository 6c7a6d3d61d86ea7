/// What a server says of the memory of one store's history.
public struct HistoryDescription: Codable, Sendable, Hashable {
    /// How many bytes it holds: log, states, and changes that were worked out.
    public var bytes: Int
    /// How many it may hold before the oldest transitions go.
    public var budgetBytes: Int
    /// How many states it keeps to replay from, or retains where it cannot replay.
    public var checkpoints: Int
    /// The difference from the live store that was found, as long as it is in force.
    public var divergence: DivergenceDescription?

    /// Makes a description.
    public init(bytes: Int, budgetBytes: Int, checkpoints: Int, divergence: DivergenceDescription? = nil) {
        self.bytes = bytes
        self.budgetBytes = budgetBytes
        self.checkpoints = checkpoints
        self.divergence = divergence
    }
}
