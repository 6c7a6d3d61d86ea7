/// Where in the log a condition holds.
public struct Found: Sendable, Hashable {
    /// The number of the state; `nil` where there is none.
    public let seq: Int?
    /// How many states were looked at.
    public let tests: Int
    /// The first and the last state that were in question: all that are kept of those that were asked for.
    public let range: ClosedRange<Int>
    /// Whether something was hidden where the condition asks for a change and none was seen: there may have been one.
    public let hidesChanges: Bool
}
