/// What came of trying one rule.
public struct ConformanceResult: Sendable {
    /// The ways in which it can end.
    public enum Outcome: String, Sendable, Hashable {
        /// The server keeps the rule, as far as was tried.
        case pass
        /// It does not.
        case fail
        /// The rule could not be tried.
        case skip
    }

    /// The rule.
    public var rule: Rule
    /// How it ended.
    public var outcome: Outcome
    /// What is wrong, or why it was skipped; empty when it passed.
    public var message: String
    /// What should have come.
    public var expected: String?
    /// What came, shortened where it is long.
    public var got: String?
    /// How long it took.
    public var duration: Duration
}
