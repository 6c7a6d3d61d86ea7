/// A state that can be asked for: the present one, one of the past, or one of a branch.
public enum HistoryPoint: Sendable, Hashable {
    /// The present state.
    case live
    /// The state after the transition of that number.
    case seq(Int)
    /// The state of a branch, by its id or name, at a number of its own; without, the one at its end.
    ///
    /// Before the number that the branch leaves the log at, its states are those of the log.
    case branch(String, at: Int? = nil)

    /// The past state at a number, or the present one for `nil`.
    public init(_ seq: Int?) {
        self = seq.map { .seq($0) } ?? .live
    }
}
