/// The current round of a loop.
struct Loop: Sendable {
    /// The number of rounds from which the answers of a loop are summed up.
    static let longCount = 20

    /// The current rounds of all enclosing loops, for messages; innermost first.
    let trail: [String]
    /// Whether the loop is long enough for its answers to be summed up.
    let isLong: Bool

    init(round: String, isLong: Bool, inside outer: Loop?) {
        trail = [round] + (outer?.trail ?? [])
        self.isLong = isLong || outer?.isLong ?? false
    }
}
