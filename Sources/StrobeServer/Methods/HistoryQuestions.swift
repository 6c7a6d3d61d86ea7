internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension HistoryFind: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let to = try store.checked(to, "to") ?? store.seq
        let from = try store.checked(from, "from")
        guard from ?? 0 <= to else { throw wrong("from", isAfter: to) }
        let condition = try await store.condition(
            of: "condition", condition, at: [.seq(from ?? store.baseSeq), .seq(to)])
        let (actions, limits) = (store.actions, store.limits.tree)
        let found = try await store.adapter.history.find(
            condition, from: from, to: to, last: last ?? false, monotone: monotone ?? false,
            mayHide: { store.redaction.mayHide(at: $0, in: store.certainShape) },
            label: { actions.describe($0).label }, form: { actions.describe($0, limits: limits).value },
            reason: store.reason)
        var entry: DetailedEntry?
        if let seq = found.seq, seq > store.baseSeq { entry = try? await store.entry(seq) }
        return Result(
            seq: found.seq, entry: entry?.entry, tests: found.tests, from: found.range.lowerBound,
            to: found.range.upperBound, incomplete: found.hidesChanges ? .hidden : nil)
    }

    private func wrong(_ parameter: String, isAfter to: Int) -> ProtocolError {
        ProtocolError(
            .invalidParams, "The range begins with `\(parameter)`, which is after its end, \(to).",
            data: ["path": .string("/\(parameter)"), "expected": .string("a seq up to \(to)")])
    }
}

extension HistoryMinimize: StoreMethod {
    /// The maximum number of needed entries reported.
    private static var describedSeqs: Int { 10_000 }

    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let from = try store.checked(from, "from")
        let to = try store.checked(to, "to")
        let condition = try await store.condition(of: "condition", condition)
        return try await store.withRoomForBranch(of: session) {
            try store.checkRunning()
            let least = try await store.adapter.history.minimize(
                condition, from: from, to: to, label: { [actions = store.actions] in actions.describe($0).label },
                form: { [actions = store.actions, limits = store.limits.tree] in
                    actions.describe($0, limits: limits).value
                }, reason: store.reason)
            let branch = least.branch
            let first = branch.base + 1
            var entries: [DetailedEntry] = []
            if first <= branch.seq {
                entries = try await store.entries(
                    first...min(branch.seq, branch.base + store.limits.page), inBranch: branch.id)
            }
            let result = Result(
                branch: store.describe(branch), kept: Array(least.kept.prefix(Self.describedSeqs)),
                count: least.kept.count, tests: least.tests, minimal: least.isMinimal, entries: entries.map(\.entry))
            return (result, branch.id)
        }
    }
}
