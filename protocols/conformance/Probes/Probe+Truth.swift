internal import StrobeTree

extension Probe {
    /// Sections 4 and 5: answers about a store agree with its states.
    static let truth: [Probe] = [
        Probe("path.changed", needs: [.store, .method("log/list"), .method("state/get")]) { bench in
            let peer = try await bench.session()
            let (store, entries) = try await log(bench, peer)
            let paths = Set(entries.flatMap { $0["changes"]?.list ?? [] }.compactMap { $0["path"]?.text }).sorted()
            var count = 0
            for path in ["", nowhere] + paths.prefix(4) {
                let params: Value.Object = [
                    "store": store, "from": entries.first?["seq"] ?? 0, "to": entries.last?["seq"] ?? 0, "limit": 100,
                    "filter": ["path": .string(path)],
                ]
                // A path that can never exist, or a redacted one, may be refused.
                guard let page = try await peer.askOfPath("log/list", params), page["next"] == nil else { continue }
                let found = Set((page["entries"]?.list ?? []).compactMap { $0["seq"]?.integer })
                for entry in entries {
                    guard let seq = entry["seq"]?.integer, let before = try await part(path, seq - 1, store, peer),
                        let after = try await part(path, seq, store, peer)
                    else { continue }
                    count += 1
                    try expect(
                        found.contains(seq) == (before != after),
                        "The filter for \(JSON.text(.string(path))) \(before == after ? "gives" : "leaves out") seq \(seq).",
                        expected: "the value before, \(text(before)), \(before == after ? "is" : "is not") that after",
                        got: entry)
                }
            }
            if count == 0 { throw Finding.skipped("no past state can be read") }
        },
        Probe("log.incomplete", needs: [.store, .method("log/list"), .method("state/get")]) { bench in
            let peer = try await bench.session()
            let (store, entries) = try await log(bench, peer)
            for entry in entries {
                guard let seq = entry["seq"]?.integer else { continue }
                guard let changed = entry["changed"] else {
                    try expect(
                        entry["incomplete"] != nil,
                        "Nothing says why it is unknown whether seq \(seq) changed anything.",
                        expected: "incomplete", got: entry)
                    continue
                }
                guard changed == false, let before = try await part("", seq - 1, store, peer),
                    let after = try await part("", seq, store, peer)
                else { continue }
                try expect(
                    before == after, "seq \(seq) is reported to have changed nothing.",
                    expected: "the state \(text(before))",
                    got: after.map { .object(["value": $0]) } ?? .null)
            }
        },
        Probe("state.live", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            let store = try bench.facts.plan.map { Value.string($0.store) } ?? bench.store()
            for number in 0..<5 {
                if bench.facts.hasControl, bench.facts.plan != nil {
                    _ = try await peer.ask("action/dispatch", try bench.dispatch(number))
                }
                let live = try await peer.ask("state/get", ["store": store])
                guard let seq = live["seq"]?.integer, let then = try await part("", seq, store, peer) else { continue }
                try expect(
                    live["value"] == then, "The current state differs from that at its seq.",
                    expected: text(then), got: live["value"])
            }
        },
        Probe("action.applied", needs: [.control, .action, .method("log/get")]) { bench in
            let peer = try await bench.session()
            let store = Value.string(try bench.plan().store)
            var last: Int64 = -1
            for number in 0..<3 {
                let answer = try await peer.ask("action/dispatch", try bench.dispatch(number))
                guard answer["applied"] != false, answer["held"] == nil, let seq = answer["seq"]?.integer else {
                    continue
                }
                try expect(
                    seq > last, "Two dispatches have one seq.", expected: "more than \(last)", got: .object(answer))
                last = seq
                let entry = try await peer.ask("log/get", ["store": store, "seq": .int(seq)])["entry"]
                try expect(
                    entry?["origin"] == "script" && entry?["changed"] == answer["changed"],
                    "The entry at the seq of the answer has another action.",
                    expected: "origin script, changed \(text(answer["changed"]))", got: entry)
            }
        },
        Probe("condition.refused", needs: [.store, .method("history/find")]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            try await refused("/count == ", store, peer)
            guard bench.facts.methods.contains("action/schema") else { return }
            let shape = try await peer.ask("action/schema", ["store": store])["state"]
            guard shape?["kind"] == "object" else { return }
            try await refused("\(nowhere) == 1", store, peer)
        },
    ]

    /// A path that exists in no state, whatever its shape.
    private static let nowhere = "/no-such-member-of-a-state"

    /// A store and the last entries of its log, more of which are dispatched if possible.
    private static func log(_ bench: Bench, _ peer: TriedConnection) async throws -> (store: Value, entries: [Value]) {
        var store = try bench.store()
        if let plan = bench.facts.plan, bench.facts.hasControl {
            store = .string(plan.store)
            try await bench.dispatch(times: 4, peer)
        }
        let page = try await peer.ask("log/list", ["store": store, "limit": 6, "changes": true])
        guard let entries = page["entries"]?.list, !entries.isEmpty else {
            throw Finding.skipped("the log has no entries")
        }
        return (store, entries)
    }

    /// The value at a path after a transition, `.some(nil)` if there is none; `nil` if unknown.
    private static func part(_ path: String, _ seq: Int64, _ store: Value, _ peer: TriedConnection) async throws
        -> Value??
    {
        let id = try await peer.post("state/get", ["store": store, "path": .string(path), "at": .int(seq)])
        let answer = try await peer.answer(to: id)
        if answer.refusalCode == -33005 { return .some(nil) }
        return answer.value["result"].map { $0["value"] }
    }

    private static func refused(_ condition: String, _ store: Value, _ peer: TriedConnection) async throws {
        let refusal = try await peer.refusal(
            of: "history/find", ["store": store, "condition": .string(condition)], with: -32602)
        try expect(
            refusal.data["offset"]?.integer != nil, "The refusal of `\(condition)` does not say where.",
            expected: "data.offset", got: .object(refusal.data))
    }

    private static func text(_ value: Value?) -> String { value.map { JSON.text($0) } ?? "nothing" }
}
