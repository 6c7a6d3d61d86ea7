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
        return log.entries(in: start..<end, seq: startSeq + 1)
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
        try await seek(SeekWalk(position: seq.map(Position.seq) ?? .live), isCancellable: false)
    }

    func seek(
        _ walk: SeekWalk<State>, isCancellable: Bool = true
    ) async throws(HistoryError) -> (seq: Int, state: State) {
        try await sliced(walk, isCancellable: isCancellable) { replica, walk, slice throws(HistoryError) in
            try replica.seek(&walk, slice)
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
        try await changes(from: .seq(from), to: .seq(to), at: path).changes
    }

    /// Returns what one transition changed; small results are cached.
    ///
    /// - Throws: As `changes(from:to:at:)`.
    public func changes(of seq: Int) async throws(HistoryError) -> [Change] {
        try await changes(of: seq, isNew: false)
    }

    /// Returns what a transition just made changed, for its dispatcher: the replay is first compared with the store.
    ///
    /// - Throws: As `changes(of:)`; `stateUnknown` if the replay differs from the store.
    public func changes(ofNew seq: Int) async throws(HistoryError) -> [Change] {
        try await changes(of: seq, isNew: true)
    }

    private func changes(of seq: Int, isNew: Bool) async throws(HistoryError) -> [Change] {
        // A store that is busier than its replay is never caught up with: its dispatchers get an answer all the same.
        var attempts = isNew ? 50 : 0
        while true {
            let start = (isNew: attempts > 0, isReached: false, before: SeekWalk<State>?.none)
            attempts -= 1
            let changes = try await comparing(start, at: .root) {
                replica, walk, slice throws(HistoryError) -> [Change]?? in
                if walk.ends.isNew {
                    guard replica.confirm(slice) else { return .some(nil) }
                    walk.ends.isNew = false
                }
                if let known = try replica.knownChanges(of: seq) { return known }
                if !walk.ends.isReached {
                    var before = walk.ends.before.take() ?? SeekWalk(position: .seq(seq - 1))
                    guard try replica.seek(&before, slice) != nil else {
                        walk.ends.before = before
                        return nil
                    }
                    walk.ends.isReached = true
                }
                guard !slice.isOver, let changes = try replica.changes(of: seq, &walk.difference) else { return nil }
                return changes
            }
            if let changes { return changes }
            guard !Task.isCancelled else { throw .cancelled }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Finds two states and compares them: at once on the debug thread where a slice is enough.
    ///
    /// - Parameters:
    ///   - ends: What finds the states, as it is at the start.
    ///   - path: The path to compare.
    ///   - body: As that of `sliced(_:_:)`.
    func comparing<Ends: Sendable, Found: Sendable>(
        _ ends: Ends, at path: Path,
        _ body:
            @escaping @Sendable (
                Replica<State, Action, Effect>, inout ComparingWalk<State, Ends>, TimeSlice
            ) throws(HistoryError) -> Found?
    ) async throws(HistoryError) -> Found {
        try await sliced(ComparingWalk(ends: ends, difference: LongDifference<State>(at: path, redaction))) {
            replica, walk, slice throws(HistoryError) in try body(replica, &walk, slice)
        }
    }

    /// Returns what each of some transitions changed, in order; `nil` for those whose states are unknown.
    ///
    /// One walk over all of them, a few milliseconds at a time: cheaper than one request each.
    ///
    /// - Parameters:
    ///   - seqs: The transitions.
    ///   - stopsAtFirst: Whether the first change of each that can be compared is enough, to say that there is one.
    /// - Throws: `cancelled` or `ended`.
    public func changes(
        ofEach seqs: ClosedRange<Int>, stopsAtFirst: Bool = false
    ) async throws(HistoryError) -> [[Change]?] {
        try await sliced(ChangesWalk<State>(seqs, redaction, stopsAtFirst: stopsAtFirst)) { $0.changes(&$1, $2) }
    }

    /// Returns what an action would do to the state at a number, or to the current one; nothing is dispatched.
    ///
    /// - Throws: As `changes(from:to:at:)`, and `notReplayable` if there is no pure reducer.
    public func dryRun(_ action: Action, at seq: Int? = nil) async throws(HistoryError) -> DryRun<Effect> {
        try await dryRun(action, at: seq.map(Position.seq) ?? .live)
    }
}
