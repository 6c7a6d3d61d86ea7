/// A state that can be requested: the current one, a past one, or one of a branch.
public enum HistoryPoint: Sendable, Hashable {
    /// The current state.
    case live
    /// The state after the transition of that number.
    case seq(Int)
    /// The state of a branch, by its id or name, at one of its numbers; by default, at its end.
    ///
    /// Before the number that the branch leaves the log at, its states are those of the log.
    case branch(String, at: Int? = nil)

    /// The past state at a number, or the current one if `nil`.
    public init(_ seq: Int?) {
        self = seq.map { .seq($0) } ?? .live
    }
}
