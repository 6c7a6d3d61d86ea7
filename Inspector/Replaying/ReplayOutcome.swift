import StrobeTree

/// Something that a replay did otherwise than the recording.
struct ReplayDifference: Sendable, Hashable {
    /// What kind of thing.
    enum Kind: String, Sendable {
        /// The state became another one.
        case changes
        /// The reducer asked for other effects.
        case effects
        /// It was rejected, or was not, or for another reason.
        case rejection
        /// The process did something of its own in between, or in place of the answer of an effect.
        case unexpected
        /// The answer of an effect did not come.
        case missing
        /// The state at the end is another one.
        case endState
    }

    var kind: Kind
    /// The id of the store in the recording.
    var store: String
    /// The transition in the recording.
    var seq: Int
    /// The transition in the process, where there is one.
    var targetSeq: Int?
    /// The recorded action, as it would be typed.
    var label: String
    /// Where the state is another one.
    var path: Path?
    /// What was recorded, as a value or as text; `nil` where there was nothing.
    var recorded: Value?
    /// What came of it; `nil` where there is nothing.
    var got: Value?
}

/// What came of replaying one transition.
struct ReplayedEntry: Sendable {
    /// What was found.
    enum Verdict: Sendable {
        case same
        case different(ReplayDifference)
        /// It could not be compared, for this reason.
        case notCompared(String)
        /// It was left out: the answer of an effect.
        case leftOut
    }

    var store: String
    var seq: Int
    var targetSeq: Int?
    var label: String
    var verdict: Verdict
}

/// What came of a replay.
struct ReplaySummary: Sendable {
    /// How the state of a store ended.
    enum End: Sendable {
        case same
        case different(ReplayDifference)
        /// It could not be compared, for this reason.
        case unknown(String)
    }

    var replayed = 0
    var same = 0
    var different = 0
    var leftOut = 0
    /// How many could not be compared, and the first reason.
    var notCompared = 0
    var whyNotCompared: String?
    /// How many actions were sent with placeholders for what is hidden in the recording.
    var withPlaceholders = 0
    /// The first one of all.
    var first: ReplayDifference?
    /// How each store ended, by its recorded id.
    var ends: [(store: String, end: End)] = []
    /// Why the replay could not go on; `nil` where it came to its end.
    var failure: String?
    /// Whether it was ended before its end.
    var isCut = false
    var nanoseconds: UInt64 = 0

    /// Counts an entry.
    mutating func count(_ entry: ReplayedEntry) {
        switch entry.verdict {
        case .same: same += 1
        case .different(let difference):
            different += 1
            if first == nil { first = difference }
            // It came besides what was replayed.
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

    /// How the program ends: 0 for the same, 1 for a difference, 2 where it could not be done.
    func outcome(expectsSame: Bool) -> Outcome {
        guard failure == nil else { return .connectionLost }
        let endsDiffer = ends.contains { if case .different = $0.end { true } else { false } }
        let isUnsure = notCompared > 0 || ends.contains { if case .unknown = $0.end { true } else { false } }
        return different > 0 || endsDiffer || (expectsSame && isUnsure) ? .commandFailed : .success
    }
}
