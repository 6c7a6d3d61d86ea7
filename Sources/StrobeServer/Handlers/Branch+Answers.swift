internal import StrobeHistory
internal import StrobeProtocol
internal import Synchronization

extension BranchCreate: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        return try await feed.withRoomForBranch(of: session) {
            let branch = try await feed.target.makeBranch(self)
            return (Result(branch: branch), branch.id)
        }
    }
}

extension BranchList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        Result(branches: try await session.feed(for: store).target.branches())
    }
}

extension BranchAdopt: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        let result = try await feed.target.adoptBranch(id, ifSeq: ifSeq)
        await feed.waitUntilTold(result.seq)
        return result
    }
}

extension BranchDelete: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        let branch = try await feed.target.branch(id)
        try feed.branchShare.withLock { share throws(ProtocolError) in try share.check(branch.id, by: session) }
        let dropped = try await feed.target.dropBranch(branch.id)
        feed.branchShare.withLock { $0.remove(branch.id) }
        return Result(branch: dropped)
    }
}

extension HistoryMinimize: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        let target = feed.target
        _ = try target.seq(of: from.map { .seq($0) }, "from")
        _ = try target.seq(of: to.map { .seq($0) }, "to")
        let condition = try await target.condition(of: "condition", condition)
        return try await feed.withRoomForBranch(of: session) {
            let result = try await target.minimize(condition, from: from, to: to)
            return (result, result.branch.id)
        }
    }
}

extension StoreSubscriptions {
    /// Makes a branch for a session, within its limit.
    ///
    /// - Parameter make: Creates it and returns its id.
    fileprivate func withRoomForBranch<Result>(
        of session: ClientSession, _ make: () async throws -> (result: Result, branch: String)
    ) async throws -> Result {
        // No branch has this name: it is a placeholder for the one being created.
        let key = "new \(ObjectIdentifier(session).hashValue)"
        let leaving = try branchShare.withLock { share throws(ProtocolError) in try share.take(key, by: session) }
        do {
            if let leaving { _ = try? await target.dropBranch(leaving) }
            let (result, branch) = try await make()
            branchShare.withLock { $0.rename(key, to: branch) }
            return result
        } catch {
            branchShare.withLock { $0.remove(key) }
            throw error
        }
    }
}

extension LogList {
    /// A page of the entries of a branch.
    func page(
        of name: String, of target: any AnyInspectedStore, limit: Int, limits: SessionLimits
    ) async throws -> Result {
        let branch = try await target.branch(name)
        let first = branch.base + 1
        let (start, end) = (max(from ?? first, first), min(to ?? branch.seq, branch.seq))
        guard start <= end else { return Result(seq: branch.seq, entries: []) }
        var scan = LogScan(self, count: limit, rest: start...end, limits: limits)
        try await scan.run { seq, path in
            try await target.isChanged(
                from: .branch(branch.id, at: seq - 1), to: .branch(branch.id, at: seq), at: path)
        } read: { seqs, _ in
            try await target.entries(seqs, inBranch: branch.id)
        }
        return Result(
            seq: branch.seq, entries: scan.entries, next: scan.next(in: start...end),
            previous: scan.previous(in: start...end, from: first))
    }
}

extension LogGet {
    /// One entry of a branch.
    func entry(of name: String, of target: any AnyInspectedStore) async throws -> DetailedEntry {
        let branch = try await target.branch(name)
        guard seq > branch.base, seq <= branch.seq,
            let entry = try await target.entries(seq...seq, inBranch: branch.id).first
        else {
            throw ProtocolError(
                .invalidParams,
                "Branch \(name) has the entries \(branch.base + 1) to \(branch.seq); `seq` is \(seq)."
                    + (seq <= branch.base ? " Earlier entries are in the log." : ""),
                data: ["path": "/seq", "seq": .int(Int64(branch.seq))])
        }
        return entry
    }
}
