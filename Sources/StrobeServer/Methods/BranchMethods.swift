internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree
internal import Synchronization

extension BranchCreate: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try await store.withRoomForBranch(of: session) {
            try store.checkRunning()
            let branch = try await store.adapter.history.makeBranch(
                edits: try store.read(edits), from: from, to: to, name: name)
            return (Result(branch: store.describe(branch)), branch.id)
        }
    }
}

extension BranchList: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        Result(branches: try await store.adapter.history.branches().map(store.describe))
    }
}

extension BranchAdopt: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        guard store.adapter.canRestore else {
            throw ProtocolError(
                .notSupported, "The store \(store.id) cannot restore a state.")
        }
        let branch = try await store.adapter.history.branch(id)
        let end = try await store.adapter.history.state(inBranch: branch.id)
        try Task.checkCancellation()
        do {
            let new = try await store.adapter.restore(
                store.adapter.history.safety.copied(end.state), origin: .restore, from: nil,
                note: OwnNote.adoption(of: branch.name ?? branch.id), ifSeq: ifSeq)
            return await store.replacement(new)
        } catch let error as StoreError where error.code == .stale {
            throw ProtocolError.stale(ifSeq: ifSeq ?? 0, seq: store.seq)
        }
    }
}

extension BranchDelete: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let history = store.adapter.history
        let branch = try await history.branch(id)
        try store.sharing.branches.withLock { share throws(ProtocolError) in try share.check(branch.id, by: session) }
        let dropped = try await history.dropBranch(branch.id)
        store.sharing.branches.withLock { $0.remove(branch.id) }
        return Result(branch: store.describe(dropped))
    }
}

extension InspectedStore {
    /// The edits of a branch, with their actions decoded.
    fileprivate func read(_ descriptions: [BranchEditDescription]) throws(ProtocolError) -> [BranchEdit<Adapter.Action>]
    {
        var edits: [BranchEdit<Adapter.Action>] = []
        for (index, edit) in descriptions.enumerated() {
            do throws(ProtocolError) {
                edits.append(try read(edit))
            } catch {
                var error = error
                error.message = "Edit \(index + 1) of the branch: \(error.message)"
                throw error
            }
        }
        return edits
    }

    private func read(_ edit: BranchEditDescription) throws(ProtocolError) -> BranchEdit<Adapter.Action> {
        switch edit {
        case .skip(let seqs): .skip(seqs)
        case .replace(let seq, let action): .replace(seq, try self.read(action))
        case .insert(let before, let action): .insert(try self.read(action), before: before)
        case .move(let seq, let before): .move(seq, before: before)
        }
    }
}
