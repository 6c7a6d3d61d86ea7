internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension InspectedStore {
    /// How many edits of a branch are reported.
    private static var describedEdits: Int { 100 }
    /// How many of the needed entries are reported.
    private static var describedSeqs: Int { 10_000 }

    func makeBranch(_ request: BranchCreate) async throws -> BranchDescription {
        try checkRunning()
        var edits: [BranchEdit<Adapter.Action>] = []
        for (index, edit) in request.edits.enumerated() {
            do throws(ProtocolError) {
                edits.append(try read(edit))
            } catch {
                var error = error
                error.message = "Edit \(index + 1) of the branch: \(error.message)"
                throw error
            }
        }
        let branch = try await adapter.history.makeBranch(
            edits: edits, from: request.from, to: request.to, name: request.name)
        return describe(branch)
    }

    private func read(_ edit: BranchEditDescription) throws(ProtocolError) -> BranchEdit<Adapter.Action> {
        switch edit {
        case .skip(let seqs): .skip(seqs)
        case .replace(let seq, let action): .replace(seq, try self.read(action))
        case .insert(let before, let action): .insert(try self.read(action), before: before)
        case .move(let seq, let before): .move(seq, before: before)
        }
    }

    func branches() async throws -> [BranchDescription] {
        try await adapter.history.branches().map(describe)
    }

    func branch(_ name: String) async throws -> BranchDescription {
        describe(try await adapter.history.branch(name))
    }

    func dropBranch(_ name: String) async throws -> BranchDescription {
        describe(try await adapter.history.dropBranch(name))
    }

    func adoptBranch(_ name: String, ifSeq: Int?) async throws -> BranchAdopt.Result {
        guard adapter.canRestore else {
            throw ProtocolError(
                .notSupported, "The store \(id) cannot restore a state.")
        }
        let branch = try await adapter.history.branch(name)
        let end = try await adapter.history.state(inBranch: branch.id)
        try Task.checkCancellation()
        do {
            let new = try await adapter.restore(
                adapter.history.safety.copied(end.state), origin: .restore, from: nil,
                note: Self.adoptionNote(branch.name ?? branch.id), ifSeq: ifSeq)
            return await replacement(new)
        } catch let error as StoreError where error.code == .stale {
            throw ProtocolError.stale(ifSeq: ifSeq ?? 0, seq: seq)
        }
    }

    func entries(_ seqs: ClosedRange<Int>, inBranch name: String) async throws -> [DetailedEntry] {
        let entries = try await adapter.history.entries(
            inBranch: name, from: seqs.lowerBound, limit: seqs.count, withChanges: true)
        // A branch goes through states of its own.
        let state: (Int) async -> Adapter.State? = { try? await adapter.history.state(inBranch: name, at: $0).state }
        let quotable = await quotable(entries.map(\.entry), states: state)
        var hiding = Hiding(state)
        var detailed: [DetailedEntry] = []
        for entry in entries {
            var shown = logEntry(entry.entry, quotable)
            shown.note(
                await told(entry.changes, of: shown.seq, isRejected: entry.error != nil, &hiding))
            shown.originSeq = entry.originSeq
            shown.edited = entry.isEdited ? true : nil
            shown.error = entry.error.map {
                describe(rejection: $0, isQuotable: entry.entry.rejection == nil || quotable.contains(shown.seq))
            }
            // The cause is an entry of the branch, and no time passes there.
            shown.afterMicros = nil
            detailed.append(DetailedEntry(entry: shown, changes: entry.changes))
        }
        return detailed
    }

    func minimize(_ condition: Condition, from: Int?, to: Int?) async throws -> HistoryMinimize.Result {
        try checkRunning()
        let least = try await adapter.history.minimize(
            condition, from: from, to: to, label: { [actions] in actions.describe($0).label },
            form: { [actions, limits] in actions.describe($0, limits: limits.tree).value })
        let branch = least.branch
        let first = branch.base + 1
        var entries: [DetailedEntry] = []
        if first <= branch.seq {
            entries = try await self.entries(first...min(branch.seq, branch.base + limits.page), inBranch: branch.id)
        }
        return HistoryMinimize.Result(
            branch: describe(branch), kept: Array(least.kept.prefix(Self.describedSeqs)), count: least.kept.count,
            tests: least.tests, minimal: least.isMinimal, entries: entries.map(\.entry))
    }

    // MARK: Describing

    private func describe(_ branch: BranchInfo<Adapter.Action>) -> BranchDescription {
        let more = branch.edits.count - Self.describedEdits
        return BranchDescription(
            id: branch.id, name: branch.name, base: branch.base, from: branch.from, to: branch.to, seq: branch.seq,
            errors: branch.errorCount, firstError: branch.firstErrorSeq,
            edits: branch.edits.prefix(Self.describedEdits).map(text), more: more > 0 ? more : nil)
    }

    /// An edit as it would be typed.
    private func text(_ edit: BranchEdit<Adapter.Action>) -> String {
        switch edit {
        case .skip(let seqs):
            seqs.lowerBound == seqs.upperBound
                ? "skip \(seqs.lowerBound)" : "skip \(seqs.lowerBound)..\(seqs.upperBound)"
        case .replace(let seq, let action): "replace \(seq) \(actions.describe(action).label)"
        case .insert(let action, let before): "insert \(before) \(actions.describe(action).label)"
        case .move(let seq, let before): "move \(seq) before \(before)"
        }
    }
}
