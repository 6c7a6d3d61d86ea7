internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

extension HistoryJump: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let seq = try store.checked(seq, "seq")
        try store.checkRestoring()
        let past = try await store.adapter.history.state(at: seq)
        return try await store.restore(
            store.adapter.history.safety.copied(past.state), of: past.seq, note: nil, ifSeq: ifSeq)
    }
}

extension HistoryReset: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try store.checkRestoring()
        let first = try await store.adapter.history.state(at: store.firstSeq)
        return try await store.restore(first.state, of: first.seq, note: OwnNote.reset, ifSeq: nil)
    }
}

extension HistoryCommit: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let seq = try store.checked(seq, "seq")
        try store.checkRunning()
        try await store.adapter.history.commit(seq)
        return Result(seq: store.seq, firstSeq: store.firstSeq)
    }
}

extension HistoryVerify: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        if let result = try await store.adapter.verify(from: from, to: to) { return result }
        let result = try await store.adapter.history.verify(from: from, to: to)
        return Result(
            seq: result.seq, from: result.from, checked: result.checked,
            divergence: result.divergence.map(store.describe))
    }
}

extension HistoryReplay: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        try store.checkRunning()
        try await store.adapter.history.setReplaying(on)
        let description = store.description
        return Result(
            replay: description.capabilities.replay, seq: description.seq, firstSeq: description.firstSeq)
    }
}

extension InspectedStore {
    /// Refuses a store that is read-only, or whose state cannot be replaced.
    fileprivate func checkRestoring() throws(ProtocolError) {
        try checkRunning()
        guard adapter.canRestore else {
            throw ProtocolError(.notSupported, "The store \(id) cannot restore a state.")
        }
    }

    /// Replaces the live state by a past one.
    ///
    /// - Parameter ifSeq: The seq that the store must be at; `nil` for any.
    fileprivate func restore(
        _ state: Adapter.State, of seq: Int, note: String?, ifSeq: Int?
    ) async throws -> StateReplacement {
        do {
            let new = try await withoutHidden {
                try await adapter.restore(state, origin: .restore, from: seq, note: note, ifSeq: ifSeq)
            }
            return await replacement(new)
        } catch let error as StoreError where error.code == .stale {
            throw ProtocolError.stale(ifSeq: ifSeq ?? 0, seq: self.seq)
        }
    }
}
