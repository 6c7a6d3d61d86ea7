package import StrobeTree

/// A difference between a replay and the recording.
package struct ReplayDifference: Sendable, Hashable {
    /// The kinds of differences.
    package enum Kind: String, Sendable {
        /// The state changed differently.
        case changes
        /// The reducer requested different effects.
        case effects
        /// It was rejected only here or only there, or for another reason.
        case rejection
        /// The process did something on its own, in between or instead of the answer of an effect.
        case unexpected
        /// The answer of an effect did not arrive.
        case missing
        /// The state at the end differs.
        case endState
    }

    package var kind: Kind
    /// The id of the store in the recording.
    package var store: String
    /// The transition in the recording.
    package var seq: Int
    /// The transition in the process, if there is one.
    package var targetSeq: Int?
    /// The recorded action, as typed.
    package var label: String
    /// The path of the difference.
    package var path: Path?
    /// The recorded value or text; `nil` if there was none.
    package var recorded: Value?
    /// The value or text of the replay; `nil` if there is none.
    package var got: Value?
}

/// The result of replaying one transition.
package struct ReplayedEntry: Sendable {
    /// The result of the comparison.
    package enum Verdict: Sendable {
        case same
        case different(ReplayDifference)
        /// It could not be compared, for the given reason.
        case notCompared(String)
        /// It was not replayed: it is the answer of an effect.
        case leftOut
    }

    package var store: String
    package var seq: Int
    package var targetSeq: Int?
    package var label: String
    package var verdict: Verdict
}

/// The result of a replay.
package struct ReplaySummary: Sendable {
    /// The comparison of a store's final state.
    package enum End: Sendable {
        case same
        case different(ReplayDifference)
        /// It could not be compared, for the given reason.
        case unknown(String)
    }

    package var replayed = 0
    package var same = 0
    package var different = 0
    package var leftOut = 0
    /// The number of transitions that could not be compared, and the first reason.
    package var notCompared = 0
    package var whyNotCompared: String?
    /// The number of actions sent with placeholders for redacted values.
    package var withPlaceholders = 0
    /// The first difference.
    package var first: ReplayDifference?
    /// The final states, by recorded store id.
    package var ends: [(store: String, end: End)] = []
    /// The error that ended the replay; `nil` if there was none.
    package var failure: String?
    /// Whether it ended before the last transition.
    package var isCut = false
    package var nanoseconds: UInt64 = 0

    /// Counts a transition.
    package mutating func count(_ entry: ReplayedEntry) {
        switch entry.verdict {
        case .same: same += 1
        case .different(let difference):
            different += 1
            if first == nil { first = difference }
            // It is no transition of the recording.
            if difference.kind == .unexpected { return }
        case .notCompared(let reason):
            notCompared += 1
            if whyNotCompared == nil { whyNotCompared = reason }
        case .leftOut:
            leftOut += 1
            return
        }
        replayed += 1
    }

    /// The exit code: 0 for the same, 1 for a difference, 2 if the replay failed.
    package func outcome(expectsSame: Bool) -> Outcome {
        guard failure == nil else { return .connectionLost }
        let endsDiffer = ends.contains { if case .different = $0.end { true } else { false } }
        let isUnsure = notCompared > 0 || ends.contains { if case .unknown = $0.end { true } else { false } }
        return different > 0 || endsDiffer || (expectsSame && isUnsure) ? .commandFailed : .success
    }
}
