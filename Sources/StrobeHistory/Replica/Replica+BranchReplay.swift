internal import Strobe

extension Replica {
    /// How many entries are replayed between two looks at the clock.
    private static var stride: Int { 16 }

    /// Continues from one state of a branch to another until the slice is over.
    ///
    /// - Parameter body: Called after each entry with the effects that the reducer returned, and with the entry's
    ///   error.
    /// - Returns: Whether the end was reached.
    func advance(
        _ point: inout Point, in branch: Branch<State, Action>, to end: Int, _ slice: TimeSlice,
        _ body: (BranchItem<State, Action>, [Effect], String?) -> Void = { _, _, _ in }
    ) throws(HistoryError) -> Bool {
        guard point.seq < end else { return true }
        guard let reduce else { throw notReplayable }
        repeat {
            let stop = min(end, point.seq + Self.stride)
            guard isKept(point.seq + 1...stop, of: branch.plan) else { throw evicted(end, in: branch) }
            forEachItem(of: branch.plan, in: point.seq + 1...stop) { item in
                let (effects, error) = apply(item, to: &point.state, in: branch.plan, reduce)
                point.seq = item.seq
                body(item, effects, error)
            }
        } while point.seq < end && !slice.isOver
        return point.seq >= end
    }

    private func apply(
        _ item: BranchItem<State, Action>, to state: inout State, in plan: BranchPlan<Action>,
        _ reduce: (inout State, Action) throws -> [Effect]
    ) -> (effects: [Effect], error: String?) {
        guard let action = item.action else {
            if let put = item.state { state = put }
            guard item.isEdited || plan.deviates(before: item.seq) else { return ([], nil) }
            return ([], "restores a state of the log, which overwrites the earlier edits of the branch")
        }
        do {
            return (try reduce(&state, action.pointee), nil)
        } catch {
            return ([], "\(error)")
        }
    }

    /// Calls a closure with some entries of a branch in order; the caller has checked that the log still has them.
    private func forEachItem(
        of plan: BranchPlan<Action>, in seqs: ClosedRange<Int>, _ body: (BranchItem<State, Action>) -> Void
    ) {
        var index = plan.stepIndex(of: seqs.lowerBound)
        var seq = seqs.lowerBound
        while seq <= seqs.upperBound {
            let count = min(plan.steps[index].count - (seq - plan.starts[index]), seqs.upperBound - seq + 1)
            switch plan.steps[index] {
            case .live(let live):
                let first = live.lowerBound + seq - plan.starts[index]
                forEachLogged(first..<first + count, from: seq, isEdited: false, body)
            case .moved(let live): forEachLogged(live..<live + 1, from: seq, isEdited: true, body)
            case .replaced(let live, let action):
                withUnsafePointer(to: action) {
                    body(BranchItem(seq: seq, originSeq: live, isEdited: true, action: $0))
                }
            case .inserted(let action):
                withUnsafePointer(to: action) {
                    body(BranchItem(seq: seq, isEdited: true, action: $0))
                }
            }
            seq += count
            index += 1
        }
    }

    private func forEachLogged(
        _ live: Range<Int>, from seq: Int, isEdited: Bool, _ body: (BranchItem<State, Action>) -> Void
    ) {
        let (log, start) = (source.log, source.start)
        log.forEachEntry(in: live.lowerBound - start - 1..<live.upperBound - start - 1) { index, _, action in
            let origin = start + 1 + index
            body(
                BranchItem(
                    seq: seq + origin - live.lowerBound, originSeq: origin, isEdited: isEdited, action: action,
                    state: action == nil ? log.restoredState(at: index) : nil))
        }
    }

    /// The number of the first state that a replay can begin with: the log's, or where replaying was tried again.
    var replayBase: Int { max(base, checkpoints.first.seq) }

    /// Why nothing can be replayed.
    var notReplayable: HistoryError {
        if let refusal = source.mode.refusal {
            return .notReplayable(
                "The store is not replayed, because \(refusal): replaying could change what the program uses.")
        }
        if source.reduce == nil {
            return .notReplayable("The store has no pure reducer to replay its actions with.")
        }
        guard let divergence = source.mode.divergence else {
            return .notReplayable("Replay is turned off for this store. Turn it on first.")
        }
        return .notReplayable(
            "The store is no longer replayed, because a replay differed from it at \(divergence.seq). "
                + "Turn replay on to try again.")
    }

    /// Whether the log still has what some entries of a branch repeat.
    private func isKept(_ seqs: ClosedRange<Int>, of plan: BranchPlan<Action>) -> Bool {
        var index = plan.stepIndex(of: seqs.lowerBound)
        while index < plan.steps.count, plan.starts[index] <= seqs.upperBound {
            switch plan.steps[index] {
            case .live(let live):
                let first = live.lowerBound + max(0, seqs.lowerBound - plan.starts[index])
                if first <= replayBase { return false }
            case .moved(let live): if live <= replayBase { return false }
            case .replaced, .inserted: break
            }
            index += 1
        }
        return true
    }

    private func evicted(_ seq: Int, in branch: Branch<State, Action>) -> HistoryError {
        let first = branch.firstState(from: seq)
        return HistoryError(
            .seqEvicted,
            "The log that branch \(branch.id) replays there is no longer kept: use its state at \(first).",
            seq: seq, firstSeq: first)
    }
}
