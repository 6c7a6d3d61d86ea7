package import StrobeProtocol

/// The options of a replay.
package struct ReplayOptions: Sendable {
    /// The speed of a replay.
    package enum Speed: Sendable, Hashable {
        /// As fast as the process answers.
        case greatest
        /// A multiple of the recorded speed.
        case times(Double)

        /// Parses `max`, `1`, `0.5` or `10x`; `nil` for anything else.
        package init?(_ text: String) {
            if text == "max" {
                self = .greatest
                return
            }
            guard let factor = Double(text.hasSuffix("x") ? text.dropLast() : text[...]), factor > 0, factor <= 1e6
            else { return nil }
            self = .times(factor)
        }
    }

    /// How effects are treated.
    package var effects = ReplayDescription.Effects.recorded
    package var speed = Speed.greatest
    /// The first transition of each store; `nil` for the first one recorded.
    package var from: Int?
    /// The last transition of each store; `nil` for the last one recorded.
    package var to: Int?
    /// The recorded stores to replay, each with its target; if empty, all, each into the store with its id.
    package var stores: [(recorded: String, target: String)] = []
    /// Whether the first recorded state replaces the current one if they differ.
    package var putsInitial = true
    /// Whether to end at the first difference.
    package var stopsOnDifference = false
    /// Whether something that cannot be compared counts as a difference.
    package var expectsSame = false
    /// Whether to replay although it is graded as impossible.
    package var isForced = false
    /// Whether the initial states that were replaced are shown with what differed.
    package var isLong = false
    /// The maximum time to wait for the answer of an effect.
    package var patience = Duration.seconds(10)
    /// A short description of the recording for the process.
    package var source: String?

    package init() {}
}
