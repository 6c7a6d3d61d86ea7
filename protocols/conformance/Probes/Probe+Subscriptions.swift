internal import StrobeTree

extension Probe {
    /// Section 8: subscriptions.
    static let subscriptions: [Probe] = [
        Probe("subscription.all", needs: [.control, .action, .method("subscribe"), .event("log")]) { bench in
            let peer = try await bench.session()
            let result = try await peer.ask("subscribe", ["events": ["log"]])
            let dispatched = try await bench.dispatch(times: 1, peer)[0]
            let sent = try await peer.settle()
            try expect(
                sent.contains {
                    $0.params["subscription"] == result["subscription"]
                        && $0.params["entry"]?["seq"] == dispatched["seq"]
                        && $0.params["store"] == bench.facts.plan.map { .string($0.store) }
                },
                "A subscription without store does not report a store's entry.", expected: "log/appended",
                got: sent.last?.value)
        },
        Probe("subscription.from-seq", needs: [.control, .action, .method("subscribe"), .event("log")]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            let seq = try await bench.dispatch(times: 6, peer).first?["seq"]?.integer ?? 0
            let id = try await peer.ask(
                "subscribe", ["store": store, "events": ["log"], "fromSeq": .int(seq)])["subscription"]
            let last = try await bench.dispatch(times: 1, peer)[0]["seq"]?.integer ?? 0
            let sent = try await peer.settle().filter { $0.params["subscription"] == id }
            let seqs = sent.compactMap { $0.params["entry"]?["seq"]?.integer }.filter { $0 <= last }
            guard seqs == Array((seq + 1)...last) else {
                throw Finding.failed(
                    "Entries since fromSeq are not sent, or not once.", expected: "\(Array((seq + 1)...last))",
                    got: "\(seqs)")
            }
            try await peer.refusal(
                of: "subscribe", ["store": store, "events": ["log"], "fromSeq": 1_000_000_000], with: -32602)
            try await peer.refusal(of: "subscribe", ["events": ["log"], "fromSeq": .int(seq)], with: -32602)
        },
        Probe(
            "subscription.paths",
            needs: [.control, .action, .method("subscribe"), .method("state/get"), .event("state")]
        ) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            let whole = try await peer.ask(
                "subscribe", ["store": store, "events": ["state"], "paths": [""]])["subscription"]
            let none = try await peer.askOfPath(
                "subscribe", ["store": store, "events": ["state"], "paths": ["/x no such member/x"]])?["subscription"]
            let results = try await bench.dispatch(times: 6, peer)
            guard results.contains(where: { $0["changed"] == true }) else {
                throw Finding.skipped("no action was found that changes the state")
            }
            let sent = try await peer.settle().filter { $0.method == "state/changed" }
            try expect(
                sent.contains { $0.params["subscription"] == whole }, "Changes below the path \"\" are not sent.",
                expected: "state/changed", got: nil)
            // A change of the root is above every path.
            let wrong = sent.first {
                none != nil && $0.params["subscription"] == none
                    && $0.params["changes"]?.list?.allSatisfy { $0["path"]?.text != "" } ?? false
            }
            try expect(wrong == nil, "A change elsewhere is sent.", expected: "nothing", got: wrong?.value)
        },
        Probe("subscription.limits", needs: [.store, .method("subscribe"), .event("log")]) { bench in
            let peer = try await bench.session()
            for _ in 0..<20 {
                let ids = try await peer.post(
                    (0..<50).map { _ in ("subscribe", ["store": .string(bench.facts.store ?? ""), "events": ["log"]]) })
                for id in ids {
                    let answer = try await peer.answer(to: id)
                    guard let code = answer.refusalCode else { continue }
                    try expect(
                        code == -33010 && answer.value["error"]?["data"]?["limit"]?.integer ?? 0 > 0,
                        "One subscription too many is refused in another way.", expected: "-33010 with data.limit",
                        got: answer.value)
                    return
                }
            }
            throw Finding.skipped("a session may have 1000 subscriptions and more")
        },
        Probe("subscription.unknown", needs: [.store, .method("subscribe"), .method("unsubscribe")]) { bench in
            let peer = try await bench.session()
            try await peer.refusal(of: "unsubscribe", ["subscription": "nobody-has-this"], with: -32602)
            let events = Value.array(bench.facts.events.sorted().prefix(1).map { .string($0) })
            let id = try await peer.ask("subscribe", ["store": try bench.store(), "events": events])["subscription"]
            _ = try await peer.ask("unsubscribe", ["subscription": id ?? .null])
            try await peer.refusal(of: "unsubscribe", ["subscription": id ?? .null], with: -32602)
        },
        Probe("compatibility.unknown") { bench in
            let peer = try await bench.connect()
            await peer.expectAnswer(to: "hello")
            try await peer.send(
                bench.hello { params in
                    params["x-since"] = "later"
                    params["client"] = ["name": "strobe conformance", "version": "1", "x-colour": ["red": 1]]
                })
            _ = try await peer.result(of: "hello", "An initialize with members of a later version")
            if bench.facts.methods.contains("subscribe") {
                try await peer.refusal(of: "subscribe", ["events": ["x-event-of-a-later-time"]], with: -32602)
            }
        },
    ]
}
