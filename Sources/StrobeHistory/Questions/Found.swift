/// The place in the log at which a condition holds.
public struct Found: Sendable, Hashable {
    /// The number of the state; `nil` if there is none.
    public let seq: Int?
    /// How many states were tested.
    public let tests: Int
    /// The first and the last state searched: all requested ones that are kept.
    public let range: ClosedRange<Int>
    /// Whether something was hidden when the condition tested for a change and none was seen: there may have been one.
    public let hidesChanges: Bool
}
