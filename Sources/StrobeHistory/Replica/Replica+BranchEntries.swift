internal import Strobe

/// A walk over some entries of a branch.
struct BranchPage<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    /// The current position of the walk.
    var point: (seq: Int, state: State)
    /// The last entry that is wanted.
    let last: Int
    let withChanges: Bool
    var entries: [BranchEntry<Action, Effect>] = []
}

extension Replica {
    /// Goes for a slice over entries of a branch.
    ///
    /// - Returns: The entries; `nil` for more to do.
    func entries(
        inBranch name: String, _ page: inout BranchPage<State, Action, Effect>, _ slice: TimeSlice
    ) throws(HistoryError) -> [BranchEntry<Action, Effect>]? {
        let branch = branches[try branchIndex(name)]
        while page.point.seq < page.last {
            try addEntry(of: branch, to: &page, slice)
            if slice.isOver, page.point.seq < page.last { return nil }
        }
        return page.entries
    }

    private func addEntry(
        of branch: Branch<State, Action>, to page: inout BranchPage<State, Action, Effect>, _ slice: TimeSlice
    ) throws(HistoryError) {
        // Holding on to this state while the reducer runs costs it a copy.
        let before = page.withChanges ? page.point.state : nil
        var found: BranchEntry<Action, Effect>?
        _ = try advance(&page.point, in: branch, to: page.point.seq + 1, slice) { item, effects, error in
            found = entry(item, effects, error, in: branch)
        }
        guard let found else { return }
        let changes = before.flatMap {
            try? StateComparison.changes(from: $0, to: page.point.state, source.mode.redaction)
        }
        page.entries.append(found.with(changes))
    }

    private func entry(
        _ item: BranchItem<State, Action>, _ effects: [Effect], _ error: String?, in branch: Branch<State, Action>
    ) -> BranchEntry<Action, Effect> {
        let rejection = item.action == nil ? nil : error
        guard let live = item.originSeq, !branch.plan.isOwn(item.seq),
            let logged = source.log.entry(at: live - source.start - 1, seq: live)
        else {
            return BranchEntry(
                entry: Entry(
                    seq: item.seq, time: branch.time, action: item.action?.pointee, origin: .inspector, cause: nil,
                    effects: effects, source: nil, durationNanos: nil, rejection: rejection),
                originSeq: item.originSeq, isEdited: true, error: error, changes: nil)
        }
        // The cause of a restore is the number whose state it is, which is the log's.
        let cause = logged.action == nil ? logged.cause : logged.cause.flatMap { branch.plan.seq(ofLive: $0) }
        return BranchEntry(
            entry: Entry(
                seq: item.seq, time: logged.time, action: logged.action, origin: logged.origin, cause: cause,
                effects: effects, source: logged.source, durationNanos: nil, rejection: rejection,
                editedFrom: logged.editedFrom, note: logged.note),
            originSeq: live, isEdited: item.isEdited, error: error, changes: nil)
    }
}
