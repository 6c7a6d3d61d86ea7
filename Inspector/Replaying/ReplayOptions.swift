import StrobeProtocol

/// How a recording is replayed.
struct ReplayOptions: Sendable {
    /// How fast.
    enum Speed: Sendable, Hashable {
        /// As fast as the process answers.
        case greatest
        /// So many times as fast as it was recorded.
        case times(Double)

        /// Reads `max`, `1`, `0.5` or `10x`; `nil` for anything else.
        init?(_ text: String) {
            if text == "max" {
                self = .greatest
                return
            }
            guard let factor = Double(text.hasSuffix("x") ? text.dropLast() : text[...]), factor > 0, factor <= 1e6
            else { return nil }
            self = .times(factor)
        }
    }

    /// What becomes of effects.
    var effects = ReplayDescription.Effects.recorded
    var speed = Speed.greatest
    /// The first transition of each store; the first one recorded without.
    var from: Int?
    /// The last transition of each store; the last one recorded without.
    var to: Int?
    /// The stores to replay, as recorded, each with the one to replay into; all, each into the one of its id, without.
    var stores: [(recorded: String, target: String)] = []
    /// Whether the first recorded state replaces the present one where they differ.
    var putsInitial = true
    /// Whether to end at the first difference.
    var stopsOnDifference = false
    /// Whether what cannot be compared counts as a difference.
    var expectsSame = false
    /// Whether to replay what is graded as impossible.
    var isForced = false
    /// How long the answer of an effect that is performed is waited for.
    var patience = Duration.seconds(10)
    /// What is replayed, in a few words for the process.
    var source: String?
}
