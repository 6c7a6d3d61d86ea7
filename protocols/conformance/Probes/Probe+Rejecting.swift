internal import StrobeTree

extension Probe {
    /// Section 5: rejected actions.
    static let rejecting: [Probe] = [
        Probe("action.rejected", needs: [.control, .action]) { bench in
            let peer = try await bench.session()
            for candidate in try await Candidate.all(bench, peer) {
                if try await isRejected(candidate, bench, peer) { return }
            }
            // An action that is legal in one state may be illegal in the next; mostly machines reject actions.
            let stores =
                bench.facts.stores.filter { $0["kind"] == "machine" }
                + bench.facts.stores.filter { $0["kind"] != "machine" }
            for store in stores.compactMap({ $0["id"] }) {
                guard [nil, store.text].contains(bench.options.store) else { continue }
                let moves = try await Candidate.all(bench, peer, of: [store])
                // Those without effects first: the results of effects are unknown.
                let quiet = moves.filter { $0.trial["effects"] == [] }
                let loud = moves.filter { $0.trial["effects"] != [] }
                for move in (quiet + loud).prefix(moveLimit) {
                    _ = try await move.dispatch(peer)
                    for candidate in try await Candidate.all(bench, peer, of: [store]) {
                        if try await isRejected(candidate, bench, peer) { return }
                    }
                }
            }
            throw Finding.skipped("no store rejects an action made from its schema")
        }
    ]

    /// The number of actions dispatched to a store to find a state in which another is illegal.
    private static let moveLimit = 6

    /// Whether an action is rejected as its dry run was, and in the right way.
    private static func isRejected(_ candidate: Candidate, _ bench: Bench, _ peer: TriedConnection) async throws -> Bool
    {
        guard candidate.trial["error"] != nil, let seq = candidate.trial["seq"]?.integer else { return false }
        let answer = try await candidate.dispatch(peer, ifSeq: .int(seq))
        // The program continued meanwhile, or the store does not count.
        if answer.refusalCode == -32801 { return false }
        try expect(
            answer.refusalCode == nil, "An action that the store rejects is answered with an error.",
            expected: "a result with the reason in error", got: answer.value)
        let result = answer.value["result"]
        if result?["held"] != nil { return false }
        try expect(
            result?["error"]?.text?.isEmpty == false, "A dispatch is not rejected like its dry run.",
            expected: JSON.text(candidate.trial["error"] ?? .null), got: answer.value)
        try expect(
            result?["seq"] == .int(seq + 1), "A rejected action is not a transition.",
            expected: "seq \(seq + 1)", got: answer.value)
        try expect(
            result?["changed"] == false && result?["effects"] == [] && [nil, []].contains(result?["changes"]),
            "A rejected action changes something, or has effects.",
            expected: "changed false, no changes, no effects", got: answer.value)
        if bench.facts.methods.contains("log/get") {
            let entry = try await peer.ask("log/get", ["store": candidate.store, "seq": .int(seq + 1)])["entry"]
            try expect(
                entry?["error"] == result?["error"] && entry?["changed"] != true && entry?["effects"] == [],
                "The entry of a rejected action differs from its answer.",
                expected: "error \(JSON.text(result?["error"] ?? .null)), no effects", got: entry)
        }
        guard bench.facts.methods.contains("state/get") else { return true }
        let ids = try await peer.post(
            [seq, seq + 1].map { ("state/get", ["store": candidate.store, "at": .int($0)]) })
        let (before, after) = (try await peer.answer(to: ids[0]), try await peer.answer(to: ids[1]))
        // Past states may have been dropped.
        guard let old = before.value["result"]?["value"], let new = after.value["result"]?["value"] else { return true }
        try expect(
            old == new, "The state after a rejected action is different.", expected: JSON.text(old), got: new)
        return true
    }
}
