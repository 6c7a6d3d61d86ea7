/// The round of a loop that is being run.
final class Loop: Sendable {
    @TaskLocal static var current: Loop?

    /// From how many rounds on the answers of a loop are summed up.
    static let longCount = 20

    /// Which round of which loop, for messages.
    let round: String
    /// Whether there are so many rounds that answers are summed up.
    let isLong: Bool
    private let outer: Loop?

    init(round: String, isLong: Bool) {
        self.round = round
        outer = Self.current
        self.isLong = isLong || outer?.isLong ?? false
    }

    /// The rounds that are being run, the innermost first.
    static var trail: [String] {
        var trail: [String] = []
        var loop = current
        while let one = loop {
            trail.append(one.round)
            loop = one.outer
        }
        return trail
    }
}
