public import StrobeTree

extension History {
    /// Replays a part of the log separately, with edits.
    ///
    /// The store is not changed and effects do not run. Entries are numbered from the number at which the branch leaves
    /// the log. A state set in the log is also set in the branch; that overwrites what was branched before it, and such
    /// an entry counts as an error.
    ///
    ///     let branch = try await history.makeBranch(edits: [.skip(3...5)])
    ///     let changes = try await history.changes(from: .branch(branch.id), to: .live)
    ///
    /// - Parameters:
    ///   - edits: Its differences from the log, with the log's numbers. At most 10,000.
    ///   - from: The first entry to replay; by default, the first that an edit names, so that nothing before it is
    ///     repeated.
    ///   - to: The last entry to replay; by default, the last of the log.
    ///   - name: A name for requests: a letter, then up to 63 letters, digits, `-` and `_`.
    /// - Throws: `invalidEdit`, `noSuchSeq`, `seqEvicted`, `notReplayable` if the store cannot be replayed,
    ///   `tooManyBranches`, `cancelled` or `ended`; no branch is created then.
    /// - Complexity: O(*n*) reductions, a few milliseconds at a time.
    public func makeBranch(
        edits: [BranchEdit<Action>], from: Int? = nil, to: Int? = nil, name: String? = nil
    ) async throws(HistoryError) -> BranchInfo<Action> {
        guard edits.count <= 10_000 else {
            throw .invalidEdit("A branch has at most 10,000 edits, not \(edits.count).")
        }
        if let name { try Self.check(name) }
        return try await makeBranch(BranchOrder(edits: edits, from: from, to: to, name: name))
    }

    func makeBranch(_ order: BranchOrder<Action>) async throws(HistoryError) -> BranchInfo<Action> {
        let branch = try await thread.run { replica throws(HistoryError) in try replica.newBranch(order) }
        return try await sliced(branch) { replica, branch, slice throws(HistoryError) in
            try replica.make(&branch, slice)
        }
    }

    private static func check(_ name: String) throws(HistoryError) {
        let isWord = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
        }
        guard name.utf8.count <= 64, isWord, name.unicodeScalars.first?.properties.isAlphabetic == true else {
            throw .invalidEdit(
                "\(name.prefix(64)) is not a valid name for a branch; use a letter, then letters, digits, - and _, at most 64 characters."
            )
        }
    }

    /// All branches, oldest first.
    ///
    /// - Throws: `ended`.
    public func branches() async throws(HistoryError) -> [BranchInfo<Action>] {
        try await thread.run { $0.branches.map(\.info) }
    }

    /// Returns one branch, by its id or name.
    ///
    /// - Throws: `noSuchBranch` or `ended`.
    public func branch(_ id: String) async throws(HistoryError) -> BranchInfo<Action> {
        try await thread.run { replica throws(HistoryError) in replica.branches[try replica.branchIndex(id)].info }
    }

    /// Drops a branch.
    ///
    /// - Returns: The removed branch.
    /// - Throws: `noSuchBranch` or `ended`.
    @discardableResult
    public func dropBranch(_ id: String) async throws(HistoryError) -> BranchInfo<Action> {
        try await thread.run { replica throws(HistoryError) in
            replica.branches.remove(at: try replica.branchIndex(id)).info
        }
    }

    /// Returns the state of a branch at one of its numbers, or at its end.
    ///
    /// Before the branch leaves the log its states are those of the log.
    ///
    /// - Throws: `noSuchBranch`, `noSuchSeq`, `seqEvicted` if the log no longer has the entries to replay,
    ///   `notReplayable`, `cancelled` or `ended`.
    public func state(
        inBranch id: String, at seq: Int? = nil
    ) async throws(HistoryError) -> (seq: Int, state: State) {
        try await seek(SeekWalk(position: .branch(id, at: seq)))
    }

    /// Returns the entries of a branch from one of its numbers on.
    ///
    /// - Parameters:
    ///   - seq: The first entry; earlier ones than exist mean the first that exists.
    ///   - limit: The maximum number of entries, up to 1,000.
    ///   - withChanges: Whether to compute what each of them changes.
    /// - Throws: As `state(inBranch:at:)`.
    public func entries(
        inBranch id: String, from seq: Int, limit: Int = 100, withChanges: Bool = false
    ) async throws(HistoryError) -> [BranchEntry<Action, Effect>] {
        let info = try await branch(id)
        let first = max(seq, info.base + 1)
        let count = min(max(0, limit), 1_000, max(0, info.seq - first + 1))
        guard count > 0 else { return [] }
        let start = try await state(inBranch: id, at: first - 1)
        let page = BranchPage<State, Action, Effect>(
            point: start, last: first + count - 1, withChanges: withChanges)
        return try await sliced(page) { replica, page, slice throws(HistoryError) in
            try replica.entries(inBranch: id, &page, slice)
        }
    }

    // MARK: Any state

    /// Returns a state of the log or of a branch.
    ///
    /// - Throws: As `state(at:)` and `state(inBranch:at:)`, and `cancelled` when the task is cancelled.
    public func state(at point: Position) async throws(HistoryError) -> (seq: Int, state: State) {
        try await seek(SeekWalk(position: point))
    }

    /// Returns the changes from one state to another, of the log or of a branch.
    ///
    /// - Parameters:
    ///   - from: The first state.
    ///   - to: The second state.
    ///   - path: The path to compare; changes have full paths.
    /// - Returns: The numbers of both states, and the changes between them.
    /// - Throws: As `state(at:)`, and `tree` when a state cannot be compared or has nothing at the path.
    public func changes(
        from: Position, to: Position, at path: Path = .root
    ) async throws(HistoryError) -> (from: Int, to: Int, changes: [Change]) {
        var isBackward = false
        if case .seq(let old) = from, case .seq(let new) = to { isBackward = old > new }
        // The lower one first: the walk to the other continues from there.
        let ends = isBackward ? (to, from) : (from, to)
        let start = (SeekWalk<State>(position: ends.0), SeekWalk<State>(position: ends.1))
        return try await comparing(start, at: path) { [isBackward] replica, walk, slice throws(HistoryError) in
            guard let first = try replica.reach(&walk.ends.0, slice),
                let second = try replica.reach(&walk.ends.1, slice), !slice.isOver
            else { return nil }
            let (old, new) = isBackward ? (second, first) : (first, second)
            return try walk.difference.changes { (old.state, new.state) }.map { (old.seq, new.seq, $0) }
        }
    }

    /// Returns what an action would do to a state of the log or of a branch; nothing is dispatched.
    ///
    /// - Throws: As `changes(from:to:at:)`, and `notReplayable` if there is no pure reducer.
    public func dryRun(_ action: Action, at point: Position) async throws(HistoryError) -> DryRun<Effect> {
        let start = (before: SeekWalk<State>(position: point), attempt: Attempt<State, Effect>?.none)
        return try await comparing(start, at: .root) { replica, walk, slice throws(HistoryError) in
            guard let before = try replica.reach(&walk.ends.before, slice) else { return nil }
            let attempt: Attempt<State, Effect>
            if let made = walk.ends.attempt {
                attempt = made
            } else {
                attempt = try replica.attempt(action, on: before)
            }
            walk.ends.attempt = attempt
            return try walk.difference.changes { (before.state, attempt.state) }.map { changes in
                DryRun(seq: before.seq, changes: changes, effects: attempt.effects, rejection: attempt.rejection)
            }
        }
    }
}
