internal import StrobeTree

extension Probe {
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
                lines += [request.text, TriedConnection.cancel(request.id)]
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
            try await expectDone(granted, since: before, bench, peer)
        },
        Probe("cancel.changing", needs: [.control, .action, .method("log/list")]) { bench in
            let peer = try await bench.session()
            let before = try await peer.ask("log/list", ["store": try bench.store(), "limit": 1])["seq"]?.integer ?? 0
            var granted: [Value] = []
            for round in 0..<60 {
                let request = await peer.text("action/dispatch", try bench.dispatch(round))
                try await peer.send(request.text)
                // The later the cancellation, the further the request has come: received, started, done, answered.
                for _ in 0..<(round % 20) * 10 { await Task.yield() }
                try await peer.send(TriedConnection.cancel(request.id))
                let answer = try await peer.answer(to: request.id)
                try expect(
                    answer.refusalCode == nil || answer.refusalCode == -32800,
                    "A cancelled request is refused in another way.", expected: "-32800 cancelled, or the result",
                    got: answer.value)
                if let seq = answer.value["result"]?["seq"] { granted.append(seq) }
            }
            try await expectDone(granted, since: before, bench, peer)
            if bench.subject.transport.isShared { try await expectRunningAnswered(bench, peer) }
        },
        Probe("cancel.reading", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            for _ in 0..<10 {
                let request = await peer.text("state/get", ["store": try bench.store()])
                try await peer.send(request.text + "\n" + TriedConnection.cancel(request.id))
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
            for id: Value in [answered, "nobody-sent-this", .int(.max), later] {
                try await peer.send(TriedConnection.cancel(id))
            }
            for params in ["{}", "[]", "7", #"{"id":{}}"#, #"{"id":null}"#] {
                try await peer.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":\#(params)}"#)
            }
            // A request sent after the cancellation of its id is not cancelled.
            _ = try await peer.result(
                of: try await peer.post("store/list", id: later), "A request after its cancellation")
            let rest = try await peer.settle().filter { $0.id != nil }
            try expect(rest.isEmpty, "$/cancelRequest is answered.", expected: "nothing", got: rest.first?.value)
        },
    ]

    /// Fails unless exactly those cancelled requests were carried out that got a result.
    private static func expectDone(
        _ granted: [Value], since seq: Int64, _ bench: Bench, _ peer: TriedConnection
    ) async throws {
        try await peer.settle()
        let entries = try await peer.entries(of: try bench.store(), after: seq)
        let done = entries.filter { $0["origin"] == "script" }.compactMap { $0["seq"] }
        try expect(
            done == granted, "A cancelled request was carried out, or an answered one was not.",
            expected: JSON.text(.array(granted)), got: .array(done))
    }

    /// Cancels an action while a store reduces it, if there is a slow one.
    private static func expectRunningAnswered(_ bench: Bench, _ peer: TriedConnection) async throws {
        let slow = bench.facts.stores.filter { $0["kind"] == "async" && $0["capabilities"]?["dispatch"] == true }
            .compactMap { $0["id"] }
        guard !slow.isEmpty, bench.options.store == nil else { return }
        let witness = try await bench.session(access: "read")
        for candidate in try await Candidate.all(bench, peer, of: slow) {
            let params: Value.Object = [
                "store": candidate.store, "action": candidate.action, "origin": "script",
            ]
            let seq = candidate.trial["seq"]?.integer ?? 0
            let id = try await peer.post("action/dispatch", params)
            var isRunning = false
            for _ in 0..<20 where !isRunning {
                let described = try await witness.ask("store/describe", ["store": candidate.store])
                isRunning = described["pending"]?["origin"] == "script"
                if described["seq"]?.integer ?? 0 > seq { break }
            }
            try await peer.send(TriedConnection.cancel(id))
            let answer = try await peer.answer(to: id)
            guard isRunning else { continue }
            return try expect(
                answer.refusalCode == nil, "A running action is answered as if it had done nothing.",
                expected: "a result", got: answer.value)
        }
    }
}

extension TriedConnection {
    static func cancel(_ id: Value) -> String {
        JSON.text(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]])
    }
}
