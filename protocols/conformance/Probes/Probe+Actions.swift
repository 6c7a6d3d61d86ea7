internal import StrobeTree

extension Probe {
    /// Sections 5 and 6: dispatching, changes, the log.
    static let actions: [Probe] = [
        Probe("action.schema", needs: [.control, .action, .method("action/schema")]) { bench in
            let peer = try await bench.session()
            let plan = try bench.plan()
            let schema = try await peer.ask("action/schema", ["store": .string(plan.store)])
            guard let shape = schema["schema"] else {
                throw Finding.failed("action/schema answers without a schema.", got: .object(schema))
            }
            try expectShape(shape, 0)
            if let state = schema["state"] { try expectShape(state, 0) }
            for action in ShapeValues.values(of: shape).prefix(30) {
                let answer = try await peer.answer(
                    to: try await peer.post(
                        "action/dispatch", ["store": .string(plan.store), "action": action, "dryRun": true]))
                try expect(
                    answer.refusalCode != -33007,
                    "An action made from the schema does not decode: \(JSON.text(action))",
                    expected: "a result", got: answer.value)
            }
        },
        Probe("action.dispatch", needs: [.control, .action]) { bench in
            let peer = try await bench.session()
            var last: Int64 = 0
            for result in try await bench.dispatch(times: 4, peer) {
                guard let seq = result["seq"]?.integer, result["changed"]?.flag != nil,
                    result["effects"]?.list != nil
                else {
                    throw Finding.failed(
                        "The answer to a dispatch lacks a member.", expected: "seq, changed, effects",
                        got: .object(result))
                }
                try expect(seq > last, "The seqs do not increase.", expected: "more than \(last)", got: .object(result))
                last = seq
                if let changes = result["changes"]?.list {
                    try expect(
                        changes.isEmpty == (result["changed"] == false), "changed and changes contradict each other.",
                        got: .object(result))
                }
                guard bench.facts.methods.contains("log/get") else { continue }
                let entry = try await peer.ask(
                    "log/get", ["store": try bench.dispatch()["store"] ?? .null, "seq": .int(seq)])
                try expectEntry(entry["entry"] ?? .null)
                try expect(
                    entry["entry"]?["seq"] == .int(seq) && entry["entry"]?["origin"] == "script",
                    "The entry is not that of the dispatch.", expected: "seq \(seq), origin script",
                    got: .object(entry))
            }
        },
        Probe("action.undecodable", needs: [.control, .action]) { bench in
            let peer = try await bench.session()
            let before = try await bench.snapshot(peer)
            let store = try bench.dispatch()["store"] ?? .null
            for action: Value in ["x no such action", ["x no such action": 1], [[[]]], ["a": 1, "b": 2]] {
                let refusal = try await peer.refusal(
                    of: "action/dispatch", ["store": store, "action": action], with: -33007)
                try expect(
                    refusal.data["path"]?.text != nil, "data.path does not name the position.",
                    got: .object(refusal.data))
            }
            try await bench.expectUnchanged(before, peer, after: "an action that does not decode")
        },
        Probe("action.dry-run", needs: [.control, .action]) { bench in
            let peer = try await bench.session()
            let before = try await bench.snapshot(peer)
            let answer = try await peer.answer(to: try await peer.post("action/dispatch", try bench.dryRun()))
            guard answer.refusalCode != -33011 else { throw Finding.skipped("the store has no dry runs") }
            let result = answer.value["result"]
            try expect(
                result?["seq"]?.integer != nil && result?["changed"]?.flag != nil && result?["effects"]?.list != nil,
                "The answer to a dry run lacks a member.", expected: "seq, changed, effects",
                got: answer.value)
            try await bench.expectUnchanged(before, peer, after: "a dry run")
        },
        Probe("change.apply", needs: [.control, .action, .method("state/diff"), .method("state/get")]) { bench in
            let peer = try await bench.session()
            try await forEachTransition(bench, peer) { before, changes, after in
                let mine = try Patches.apply(changes, to: before)
                try expect(
                    mine == after,
                    "Applied to the first state, the changes do not give the second: \(JSON.text(.array(changes)))",
                    expected: JSON.text(after), got: mine)
            }
        },
        Probe("change.old", needs: [.control, .action, .method("state/diff"), .method("state/get")]) { bench in
            let peer = try await bench.session()
            try await forEachTransition(bench, peer) { before, changes, _ in
                var state = before
                for change in changes {
                    if let old = change["old"], let path = change["path"]?.text {
                        let stood = try Patches.value(at: path, in: state)
                        try expect(
                            old == stood, "old is not the previous value.", expected: JSON.text(stood),
                            got: change)
                    }
                    state = try Patches.apply([change], to: state)
                }
            }
        },
        Probe("log.numbers", needs: [.store, .method("log/list")]) { bench in
            let peer = try await bench.session()
            if bench.facts.plan != nil, bench.facts.hasControl { try await bench.dispatch(times: 3, peer) }
            let page = try await peer.ask("log/list", ["store": try bench.store()])
            let entries = page["entries"]?.list ?? []
            for entry in entries { try expectEntry(entry) }
            for (one, next) in zip(entries, entries.dropFirst()) {
                let seq = one["seq"]?.integer ?? 0
                try expect(
                    next["seq"]?.integer == seq + 1, "The seqs of the log have a gap.", expected: "\(seq + 1)",
                    got: next)
            }
            try expect(
                page["seq"]?.integer ?? -1 >= entries.last?["seq"]?.integer ?? 0, "seq is not the last of the log.",
                got: page["seq"])
        },
        Probe("log.restore", needs: [.control, .action, .method("history/jump"), .method("log/get")]) { bench in
            let peer = try await bench.session()
            let store = try bench.dispatch()["store"] ?? .null
            let described = try await peer.ask("store/describe", ["store": store])
            guard described["capabilities"]?["jump"] == true else { throw Finding.skipped("the store cannot jump") }
            let seq = try await bench.dispatch(times: 1, peer)[0]["seq"] ?? .null
            let jumped = try await peer.ask("history/jump", ["store": store, "seq": seq])
            let entry =
                try await peer.ask("log/get", ["store": store, "seq": jumped["seq"] ?? .null])["entry"] ?? .null
            try expect(
                entry["origin"] == "restore" && entry["action"] == nil, "A restore is logged as something else.",
                expected: "origin restore, no action", got: entry)
        },
    ]

    /// Dispatches some actions, and checks each one's states before and after against its changes.
    private static func forEachTransition(
        _ bench: Bench, _ peer: TriedConnection, _ check: (Value, [Value], Value) throws -> Void
    ) async throws {
        let store = try bench.dispatch()["store"] ?? .null
        var seen = 0
        for result in try await bench.dispatch(times: 6, peer) {
            guard let seq = result["seq"]?.integer, seq > 0 else { continue }
            let ids = try await peer.post([
                ("state/get", ["store": store, "at": .int(seq - 1)]), ("state/get", ["store": store, "at": .int(seq)]),
                ("state/diff", ["store": store, "from": .int(seq - 1), "to": .int(seq)]),
            ])
            var answers: [Message] = []
            for id in ids { answers.append(try await peer.answer(to: id)) }
            guard answers.allSatisfy({ $0.refusalCode == nil }) else {
                guard answers.allSatisfy({ [nil, -33006, -33011, -33010].contains($0.refusalCode) }) else {
                    throw Finding.failed(
                        "A past state is refused.", got: answers.first { $0.refusalCode != nil }?.value)
                }
                continue
            }
            let (before, after) = (answers[0].value["result"]?["value"], answers[1].value["result"]?["value"])
            guard let before, let after, let changes = answers[2].value["result"]?["changes"]?.list else {
                throw Finding.failed("A state or a difference lacks its value.", got: answers[2].value)
            }
            try check(before, changes, after)
            seen += 1
        }
        if seen == 0 { throw Finding.skipped("the store keeps no past states") }
    }

    static func expectEntry(_ entry: Value) throws(Finding) {
        try expect(
            entry["seq"]?.integer ?? 0 > 0 && entry["time"]?.integer != nil && entry["label"]?.text != nil
                && entry["origin"]?.text != nil && entry["effects"]?.list != nil,
            "An entry of the log lacks something.", expected: "seq, time, label, origin, effects", got: entry)
    }

    private static func expectShape(_ shape: Value, _ depth: Int) throws(Finding) {
        let kinds = [
            "scalar", "optional", "array", "set", "dictionary", "object", "enum", "recursive", "unknown",
        ]
        try expect(depth < 200, "A shape nests without end.", got: nil)
        try expect(shape["kind"]?.text.map(kinds.contains) ?? false, "A shape has no known kind.", got: shape)
        switch shape["kind"]?.text {
        case "optional", "array", "set": try expectShape(shape["of"] ?? .null, depth + 1)
        case "dictionary":
            try expectShape(shape["key"] ?? .null, depth + 1)
            try expectShape(shape["value"] ?? .null, depth + 1)
        case "object":
            for field in shape["fields"]?.list ?? [.null] { try expectShape(field["schema"] ?? .null, depth + 1) }
        case "enum":
            for one in shape["cases"]?.list ?? [.null] {
                try expect(one["name"]?.text != nil, "A case has no name.", got: shape)
                for part in one["payload"]?.list ?? [] { try expectShape(part["schema"] ?? .null, depth + 1) }
            }
        default: break
        }
    }
}
