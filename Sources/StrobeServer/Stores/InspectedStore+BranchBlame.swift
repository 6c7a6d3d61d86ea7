internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension InspectedStore {
    /// How many entries of a branch are examined between checks of the clock.
    private static var page: Int { 64 }
    /// The time limit of a request.
    private static var patience: Duration { .seconds(2) }

    func blame(_ path: Path, inBranch name: String, at seq: Int?, limit: Int) async throws -> StateBlame.Result {
        let branch = try await adapter.history.branch(name)
        if let seq, seq <= branch.base { return try await blame(path, at: seq, limit: limit) }
        let deadline = ContinuousClock.now + Self.patience
        // The history checks that this place exists in the branch.
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
        // Entries before the branch are in the log, with the same numbers.
        let rest = try await blame(path, at: branch.base, limit: limit - found.count)
        return StateBlame.Result(path: path, seq: end, entries: found + rest.entries, from: rest.from, next: rest.next)
    }
}
