public import StrobeTree

extension History {
    /// The number of the last transition that was logged.
    public var seq: Int { startSeq + log.count }

    /// The number of the state that the log begins with; the first entry has the next number.
    ///
    /// It grows when the oldest part is dropped, because of the budget or by `commit(_:)`.
    public var baseSeq: Int { startSeq + log.firstIndex }

    /// The first number from which on every state is available.
    public var firstSeq: Int { mode.firstSeq(base: baseSeq, last: seq, retained: retained) }

    /// Whether states come from replay; `false` for stores without a pure reducer, and after a divergence.
    public var isReplaying: Bool { mode.isReplaying || mode.isGivenUp }

    /// Whether replay is given up until a client attaches or requests a state, and then begins with the state of that
    /// moment.
    ///
    /// That is the case while no client is attached, once the log is too long and the state too large for the budget.
    public var isReplayGivenUp: Bool { mode.isGivenUp }

    /// Why nothing is replayed though there is a reducer: a state or an action holds an object that the reducer could
    /// write to, such as "the state holds a mutable object, .cart: Cart"; `nil` if there is no such reason.
    public var replayRefusal: String? { mode.refusal }

    /// Returns the transitions from a number on.
    ///
    /// Reads the log in place, without involving the replica or the store.
    ///
    /// - Parameters:
    ///   - seq: The first transition; earlier ones than exist mean the first that exists.
    ///   - limit: The maximum number of transitions.
    public func entries(from seq: Int, limit: Int = 100) -> [Entry<Action, Effect>] {
        let (count, first) = (log.count, log.firstIndex)
        let start = min(max(seq, startSeq + 1 + first) - startSeq - 1, count)
        let end = min(count, start + max(0, min(limit, count)))
        return (start..<end).compactMap { log.entry(at: $0, seq: startSeq + 1 + $0) }
    }

    /// Returns one transition.
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

    /// Returns the state at a number, or the current one.
    ///
    /// Costs the replay from the nearest checkpoint to that number, a few milliseconds at a time. It completes even if
    /// the task is cancelled, since redaction depends on it.
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

    /// Returns the changes from the state at one number to the state at another.
    ///
    /// - Parameters:
    ///   - from: The number of the first state, before or after the second.
    ///   - to: The number of the second state.
    ///   - path: The path to compare; changes have full paths.
    /// - Throws: As `state(at:)`, and `tree` when a state cannot be compared or has nothing at the path.
    public func changes(from: Int, to: Int, at path: Path = .root) async throws(HistoryError) -> [Change] {
        // The lower one first: the walk to the other continues from there.
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

    /// Returns what one transition changed; small results are cached.
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

    /// Returns what a transition just made changed, for its dispatcher: the replay is first compared with the store.
    ///
    /// - Throws: As `changes(of:)`; `stateUnknown` if the replay differs from the store.
    public func changes(ofNew seq: Int) async throws(HistoryError) -> [Change] {
        while try await !thread.run({ .success($0.confirm()) }) {
            guard !Task.isCancelled else { throw .cancelled }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return try await changes(of: seq)
    }

    /// Returns what each of some transitions changed, in order; `nil` for those whose states are unknown.
    ///
    /// One walk over all of them, a few milliseconds at a time: cheaper than one request each.
    ///
    /// - Throws: `cancelled` or `ended`.
    public func changes(ofEach seqs: ClosedRange<Int>) async throws(HistoryError) -> [[Change]?] {
        try await sliced(ChangesWalk<State>(seqs, redaction)) { .success($0.changes(&$1, $2)) }
    }

    /// Returns what an action would do to the state at a number, or to the current one; nothing is dispatched.
    ///
    /// - Throws: As `changes(from:to:at:)`, and `notReplayable` if there is no pure reducer.
    public func dryRun(_ action: Action, at seq: Int? = nil) async throws(HistoryError) -> DryRun<Effect> {
        try await dryRun(action, on: try await seek(seq))
    }

    func dryRun(
        _ action: Action, on before: (seq: Int, state: State)
    ) async throws(HistoryError) -> DryRun<Effect> {
        let attempt = try await thread.run { $0.attempt(action, on: before) }
        let changes = try await changes(from: before.state, to: attempt.state, at: .root)
        return DryRun(seq: before.seq, changes: changes, effects: attempt.effects, rejection: attempt.rejection)
    }
}
