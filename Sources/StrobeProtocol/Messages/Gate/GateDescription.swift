/// The status of a store's gate.
public struct GateDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "The status of a store's gate."
    public static let members: Members = [
        .required(\.seq, "seq", "The seq of the last transition."),
        .required(\.paused, "paused", "Whether actions are held before the reducer."),
        .optional(\.credit, "credit", in: .from(1), "How many future actions are still let through; absent for none."),
        .optional(\.stopped, "stopped", "Where it last stopped; absent while open, and before the first action."),
        .required(\.held, "held", in: .elements(100), "The first of the held actions, in order."),
        .required(\.count, "count", "How many actions are held."),
        .required(\.breakpoints, "breakpoints", "How many breakpoints there are."),
    ]

    /// The seq of the last transition.
    public var seq: Int
    /// Whether actions are held before the reducer.
    public var paused: Bool
    /// How many future actions are still let through; absent for none.
    public var credit: Int?
    /// Where it last stopped; absent while open, and before the first action.
    public var stopped: GateStop?
    /// The first of the held actions, in order.
    public var held: [HeldDescription]
    /// How many actions are held.
    public var count: Int
    /// How many breakpoints there are.
    public var breakpoints: Int

    /// Makes a description.
    public init(
        seq: Int, paused: Bool, credit: Int? = nil, stopped: GateStop? = nil, held: [HeldDescription] = [],
        count: Int = 0, breakpoints: Int = 0
    ) {
        self.seq = seq
        self.paused = paused
        self.credit = credit
        self.stopped = stopped
        self.held = held
        self.count = count
        self.breakpoints = breakpoints
    }
}
