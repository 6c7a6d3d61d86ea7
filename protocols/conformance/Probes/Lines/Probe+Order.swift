internal import StrobeTree

extension Probe {
    /// Section 8: the order of messages.
    static let order: [Probe] = [
        Probe("order.answers", needs: [.store]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            var requests: [(method: String, params: Value.Object?)] = []
            for number in 0..<15 {
                requests.append(("store/list", nil))
                requests.append(("no/method", ["number": Value(number)]))
                requests.append(("store/describe", ["store": store]))
            }
            let ids = try await peer.post(requests)
            var last = -1
            // An answer that overtakes another one is noted in the journal as well.
            for id in ids {
                let answer = try await peer.answer(to: id)
                try expect(
                    answer.index > last, "Answers are not in the order of their requests.",
                    expected: "the id \(JSON.text(id)) later", got: answer.value)
                last = answer.index
            }
        },
        Probe("order.fair", needs: [.store, .method("history/find"), .method("state/get")]) { bench in
            let (asking, other) = (try await bench.session(access: "read"), try await bench.session(access: "read"))
            let store = try bench.store()
            // A string literal and a regular expression with many alternatives: expensive in any state.
            let room = Int(bench.facts.hello["limits"]?["lineBytes"]?.integer ?? 1 << 20)
            let text = String(repeating: "a", count: max(100, min(3_500, room - 500)))
            let id = try await asking.post(
                "history/find", ["store": store, "condition": .string("\"\(text)\" matches /(a{30}){30}c/")])
            for _ in 0..<5 {
                let read = try await other.post("state/get", ["store": store])
                _ = try await other.result(of: read, "A state, while another session's request is handled,")
            }
            try await asking.send(TriedConnection.cancel(id))
            let answer = try await asking.answer(to: id)
            try expect(
                [nil, -32800, -33010].contains(answer.refusalCode),
                "A long request fails when it is cancelled.",
                expected: "-32800 cancelled, the result, or -33010", got: answer.value)
            _ = try await asking.ask("store/list")
        },
        Probe("order.ping") { bench in
            let peer = try await bench.session()
            let ids = try await peer.post((0..<20).flatMap { _ in [("store/list", nil), ("ping", nil)] })
            for id in ids { _ = try await peer.result(of: id, "A ping among requests") }
        },
        Probe("order.cause", needs: [.control, .action, .method("subscribe"), .event("log")]) { bench in
            let peer = try await bench.session()
            let subscription = try await peer.subscribe(bench, ["log", "state"])
            for number in 0..<6 {
                let id = try await peer.post("action/dispatch", try bench.dispatch(number))
                let answer = try await peer.answer(to: id)
                let result = answer.value["result"]
                let sent = await peer.takeRest().filter { $0.params["subscription"] == subscription.id }
                try expect(
                    sent.contains { $0.method == "log/appended" && $0.params["entry"]?["seq"] == result?["seq"] },
                    "The answer to a dispatch was sent before its log/appended.",
                    expected: "log/appended with seq \(JSON.text(result?["seq"] ?? .null)) first", got: answer.value)
                guard result?["changed"] == true, bench.facts.events.contains("state") else { continue }
                try expect(
                    sent.contains {
                        $0.method == "state/changed" && $0.params["seq"]?.integer ?? -1 >= result?["seq"]?.integer ?? 0
                    },
                    "The answer to a dispatch was sent before its state/changed.", expected: "state/changed first",
                    got: answer.value)
            }
        },
        Probe("order.subscribe", needs: [.control, .action, .method("subscribe"), .event("log")]) { bench in
            let peer = try await bench.session()
            let store = try bench.dispatch()["store"] ?? .null
            let seq = try await bench.dispatch(times: 3, peer).last?["seq"]?.integer ?? 0
            let ids = try await peer.post([
                ("subscribe", ["store": store, "events": ["log"], "fromSeq": .int(max(seq - 3, 0))]),
                ("store/list", nil),
            ])
            let answer = try await peer.answer(to: ids[0])
            try expect(answer.refusalCode == nil, "subscribe is refused.", got: answer.value)
            let early = await peer.takeRest().filter { $0.method == "log/appended" }
            try expect(
                early.isEmpty, "A subscription sent something before its answer.",
                expected: "the answer to subscribe first", got: early.first?.value)
        },
        Probe(
            "order.unsubscribe",
            needs: [.control, .action, .method("subscribe"), .method("unsubscribe"), .event("log")]
        ) { bench in
            let peer = try await bench.session()
            let subscription = try await peer.subscribe(bench, ["log", "state"])
            var requests: [(method: String, params: Value.Object?)] = []
            for number in 0..<5 { requests.append(("action/dispatch", try bench.dispatch(number))) }
            requests.append(("unsubscribe", ["subscription": subscription.id]))
            for number in 0..<5 { requests.append(("action/dispatch", try bench.dispatch(number))) }
            let ids = try await peer.post(requests)
            let answer = try await peer.answer(to: ids[5])
            try expect(answer.value["result"] == [:], "unsubscribe is not answered with {}.", got: answer.value)
            for id in ids[..<5] + ids[6...] { _ = try await peer.result(of: id, "action/dispatch") }
            let rest = try await peer.settle()
            let late = rest.first { $0.params["subscription"] == subscription.id && $0.index > answer.index }
            try expect(
                late == nil, "A subscription sent something after its end.", expected: "nothing", got: late?.value)
        },
        Probe("order.log", needs: [.control, .action, .method("subscribe"), .event("log")]) { bench in
            let peer = try await bench.session()
            let first = try await peer.subscribe(bench, ["log"])
            let second = try await peer.subscribe(bench, ["log"])
            let ids = try await peer.post(try (0..<40).map { ("action/dispatch", try bench.dispatch($0)) })
            for id in ids { _ = try await peer.result(of: id, "action/dispatch") }
            let sent = try await peer.settle().filter { $0.method == "log/appended" }
            for subscription in [first, second] {
                let entries = sent.filter { $0.params["subscription"] == subscription.id }
                try expect(
                    entries.count >= 40, "Entries are missing.", expected: "at least 40", got: Value(entries.count))
                var next = subscription.seq + 1
                for one in entries {
                    let entry = one.params["entry"] ?? .null
                    try expectEntry(entry)
                    try expect(
                        entry["seq"]?.integer == next, "An entry is sent out of order.", expected: "seq \(next)",
                        got: one.value)
                    next += 1
                }
            }
        },
        Probe(
            "order.state", needs: [.control, .action, .method("subscribe"), .method("state/get"), .event("state")]
        ) { bench in
            let peer = try await bench.session()
            let subscription = try await peer.subscribe(bench, ["state"])
            let store = try bench.dispatch()["store"] ?? .null
            let begin = try await peer.answer(
                to: try await peer.post("state/get", ["store": store, "at": .int(subscription.seq)]))
            let results = try await bench.dispatch(times: 12, peer)
            let end = try await peer.ask("state/get", ["store": store])
            let sent = await peer.takeRest().filter { $0.params["subscription"] == subscription.id }
            guard results.contains(where: { $0["changed"] == true }) else {
                throw Finding.skipped("no action was found that changes the state")
            }
            try expect(!sent.isEmpty, "Changes of the state are not sent.", expected: "state/changed", got: nil)
            var state = begin.value["result"]?["value"]
            var seq = subscription.seq
            for one in sent {
                guard let from = one.params["fromSeq"]?.integer, let to = one.params["seq"]?.integer else {
                    throw Finding.failed("state/changed lacks fromSeq or seq.", got: one.value)
                }
                try expect(
                    from >= seq && to > from, "state/changed goes back.", expected: "from \(seq) or later",
                    got: one.value)
                seq = to
                // Changes that are absent because they were too large: the next ones cannot be applied.
                guard let changes = one.params["changes"]?.list, let known = state else {
                    state = nil
                    continue
                }
                state = try Patches.apply(changes, to: known)
            }
            // Changes after the state that was read are ignored.
            guard let state, seq <= end["seq"]?.integer ?? -1 else { return }
            try expect(
                state == end["value"], "The changes that were sent do not lead to the state.",
                expected: JSON.text(end["value"] ?? .null), got: state)
        },
        Probe("order.if-seq", needs: [.control, .action]) { bench in
            let peer = try await bench.session()
            let seq = try await bench.dispatch(times: 2, peer).last?["seq"]?.integer ?? 0
            let stale = try await peer.refusal(
                of: "action/dispatch", try bench.dispatch().with("ifSeq", .int(seq - 1)), with: -32801)
            try expect(
                stale.data["ifSeq"] == .int(seq - 1) && stale.data["seq"]?.integer ?? -1 >= seq,
                "data lacks ifSeq, or the current seq.", expected: "ifSeq \(seq - 1), seq \(seq)",
                got: .object(stale.data))
            if bench.facts.methods.contains("history/jump") {
                let store = try bench.dispatch()["store"] ?? .null
                _ = try await peer.refusal(
                    of: "history/jump", ["store": store, "seq": .int(seq), "ifSeq": .int(seq - 1)], with: -32801)
            }
            // Both give the same seq: at most one of them comes first.
            for _ in 0..<20 {
                let now = try await peer.ask("store/describe", ["store": try bench.dispatch()["store"] ?? .null])["seq"]
                let params = try bench.dispatch().with("ifSeq", now ?? .null)
                let ids = try await peer.post([("action/dispatch", params), ("action/dispatch", params)])
                let (first, second) = (try await peer.answer(to: ids[0]), try await peer.answer(to: ids[1]))
                try expect(
                    second.refusalCode == -32801, "Two dispatches succeeded for one seq.", expected: "-32801 stale",
                    got: second.value)
                if first.refusalCode == nil { return }
                try expect(first.refusalCode == -32801, "A dispatch with ifSeq is refused.", got: first.value)
            }
            throw Finding.skipped("the store changes faster than its seq can be read")
        },
    ]
}

extension TriedConnection {
    /// Subscribes to the store of the dispatches, to those of some events that the server declares.
    func subscribe(_ bench: Bench, _ events: [String]) async throws -> (id: Value, seq: Int64) {
        let wanted = events.filter(bench.facts.events.contains).map { Value.string($0) }
        let result = try await ask("subscribe", ["store": try bench.store(), "events": .array(wanted)])
        guard let id = result["subscription"], id.text != nil, let seq = result["seq"]?.integer else {
            throw Finding.failed(
                "subscribe is answered without subscription and seq.", expected: "a string and an integer",
                got: .object(result))
        }
        return (id, seq)
    }
}
