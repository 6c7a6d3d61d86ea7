import StrobeProtocol
import StrobeTree

extension ScriptedPeer {
    /// Answers requests about branches: edits are stored unchanged, and the entries are those of the log.
    func branchAnswer(_ method: String, _ params: Value.Object, _ id: RequestID) throws -> Envelope? {
        switch method {
        case BranchCreate.method:
            let request = try BranchCreate(params: params)
            let branch = BranchDescription(
                id: String(branches.count + 1), name: request.name, base: 1, from: request.from ?? 2,
                to: request.to ?? seq, seq: seq, errors: request.edits.count > 3 ? 1 : 0,
                firstError: request.edits.count > 3 ? 2 : nil, edits: request.edits.map { "\($0)" })
            branches.append(branch)
            return try .result(id: id, of: BranchCreate.Result(branch: branch))
        case BranchList.method: return try .result(id: id, of: BranchList.Result(branches: branches))
        case BranchAdopt.method:
            let before = states[states.count - 1]
            _ = try branch(try BranchAdopt(params: params).id)
            append("restore", states[1])
            return try .result(id: id, of: BranchAdopt.Result(seq: seq, changes: changes(before, states[1])))
        case BranchDelete.method:
            let branch = try branch(try BranchDelete(params: params).id)
            branches.removeAll { $0.id == branch.id }
            return try .result(id: id, of: BranchDelete.Result(branch: branch))
        case HistoryMinimize.method:
            let request = try HistoryMinimize(params: params)
            let branch = BranchDescription(
                id: "9", base: 0, from: request.from ?? 1, to: request.to ?? seq, seq: 2, edits: ["skip 1..2"])
            branches.append(branch)
            return try .result(
                id: id,
                of: HistoryMinimize.Result(
                    branch: branch, kept: [2, 3], count: 2, tests: 12, minimal: true, entries: branchEntries))
        default: return nil
        }
    }

    /// The entries of every branch: the second and third of the log, and one of its own.
    var branchEntries: [LogEntry] {
        (2...3).map { seq in
            var entry = entry(seq)
            (entry.originSeq, entry.seq) = (seq, seq - 1)
            entry.edited = seq == 3 ? true : nil
            return entry
        }
    }

    func branch(_ name: String) throws -> BranchDescription {
        guard let branch = branches.first(where: { $0.id == name || $0.name == name }) else {
            throw ProtocolError(.invalidParams, "There is no branch \(name).")
        }
        return branch
    }
}
