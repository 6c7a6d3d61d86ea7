internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension LogList: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.feed(for: store).target
        let count = min(limit ?? 100, session.server.configuration.limits.page)
        if let path = filter?.path { try await target.check(path, of: "filter/path", isWatched: true) }
        var result = try await page(of: target, limit: count, limits: session.server.configuration.limits)
        if let path = filter?.path, try await hides(path, in: target, result) { result.incomplete = .hidden }
        return result
    }

    /// Whether something at a path is hidden, before or after an entry of a page or at the end of the page.
    private func hides(_ path: Path, in target: any AnyInspectedStore, _ page: Result) async throws -> Bool {
        func point(_ seq: Int) -> Position { branch.map { .branch($0, at: seq) } ?? .seq(seq) }
        // Anything hidden earlier and not at the end was removed by one of the entries.
        let end = page.next.map { point($0 - 1) } ?? to.map { point(min($0, page.seq)) }
        let last = end ?? branch.map { .branch($0) } ?? .live
        return try await target.hides(path, at: [last] + page.entries.map { point($0.seq - 1) })
    }

    private func page(
        of target: any AnyInspectedStore, limit count: Int, limits: SessionLimits
    ) async throws -> Result {
        if let branch { return try await page(of: branch, of: target, limit: count, limits: limits) }
        let last = target.seq
        let first = target.baseSeq + 1
        let bounds = max(from ?? first, first)...max(from ?? first, first, min(to ?? last, last))
        guard bounds.lowerBound <= min(to ?? last, last) else {
            // Remarks may precede the first existing entry, or take its place.
            let notes =
                last < first && from ?? first <= first && to ?? last >= last ? target.notes(in: last...last) : []
            return Result(
                seq: last, entries: [], firstSeq: first > 1 ? first : nil, notes: notes.isEmpty ? nil : notes)
        }
        var scan = LogScan(self, count: count, rest: bounds, limits: limits)
        try await scan.run(gap: target.gap) { seq, path in
            try await target.isChanged(from: .seq(seq - 1), to: .seq(seq), at: path)
        } read: { seqs, detail in
            if case .merged(let count) = detail { return await target.entries(seqs, merging: count) }
            return await target.entries(seqs, withChanges: detail != .none)
        }
        let (next, previous) = (scan.next(in: bounds), scan.previous(in: bounds, from: first))
        // The page that begins the log includes what precedes its first entry.
        let covered = (previous.map { $0 + 1 } ?? first - 1)...(next.map { $0 - 1 } ?? bounds.upperBound)
        let notes = target.notes(in: covered.clamped(to: bounds.lowerBound - 1...bounds.upperBound))
        return Result(
            seq: last, entries: scan.entries, next: next, previous: previous, firstSeq: first > 1 ? first : nil,
            notes: notes.isEmpty ? nil : notes)
    }
}

extension LogGet: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.feed(for: store).target
        let entry: DetailedEntry
        if let branch {
            entry = try await self.entry(of: branch, of: target)
        } else {
            _ = try target.seq(of: .seq(seq), "seq")
            entry = try await target.entry(seq)
        }
        let limits = session.server.configuration.limits
        return Result(
            entry: entry.entry, changes: entry.changes.flatMap { limits.fit($0) ? $0 : nil },
            notes: branch == nil ? target.notes(on: seq, causes: [seq]) : nil)
    }
}
