internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension LogList: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let count = min(limit ?? Self.defaultLimit, store.limits.page)
        if let path = filter?.path { try await store.check(path, of: "filter/path", isWatched: true) }
        var result =
            if let branch {
                try await page(of: branch, in: store, limit: count)
            } else {
                try await page(of: store, limit: count)
            }
        if let path = filter?.path, try await hides(path, in: store, result) { result.incomplete = .hidden }
        return result
    }

    /// Whether a value at a path is redacted, before or after an entry of a page or at the end of the page.
    private func hides(_ path: Path, in store: InspectedStore<some StoreAdapter>, _ page: Result) async throws -> Bool {
        func point(_ seq: Int) -> Position { branch.map { .branch($0, at: seq) } ?? .seq(seq) }
        // A value redacted earlier and not at the end was removed by one of the entries.
        let end = page.next.map { point($0 - 1) } ?? to.map { point(min($0, page.seq)) }
        let last = end ?? branch.map { .branch($0) } ?? .live
        return try await store.hides(path, at: [last] + page.entries.map { point($0.seq - 1) })
    }

    private func page(of store: InspectedStore<some StoreAdapter>, limit count: Int) async throws -> Result {
        let last = store.seq
        let first = store.baseSeq + 1
        let bounds = max(from ?? first, first)...max(from ?? first, first, min(to ?? last, last))
        guard bounds.lowerBound <= min(to ?? last, last) else {
            // Notes may precede the first entry of the log, or be all that is left.
            let notes =
                last < first && from ?? first <= first && to ?? last >= last ? store.notes(in: last...last) : []
            return Result(
                seq: last, entries: [], firstSeq: first > 1 ? first : nil, notes: notes.isEmpty ? nil : notes)
        }
        var scan = LogScan(self, count: count, rest: bounds, limits: store.limits)
        try await scan.run(gap: store.adapter.gap) { seq, path in
            try await store.isChanged(from: .seq(seq - 1), to: .seq(seq), at: path)
        } read: { seqs, detail in
            await store.entries(seqs, changes: detail)
        }
        let (next, previous) = (scan.next(in: bounds), scan.previous(in: bounds, from: first))
        // The first page of the log includes the notes before its first entry.
        let covered = (previous.map { $0 + 1 } ?? first - 1)...(next.map { $0 - 1 } ?? bounds.upperBound)
        let notes = store.notes(in: covered.clamped(to: bounds.lowerBound - 1...bounds.upperBound))
        return Result(
            seq: last, entries: scan.entries, next: next, previous: previous, firstSeq: first > 1 ? first : nil,
            notes: notes.isEmpty ? nil : notes)
    }

    /// A page of the entries of a branch.
    private func page(
        of name: String, in store: InspectedStore<some StoreAdapter>, limit: Int
    ) async throws -> Result {
        let branch = try await store.adapter.history.branch(name)
        let first = branch.base + 1
        let (start, end) = (max(from ?? first, first), min(to ?? branch.seq, branch.seq))
        guard start <= end else { return Result(seq: branch.seq, entries: []) }
        var scan = LogScan(self, count: limit, rest: start...end, limits: store.limits)
        try await scan.run { seq, path in
            try await store.isChanged(
                from: .branch(branch.id, at: seq - 1), to: .branch(branch.id, at: seq), at: path)
        } read: { seqs, _ in
            try await store.entries(seqs, inBranch: branch.id)
        }
        return Result(
            seq: branch.seq, entries: scan.entries, next: scan.next(in: start...end),
            previous: scan.previous(in: start...end, from: first))
    }
}

extension LogGet: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let entry =
            if let branch {
                try await entry(of: branch, in: store)
            } else {
                try await store.entry(store.checked(seq, "seq"))
            }
        return Result(
            entry: entry.entry, changes: store.sendable(entry.changes),
            notes: branch == nil ? store.notes(on: seq, causes: [seq]) : nil)
    }

    /// One entry of a branch.
    private func entry(
        of name: String, in store: InspectedStore<some StoreAdapter>
    ) async throws -> DetailedEntry {
        let branch = try await store.adapter.history.branch(name)
        guard seq > branch.base, seq <= branch.seq,
            let entry = try await store.entries(seq...seq, inBranch: branch.id).first
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

extension LogSearch: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let query = try SearchQuery(query, isRegex: regex == true)
        let last = store.seq
        let first = max(from ?? 1, store.baseSeq + 1)
        let end = min(to ?? last, last)
        guard first <= end else { return Result(seq: last, matches: []) }
        var seeker = LogSeeker(query, limit: min(limit ?? Self.defaultLimit, store.limits.page))
        let next = try await seeker.run(on: store, first...end)
        return Result(seq: last, matches: seeker.matches, next: next)
    }
}
