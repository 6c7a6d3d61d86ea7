/// The round of a loop that is being run.
struct Loop: Sendable {
    /// From how many rounds on the answers of a loop are summed up.
    static let longCount = 20

    /// Which rounds of which loops are being run, for messages; the innermost first.
    let trail: [String]
    /// Whether there are so many rounds that answers are summed up.
    let isLong: Bool

    init(round: String, isLong: Bool, inside outer: Loop?) {
        trail = [round] + (outer?.trail ?? [])
        self.isLong = isLong || outer?.isLong ?? false
    }
}
