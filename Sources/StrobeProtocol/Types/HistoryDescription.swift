/// What a server says of the memory of one store's history.
public struct HistoryDescription: Codable, Sendable, Hashable {
    /// How many bytes it holds: log, states, and changes that were worked out; `nil` where something in the store may be
    /// hidden, whose size this would tell.
    public var bytes: Int?
    /// How many it may hold before the oldest transitions go.
    public var budgetBytes: Int
    /// How many states it keeps to replay from, or retains where it cannot replay; `nil` as `bytes`, on which it depends.
    public var checkpoints: Int?
    /// The difference from the live store that was found, as long as it is in force.
    public var divergence: DivergenceDescription?
    /// What is not kept because a state does not fit into the budget beside the log; absent where nothing is missing.
    public var givenUp: GivenUpDescription?

    /// Makes a description.
    public init(
        bytes: Int?, budgetBytes: Int, checkpoints: Int?, divergence: DivergenceDescription? = nil,
        givenUp: GivenUpDescription? = nil
    ) {
        self.bytes = bytes
        self.budgetBytes = budgetBytes
        self.checkpoints = checkpoints
        self.divergence = divergence
        self.givenUp = givenUp
    }
}

/// What a server says of states that it does not keep, though the log has the transitions that led to them.
public struct GivenUpDescription: Codable, Sendable, Hashable {
    /// The first transition that the log has.
    public var logFrom: Int
    /// The first state that can be seen; absent while there is none.
    public var statesFrom: Int?
    /// What is missing and why, for people.
    public var message: String

    /// Makes a description.
    public init(logFrom: Int, statesFrom: Int? = nil, message: String) {
        self.logFrom = logFrom
        self.statesFrom = statesFrom
        self.message = message
    }
}
