internal import StrobeTree

extension Probe {
    /// Section 4: dropped states.
    static let past: [Probe] = [
        Probe("position.evicted", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            let (store, first) = try await shortened(bench, peer)
            let refusal = try await peer.refusal(
                of: "state/get", ["store": store, "at": .int(first - 1)], with: -33006)
            try expect(
                refusal.data["seq"] == .int(first - 1) && refusal.data["firstSeq"]?.integer ?? -1 >= first,
                "data lacks the requested seq, or the first that is kept.",
                expected: "seq \(first - 1), firstSeq \(first)", got: .object(refusal.data))
            try await expectReadable(refusal.data["firstSeq"] ?? .null, store, peer)
            guard bench.facts.methods.isSuperset(of: ["log/list", "log/get"]) else { return }
            let page = try await peer.ask("log/list", ["store": store, "from": 1, "limit": 1])
            guard let entry = page["firstSeq"]?.integer, entry > 1 else { return }
            try expect(
                [nil, page["firstSeq"]].contains(page["entries"]?.list?.first?["seq"]),
                "A page from before the first entry does not begin with the first entry.", expected: "seq \(entry)",
                got: .object(page))
            let gone = try await peer.refusal(of: "log/get", ["store": store, "seq": .int(entry - 1)], with: -33006)
            try expect(
                gone.data["firstSeq"]?.integer ?? -1 >= entry, "data.firstSeq is not the first entry.",
                expected: "\(entry)", got: .object(gone.data))
        }
    ]

    /// How many actions are dispatched before the probe gives up waiting for a state to be dropped.
    private static let floodLimit = 4_000

    /// A store that does not keep all its states, and the seq of the first one that it keeps.
    private static func shortened(_ bench: Bench, _ peer: TriedConnection) async throws -> (store: Value, first: Int64)
    {
        for store in try await peer.ask("store/list")["stores"]?.list ?? [] {
            if let id = store["id"], let first = store["firstSeq"]?.integer, first > 0 { return (id, first) }
        }
        guard bench.facts.hasControl, let plan = bench.facts.plan else {
            throw Finding.skipped("all states are kept, and nothing can be dispatched")
        }
        let store = Value.string(plan.store)
        if bench.facts.methods.contains("history/commit") {
            let seq = try await bench.dispatch(times: 4, peer).last?["seq"]?.integer ?? 0
            let answer = try await peer.answer(
                to: try await peer.post("history/commit", ["store": store, "seq": .int(seq - 1)]))
            if let first = answer.value["result"]?["firstSeq"]?.integer, first > 0 { return (store, first) }
        }
        let together = min(max(try await peer.limit("outstandingRequests") / 2, 1), 32)
        var count = 0
        while count < floodLimit {
            let ids = try await peer.post(try (0..<together).map { ("action/dispatch", try bench.dispatch($0)) })
            for id in ids { _ = try await peer.result(of: id, "action/dispatch") }
            count += together
            let first = try await peer.ask("store/describe", ["store": store])["firstSeq"]?.integer ?? 0
            if first > 0 { return (store, first) }
        }
        throw Finding.skipped("all states are kept, even after \(count) actions")
    }

    /// Fails unless the seq named instead of a dropped one can be read.
    private static func expectReadable(_ seq: Value, _ store: Value, _ peer: TriedConnection) async throws {
        var seq = seq
        // It may be dropped as well meanwhile, and another one is named.
        for _ in 0..<10 {
            let answer = try await peer.answer(to: try await peer.post("state/get", ["store": store, "at": seq]))
            guard answer.refusalCode == -33006, let next = answer.value["error"]?["data"]?["firstSeq"], next != seq
            else {
                return try expect(
                    answer.refusalCode == nil, "The state that data.firstSeq names does not exist either.",
                    expected: "the state at \(JSON.text(seq))", got: answer.value)
            }
            seq = next
        }
    }
}
