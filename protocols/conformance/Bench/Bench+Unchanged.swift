internal import StrobeTree

/// The states of the stores, for comparison.
struct StoreSnapshot: Sendable {
    var seqs: [String: Int64] = [:]
    var states: [String: (seq: Int64, value: Value)] = [:]
}

extension Bench {
    /// The current states of the stores.
    func snapshot(_ peer: TriedConnection) async throws -> StoreSnapshot {
        var snapshot = StoreSnapshot()
        for store in try await peer.ask("store/list")["stores"]?.list ?? [] {
            guard let id = store["id"]?.text, let seq = store["seq"]?.integer else { continue }
            snapshot.seqs[id] = seq
            guard facts.methods.contains("state/get") else { continue }
            let request = try await peer.post("state/get", ["store": .string(id)])
            if case .result(let result) = try await peer.answer(to: request).content,
                let seq = result["seq"]?.integer, let value = result["value"]
            {
                snapshot.states[id] = (seq, value)
            }
        }
        return snapshot
    }

    /// Fails if a client has changed a store since the snapshot.
    ///
    /// Changes by the program itself, and by its effects, are allowed.
    func expectUnchanged(_ before: StoreSnapshot, _ peer: TriedConnection, after what: String) async throws {
        let now = try await snapshot(peer)
        for (id, seq) in before.seqs {
            guard let later = now.seqs[id], later != seq else {
                if let old = before.states[id], let new = now.states[id], old.seq == new.seq, old.value != new.value {
                    throw Finding.failed(
                        "The state of \(id) changed after \(what).", expected: JSON.text(old.value), got: new.value)
                }
                continue
            }
            guard later > seq, facts.methods.contains("log/list") else {
                throw Finding.failed(
                    "The store \(id) has another seq after \(what).", expected: "\(seq)", got: "\(later)")
            }
            for entry in try await peer.entries(of: .string(id), after: seq) {
                try expect(
                    ["app", "effect"].contains(entry["origin"]?.text), "The store \(id) changed after \(what).",
                    expected: "no transition requested by a client", got: entry)
            }
        }
    }
}
