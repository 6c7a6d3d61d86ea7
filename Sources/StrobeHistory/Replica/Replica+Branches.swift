internal import Strobe

/// What a branch is to be made of.
struct BranchOrder<Action: Sendable>: Sendable {
    var edits: [BranchEdit<Action>]
    var from: Int?
    var to: Int?
    var name: String?
}

extension Replica {
    /// How many branches a store may have.
    private static var branchLimit: Int { 64 }

    // MARK: Making

    /// Begins a branch with the state that it leaves the log at.
    func newBranch(_ order: BranchOrder<Action>) throws(HistoryError) -> Branch<State, Action> {
        try checkRoom(for: order.name)
        let last = lastSeq
        let to = order.to ?? last
        guard to <= last else { throw .noSuchSeq(to, last: last, first: firstSeq) }
        let from = order.from ?? order.edits.map(\.seqs.lowerBound).min() ?? last + 1
        guard order.from != nil || from <= last + 1 else {
            throw .invalidEdit("An edit names \(from), but the last entry of the log is \(last).")
        }
        guard from > 0, from - 1 <= to else {
            throw .invalidEdit(
                "The branch begins at \(from) and ends at \(to); it must begin with the lower seq.")
        }
        guard reduce != nil else { throw notReplayable }
        for edit in order.edits {
            guard let action = edit.action, let refusal = source.safety.refusal(of: action) else { continue }
            throw .notReplayable(
                "The branch is not replayed, because \(refusal): that could change what the program uses.")
        }
        guard from > replayBase else { throw .entryEvicted(from, first: replayBase + 1) }
        let first = try state(at: from - 1).state
        let branch = try Branch(
            id: String(lastBranchID + 1), name: order.name, edits: order.edits, over: from..<to + 1, on: first,
            time: Int64(clamping: Timing.now() / 1_000), options: source.options)
        lastBranchID += 1
        return branch
    }

    private func checkRoom(for name: String?) throws(HistoryError) {
        guard branches.count < Self.branchLimit else {
            throw HistoryError(
                .tooManyBranches, "There are \(Self.branchLimit) branches, which is the limit. Drop one of them first.")
        }
        guard let name else { return }
        guard !branches.contains(where: { $0.name == name }) else {
            throw .invalidEdit("There is already a branch named \(name). Use another name, or drop that branch.")
        }
    }

    /// Replays a new branch for a slice, and takes it in when it is done.
    func make(
        _ branch: inout Branch<State, Action>, _ slice: TimeSlice
    ) throws(HistoryError) -> BranchInfo<Action>? {
        var point = branch.cursor ?? branch.states[0]
        branch.cursor = nil
        while point.seq < branch.plan.seq {
            let stop = min(branch.plan.seq, branch.nextStateSeq)
            var errors: [Int] = []
            let isThere = try advance(&point, in: branch, to: stop, slice) { item, _, error in
                if error != nil { errors.append(item.seq) }
            }
            for seq in errors { branch.countError(at: seq) }
            guard isThere else {
                branch.cursor = point
                return nil
            }
            if point.seq == branch.nextStateSeq { branch.keep(point.state, seq: point.seq) }
        }
        // Others may have been made meanwhile.
        try checkRoom(for: branch.name)
        branch.end = point
        branches.append(branch)
        measureBranches()
        if isTooMuch { dropBranchStates() }
        if isTooMuch, branches.count > 1 {
            branches.removeLast()
            throw HistoryError(
                .tooManyBranches,
                "The branches would hold more than half of the history's \(budget) bytes. Drop one of them first.")
        }
        return branch.info
    }

    // MARK: Memory

    /// Whether branches hold so much that the log would suffer.
    private var isTooMuch: Bool { branches.reduce(0) { $0 + $1.bytes } > budget / 2 }

    func measureBranches() {
        let first = checkpoints.first.state
        for index in branches.indices { branches[index].measure(footprint, beyond: first) }
    }

    /// Keeps of every branch only its first and its last state.
    func dropBranchStates() {
        for index in branches.indices { branches[index].dropStates() }
        measureBranches()
    }

    // MARK: Asking

    /// The place of a branch in the list, by its id or its name.
    func branchIndex(_ name: String) throws(HistoryError) -> Int {
        guard
            let index = branches.firstIndex(where: { $0.id == name }) ?? branches.firstIndex(where: { $0.name == name })
        else { throw .noSuchBranch(name, among: branches.map { $0.name ?? $0.id }) }
        return index
    }

    /// Goes for a slice towards a state of a branch.
    ///
    /// - Parameter point: Where the last slice ended.
    /// - Returns: The state; `nil` for more to do.
    func state(
        inBranch name: String, at seq: Int?, _ point: inout Point?, _ slice: TimeSlice
    ) throws(HistoryError) -> Point? {
        let index = try branchIndex(name)
        let plan = branches[index].plan
        let goal = seq ?? plan.seq
        guard goal <= plan.seq else {
            throw HistoryError(
                .noSuchSeq, "Branch \(name) has no transition \(goal): its last is \(plan.seq).", seq: goal,
                firstSeq: plan.base)
        }
        guard goal >= plan.base else { return try state(at: goal) }
        var current = point ?? branches[index].start(for: goal)
        point = nil
        if branches[index].cursor?.seq == current.seq { branches[index].cursor = nil }
        guard try advance(&current, in: branches[index], to: goal, slice) else {
            point = current
            return nil
        }
        branches[index].cursor = current
        return current
    }
}
