internal import StrobeTree

extension Probe {
    /// Section 9: limits.
    static let limits: [Probe] = [
        Probe("limits.declared") { bench in
            let limits = bench.facts.hello["limits"]
            for name in [
                "handshakeLineBytes", "lineBytes", "depth", "nodes", "answerBytes", "page", "outstandingRequests",
                "queueBytes", "sessions",
            ] {
                try expect(
                    limits?[name]?.integer ?? 0 > 0, "limits.\(name) is no integer from 1.",
                    expected: "an integer from 1",
                    got: limits)
            }
        },
        Probe("limits.outstanding") { bench in
            let peer = try await bench.session()
            let limit = try await peer.limit("outstandingRequests")
            guard limit <= 2_000 else { throw Finding.skipped("more than 2000 requests may be unanswered") }
            let ids = try await peer.post((0..<limit * 4).map { _ in ("store/list", nil) })
            for id in ids { _ = try await peer.result(of: id, "One of many requests at once") }
            _ = try await peer.ask("ping")
        },
    ]

    /// Section 8: cancelling.
    static let cancelling: [Probe] = [
        Probe("cancel.waiting", needs: [.control, .action, .method("log/list")]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            let before = try await peer.ask("log/list", ["store": store, "limit": 1])["seq"]?.integer ?? 0
            var ids: [Value] = []
            for round in 0..<5 {
                var lines: [String] = []
                for _ in 0..<10 { lines.append(await peer.text("log/list", ["store": store]).text) }
                let request = await peer.text("action/dispatch", try bench.dispatch(round))
                ids.append(request.id)
                lines += [request.text, Peer.cancel(request.id)]
                try await peer.send(lines.joined(separator: "\n"))
            }
            var granted: [Value] = []
            for id in ids {
                let answer = try await peer.answer(to: id)
                if let code = answer.refusalCode {
                    try expect(
                        code == -32800, "A cancelled request is refused in another way.", expected: "-32800 cancelled",
                        got: answer.value)
                } else {
                    granted.append(answer.value["result"]?["seq"] ?? .null)
                }
            }
            // Each was either done and answered, or not done.
            try await peer.settle()
            let page = try await peer.ask("log/list", ["store": store, "from": .int(before + 1), "limit": 1000])
            let done = (page["entries"]?.list ?? []).filter { $0["origin"] == "script" }.compactMap { $0["seq"] }
            try expect(
                done == granted, "What was cancelled was done, or what was answered was not.",
                expected: JSON.text(.array(granted)), got: .array(done))
        },
        Probe("cancel.reading", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            for _ in 0..<10 {
                let request = await peer.text("state/get", ["store": try bench.store()])
                try await peer.send(request.text + "\n" + Peer.cancel(request.id))
                let answer = try await peer.answer(to: request.id)
                try expect(
                    answer.refusalCode == nil || answer.refusalCode == -32800,
                    "A cancelled request is refused in another way.", expected: "-32800 cancelled, or the result",
                    got: answer.value)
            }
            let rest = try await peer.settle().filter { $0.id != nil }
            try expect(rest.isEmpty, "A cancelled request is answered twice.", got: rest.first?.value)
        },
        Probe("cancel.unknown") { bench in
            let peer = try await bench.session()
            let answered = try await peer.post("store/list")
            _ = try await peer.answer(to: answered)
            let later: Value = "later"
            for id: Value in [answered, "nobody-sent-this", .int(.max), later] { try await peer.send(Peer.cancel(id)) }
            for params in ["{}", "[]", "7", #"{"id":{}}"#, #"{"id":null}"#] {
                try await peer.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":\#(params)}"#)
            }
            // An id that was cancelled before it was sent is none that is cancelled.
            _ = try await peer.result(
                of: try await peer.post("store/list", id: later), "A request after its cancellation")
            let rest = try await peer.settle().filter { $0.id != nil }
            try expect(rest.isEmpty, "$/cancelRequest is answered.", expected: "nothing", got: rest.first?.value)
        },
    ]
}

extension Peer {
    static func cancel(_ id: Value) -> String {
        JSON.text(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]])
    }
}
