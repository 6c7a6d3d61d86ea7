/// The result of testing one rule.
public struct ConformanceResult: Sendable {
    /// The possible outcomes.
    public enum Outcome: String, Sendable, Hashable {
        /// The server keeps the rule, as far as tested.
        case pass
        /// The server breaks the rule.
        case fail
        /// The rule could not be tested.
        case skip
    }

    /// The rule.
    public var rule: Rule
    /// The outcome.
    public var outcome: Outcome
    /// What is wrong, or why it was skipped; empty if it passed.
    public var message: String
    /// The expected value.
    public var expected: String?
    /// The actual value, shortened if long.
    public var got: String?
    /// The duration of the test.
    public var duration: Duration
}
