/// The memory of one store's history.
public struct HistoryDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "The memory of one store's history."
    public static let members: Members = [
        .optional(
            \.bytes, "bytes",
            "How many bytes it holds: log, states and computed changes; absent if something in the store may be "
                + "hidden, whose size this would reveal."),
        .required(\.budgetBytes, "budgetBytes", "How many it may hold before the oldest transitions are dropped."),
        .optional(
            \.checkpoints, "checkpoints",
            "How many states it keeps to replay from, or retains if it cannot replay; absent if `bytes` is."),
        .optional(\.divergence, "divergence", "The difference found from the live store, while it lasts."),
        .optional(
            \.givenUp, "givenUp",
            "What is not kept because a state does not fit into the budget with the log; absent if nothing is "
                + "missing."),
    ]

    /// How many bytes it holds: log, states and computed changes; absent if something in the store may be hidden, whose
    /// size this would reveal.
    public var bytes: Int?
    /// How many it may hold before the oldest transitions are dropped.
    public var budgetBytes: Int
    /// How many states it keeps to replay from, or retains if it cannot replay; absent if `bytes` is.
    public var checkpoints: Int?
    /// The difference found from the live store, while it lasts.
    public var divergence: DivergenceDescription?
    /// What is not kept because a state does not fit into the budget with the log; absent if nothing is missing.
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

/// States that a history does not keep, although the log has the transitions that led to them.
public struct GivenUpDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary =
        "States that a history does not keep, although the log has the transitions that led to them."
    public static let members: Members = [
        .required(\.logFrom, "logFrom", in: .from(1), "The first transition that the log has."),
        .optional(\.statesFrom, "statesFrom", "The first available state; absent while there is none."),
        .required(\.message, "message", "What is missing and why, for people."),
    ]

    /// The first transition that the log has.
    public var logFrom: Int
    /// The first available state; absent while there is none.
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
