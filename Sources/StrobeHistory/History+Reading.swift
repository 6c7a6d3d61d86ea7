public import StrobeTree

extension History {
    /// The number of the last transition that was logged.
    public var seq: Int { startSeq + log.count }

    /// The number of the state that the log begins with: the first entry there is has the next one.
    ///
    /// It grows when the oldest part goes, because of the budget or by `commit(_:)`.
    public var baseSeq: Int { startSeq + log.firstIndex }

    /// The first number from which on every state can be asked for.
    public var firstSeq: Int { mode.firstSeq(base: baseSeq, last: seq, retained: retained) }

    /// Whether states come from replay; `false` for stores without a pure reducer, and after a divergence.
    public var isReplaying: Bool { mode.isReplaying || mode.isGivenUp }

    /// Whether replay is given up until somebody attaches or asks, and then begins with the state of that moment.
    ///
    /// That is so while nobody is attached, once the log is too long and the state too large for the budget.
    public var isReplayGivenUp: Bool { mode.isGivenUp }

    /// Why nothing is replayed though there is a reducer: a state or an action holds an object that the reducer could write
    /// to, such as "the state holds an object that can change, .cart: Cart"; `nil` where there is no such reason.
    public var replayRefusal: String? { mode.refusal }

    /// The transitions from a number on.
    ///
    /// Reads the log where it is, without a word to the replica or the store.
    ///
    /// - Parameters:
    ///   - seq: The first one wanted; earlier ones than there are begin with the first there is.
    ///   - limit: How many at most.
    public func entries(from seq: Int, limit: Int = 100) -> [Entry<Action, Effect>] {
        let (count, first) = (log.count, log.firstIndex)
        let start = min(max(seq, startSeq + 1 + first) - startSeq - 1, count)
        let end = min(count, start + max(0, min(limit, count)))
        return (start..<end).compactMap { log.entry(at: $0, seq: startSeq + 1 + $0) }
    }

    /// One transition.
    ///
    /// - Throws: `noSuchSeq` or `seqEvicted`.
    public func entry(_ seq: Int) throws(HistoryError) -> Entry<Action, Effect> {
        let (last, base) = (self.seq, baseSeq)
        guard seq <= last else { throw .noSuchSeq(seq, last: last, first: base + 1) }
        guard seq > base, let entry = log.entry(at: seq - startSeq - 1, seq: seq) else {
            throw .entryEvicted(seq, first: baseSeq + 1)
        }
        return entry
    }

    /// The state at a number, or the present one.
    ///
    /// Costs the replay of what lies between the nearest checkpoint and that number, a few milliseconds at a time. It is
    /// answered also where the task is cancelled: what has to be hidden is found so.
    ///
    /// - Throws: `noSuchSeq`, `seqEvicted`, `stateUnknown` or `ended`.
    public func state(at seq: Int? = nil) async throws(HistoryError) -> (seq: Int, state: State) {
        try await seek(seq, isCancellable: false)
    }

    func seek(_ seq: Int?, isCancellable: Bool = true) async throws(HistoryError) -> (seq: Int, state: State) {
        try await sliced(SeekWalk<State>(seq: seq), isCancellable: isCancellable) { replica, walk, slice in
            replica.seek(&walk, slice)
        }
    }

    /// How the state at one number becomes the state at another.
    ///
    /// - Parameters:
    ///   - from: The number of the one, before or after the other.
    ///   - to: The number of the other.
    ///   - path: Where to look; changes have their full path.
    /// - Throws: As `state(at:)`, and `tree` when a state cannot be compared or has nothing at the path.
    public func changes(from: Int, to: Int, at path: Path = .root) async throws(HistoryError) -> [Change] {
        // The lower one first: the walk to the other goes on from there.
        let first = try await seek(min(from, to)).state
        let second = try await seek(max(from, to)).state
        let (old, new) = from <= to ? (first, second) : (second, first)
        return try await changes(from: old, to: new, at: path)
    }

    func changes(from old: State, to new: State, at path: Path) async throws(HistoryError) -> [Change] {
        try await sliced(LongDifference<State>(at: path, redaction)) { _, difference, _ in
            Result { () throws(HistoryError) in try difference.changes { (old, new) } }
        }
    }

    /// What one transition changed; kept for the next time while it is small.
    ///
    /// - Throws: As `changes(from:to:at:)`.
    public func changes(of seq: Int) async throws(HistoryError) -> [Change] {
        let known = try await thread.run { replica in
            Result { () throws(HistoryError) in try replica.knownChanges(of: seq) }
        }
        if let known { return known }
        _ = try await seek(seq - 1)
        return try await sliced(LongDifference<State>(at: .root, redaction)) { replica, difference, _ in
            Result { () throws(HistoryError) in try replica.changes(of: seq, &difference) }
        }
    }

    /// What a transition changed that was made just now, for who made it: the replay that tells it is held to the store first.
    ///
    /// - Throws: As `changes(of:)`; `stateUnknown` where the replay turns out to differ from the store.
    public func changes(ofNew seq: Int) async throws(HistoryError) -> [Change] {
        while try await !thread.run({ .success($0.confirm()) }) {
            guard !Task.isCancelled else { throw .cancelled }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return try await changes(of: seq)
    }

    /// What each of some transitions changed, in order; `nil` for those whose states are not known.
    ///
    /// One walk over all of them, a few milliseconds at a time: cheaper than one question each.
    ///
    /// - Throws: `cancelled` or `ended`.
    public func changes(ofEach seqs: ClosedRange<Int>) async throws(HistoryError) -> [[Change]?] {
        try await sliced(ChangesWalk<State>(seqs, redaction)) { .success($0.changes(&$1, $2)) }
    }

    /// What an action would do to the state at a number, or to the present one; nothing is dispatched.
    ///
    /// - Throws: As `changes(from:to:at:)`, and `notReplayable` when there is no pure reducer.
    public func dryRun(_ action: Action, at seq: Int? = nil) async throws(HistoryError) -> DryRun<Effect> {
        try await dryRun(action, on: try await seek(seq))
    }

    func dryRun(
        _ action: Action, on before: (seq: Int, state: State)
    ) async throws(HistoryError) -> DryRun<Effect> {
        let attempt = try await thread.run { $0.attempt(action, on: before) }
        // What was rejected changes nothing, which need not be worked out.
        let changes =
            attempt.rejection == nil ? try await changes(from: before.state, to: attempt.state, at: .root) : []
        return DryRun(seq: before.seq, changes: changes, effects: attempt.effects, rejection: attempt.rejection)
    }
}
