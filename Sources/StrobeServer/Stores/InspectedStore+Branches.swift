internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree
internal import Synchronization

extension InspectedStore {
    /// The maximum number of edits of a branch reported.
    private static var describedEdits: Int { 100 }

    /// Creates a branch for a session, within its limit.
    ///
    /// - Parameter make: Creates it and returns its id.
    func withRoomForBranch<Result>(
        of session: any SessionIdentity, _ make: () async throws -> (result: Result, branch: String)
    ) async throws -> Result {
        // No branch has this name: it stands for the one being created.
        let key = "new \(session.id)"
        let leaving = try sharing.branches.withLock { share throws(ProtocolError) in try share.take(key, by: session) }
        do {
            if let leaving { _ = try? await adapter.history.dropBranch(leaving) }
            let (result, branch) = try await make()
            sharing.branches.withLock { $0.rename(key, to: branch) }
            return result
        } catch {
            sharing.branches.withLock { $0.remove(key) }
            throw error
        }
    }

    /// The entries of a range of a branch, by its own seqs, with their changes.
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
                await reported(entry.changes, of: shown.seq, isRejected: entry.error != nil, &hiding))
            shown.originSeq = entry.originSeq
            shown.edited = entry.isEdited ? true : nil
            shown.error = entry.error.map {
                describe(rejection: $0, isQuotable: entry.entry.rejection == nil || quotable.contains(shown.seq))
            }
            // The cause is an entry of the branch, and no time is measured there.
            shown.afterMicros = nil
            detailed.append(DetailedEntry(entry: shown, changes: entry.changes))
        }
        return detailed
    }

    // MARK: Describing

    func describe(_ branch: BranchInfo<Adapter.Action>) -> BranchDescription {
        let more = branch.edits.count - Self.describedEdits
        return BranchDescription(
            id: branch.id, name: branch.name, base: branch.base, from: branch.from, to: branch.to, seq: branch.seq,
            errors: branch.errorCount, firstError: branch.firstErrorSeq,
            edits: branch.edits.prefix(Self.describedEdits).map(text), more: more > 0 ? more : nil)
    }

    /// An edit, as typed.
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
