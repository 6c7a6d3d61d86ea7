internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension StateBlame: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try await store.checkBlamed(path)
        let limit = min(limit ?? Self.defaultLimit, store.limits.page)
        let point = try store.position(of: at, "at")
        var result: Result
        do {
            result =
                switch point {
                case .live: try await store.blame(path, at: nil, limit: limit)
                case .seq(let seq): try await store.blame(path, at: seq, limit: limit)
                case .branch(let name, let seq): try await store.blame(path, inBranch: name, at: seq, limit: limit)
                }
        } catch let error as HistoryError where error.tree?.code == .noSuchPath {
            // The path may exist and be redacted.
            guard try await store.hides(path, at: [point]) else { throw error }
            let seq = try await store.state(at: point).seq
            return Result(path: path, seq: seq, entries: [], from: seq, incomplete: .hidden)
        }
        // A value redacted earlier and not at that point was removed by one of the entries.
        let points = [point] + result.entries.map { point.before($0.entry.seq) }
        if try await store.hides(path, at: points) { result.incomplete = .hidden }
        return result
    }
}

extension Position {
    /// The state before an entry of the same branch, or of the log.
    fileprivate func before(_ seq: Int) -> Position {
        if case .branch(let name, _) = self { .branch(name, at: seq - 1) } else { .seq(seq - 1) }
    }
}

extension InspectedStore {
    /// Refuses a path that can never exist, and suggests a similar one.
    fileprivate func checkBlamed(_ path: Path) async throws {
        do {
            try await check(path, of: "path")
        } catch let error as ProtocolError where error.code == .invalidParams {
            var there = try? await state(at: .live).node
            for token in path.tokens {
                guard let child = try? there?.child(token) else { break }
                there = child
            }
            var data: Value.Object = ["path": .string(there?.path.pointer ?? "")]
            data["suggestion"] = error.data["suggestion"]
            throw ProtocolError(.noSuchPath, error.message, data: data)
        }
    }

    /// The entries that changed the value at a path, newest first.
    fileprivate func blame(_ path: Path, at seq: Int?, limit: Int) async throws -> StateBlame.Result {
        let blame = try await adapter.history.blame(path, at: seq, limit: limit)
        let blamed = blame.lines.compactMap { line in (try? adapter.history.entry(line.seq)).map { (line, $0) } }
        let quotable = await quotable(blamed.map { $0.1 })
        let entries = blamed.map { line, entry in
            var shown = logEntry(entry, quotable)
            shown.changed = true
            return BlamedEntry(entry: shown, changes: sendable(line.changes))
        }
        return StateBlame.Result(path: path, seq: blame.seq, entries: entries, from: blame.from, next: blame.next)
    }

    /// How many entries of a branch are examined between checks of the clock.
    private static var page: Int { 64 }
    /// The time limit of a request.
    private static var patience: Duration { .seconds(2) }

    /// The same for a branch: its own entries, then those of the log before it.
    fileprivate func blame(_ path: Path, inBranch name: String, at seq: Int?, limit: Int) async throws
        -> StateBlame.Result
    {
        let branch = try await adapter.history.branch(name)
        if let seq, seq <= branch.base { return try await blame(path, at: seq, limit: limit) }
        let deadline = ContinuousClock.now + Self.patience
        // The history checks that this position exists in the branch.
        let end = try await state(at: .branch(branch.id, at: seq)).seq
        var found: [BlamedEntry] = []
        var next = end
        while next > branch.base {
            try Task.checkCancellation()
            let first = max(branch.base + 1, next - Self.page + 1)
            for line in try await entries(first...next, inBranch: branch.id).reversed() {
                let there = (line.changes ?? []).filter { $0.alters(path) ?? true }
                guard !there.isEmpty else { continue }
                found.append(BlamedEntry(entry: line.entry, changes: sendable(there)))
                if found.count == limit {
                    return StateBlame.Result(
                        path: path, seq: end, entries: found, from: line.entry.seq, next: line.entry.seq - 1)
                }
            }
            next = first - 1
            guard deadline > .now else {
                return StateBlame.Result(path: path, seq: end, entries: found, from: first, next: next)
            }
        }
        // Entries before the branch are in the log, with the same seqs.
        let rest = try await blame(path, at: branch.base, limit: limit - found.count)
        return StateBlame.Result(path: path, seq: end, entries: found + rest.entries, from: rest.from, next: rest.next)
    }
}
