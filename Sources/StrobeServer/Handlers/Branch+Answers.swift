internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension BranchCreate: Answering {
    func answer(in session: Session) async throws -> Result {
        Result(branch: try await session.feed(for: store).target.makeBranch(self))
    }
}

extension BranchList: Answering {
    func answer(in session: Session) async throws -> Result {
        Result(branches: try await session.feed(for: store).target.branches())
    }
}

extension BranchAdopt: Answering {
    func answer(in session: Session) async throws -> Result {
        let feed = try session.feed(for: store)
        let result = try await feed.target.adoptBranch(id, ifSeq: ifSeq)
        await feed.waitUntilTold(result.seq)
        return result
    }
}

extension BranchDelete: Answering {
    func answer(in session: Session) async throws -> Result {
        Result(branch: try await session.feed(for: store).target.dropBranch(id))
    }
}

extension HistoryMinimize: Answering {
    func answer(in session: Session) async throws -> Result {
        let target = try session.feed(for: store).target
        _ = try target.seq(of: from.map { .seq($0) }, "from")
        _ = try target.seq(of: to.map { .seq($0) }, "to")
        return try await target.minimize(Condition(of: "condition", condition), from: from, to: to)
    }
}

extension LogList {
    /// A page of the entries of a branch.
    func page(
        of name: String, of target: any Target, limit: Int, limits: SessionLimits
    ) async throws -> Result {
        let branch = try await target.branch(name)
        let first = branch.base + 1
        let (start, end) = (max(from ?? first, first), min(to ?? branch.seq, branch.seq))
        guard start <= end else { return Result(seq: branch.seq, entries: []) }
        var scan = LogScan(self, count: limit, rest: start...end, limits: limits)
        try await scan.run { seqs, _ in try await target.entries(seqs, inBranch: branch.id) }
        return Result(
            seq: branch.seq, entries: scan.entries, next: scan.next(in: start...end),
            previous: scan.previous(in: start...end, from: first))
    }
}

extension LogGet {
    /// One entry of a branch.
    func entry(of name: String, of target: any Target) async throws -> DetailedEntry {
        let branch = try await target.branch(name)
        guard seq > branch.base, seq <= branch.seq,
            let entry = try await target.entries(seq...seq, inBranch: branch.id).first
        else {
            throw ProtocolError(
                .invalidParams,
                "Branch \(name) has the entries \(branch.base + 1) to \(branch.seq); `seq` is \(seq)."
                    + (seq <= branch.base ? " What comes before is in the log." : ""),
                data: ["path": "/seq", "seq": .int(Int64(branch.seq))])
        }
        return entry
    }
}
