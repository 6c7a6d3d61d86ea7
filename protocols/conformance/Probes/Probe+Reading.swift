internal import StrobeTree

extension Probe {
    /// Section 4: stores, positions and paths.
    static let reading: [Probe] = [
        Probe("store.only", needs: [.store]) { bench in
            let peer = try await bench.session()
            let stores = try await peer.ask("store/list")["stores"]?.list ?? []
            for store in stores { try expectDescription(store) }
            guard stores.count == 1 else {
                let refusal = try await peer.refusal(of: "store/describe", with: -33004)
                try expect(
                    refusal.data["stores"]?.list?.count == stores.count, "data.stores does not list the stores.",
                    got: .object(refusal.data))
                return
            }
            let described = try await peer.ask("store/describe")
            try expect(
                described["id"] == stores[0]["id"], "The description is not of the only store.",
                expected: stores[0]["id"]?.text, got: .object(described))
        },
        Probe("store.unknown", needs: [.store]) { bench in
            let peer = try await bench.session()
            let ids = Set((try await peer.ask("store/list")["stores"]?.list ?? []).compactMap { $0["id"]?.text })
            for name in ["no such store", "", String(repeating: "s", count: 1_000)] {
                let refusal = try await peer.refusal(of: "store/describe", ["store": .string(name)], with: -33004)
                try expect(
                    Set((refusal.data["stores"]?.list ?? []).compactMap(\.text)) == ids,
                    "data.stores does not list the stores.", expected: ids.sorted().joined(separator: " "),
                    got: .object(refusal.data))
            }
            try await peer.refusal(of: "store/describe", ["store": 7], with: -32602)
        },
        Probe("path.pointer", needs: [.store, .method("state/get"), .method("state/tree")]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            let tree = try await peer.ask("state/tree", ["store": store, "path": "", "depth": 3, "count": 20])
            let seq = tree["seq"] ?? .null
            var nodes = [tree["node"] ?? .null]
            var seen = 0
            while let node = nodes.popLast(), seen < 60 {
                seen += 1
                nodes += node["children"]?.list ?? []
                guard let path = node["path"]?.text else {
                    throw Finding.failed("A node has no path.", got: node)
                }
                guard let kind = node["kind"]?.text, ["scalar", "null"].contains(kind), node["redacted"] == nil else {
                    continue
                }
                let answer = try await peer.answer(
                    to: try await peer.post("state/get", ["store": store, "path": .string(path), "at": seq]))
                // Only some states may be kept, and the program may have continued meanwhile.
                if answer.refusalCode == -33006 || answer.refusalCode == -33011 { continue }
                try expect(
                    answer.value["result"]?["value"] == (node["value"] ?? .null),
                    "state/get and state/tree differ at \(path).",
                    expected: JSON.text(node["value"] ?? .null), got: answer.value)
            }
            for path in ["no slash", "/a~2b", "/a~"] {
                try await peer.refusal(of: "state/get", ["store": store, "path": .string(path)], with: -32602)
            }
        },
        Probe("path.missing", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            for path in ["/no such member", "/no~1such/member", "/-1", "/0/0/0/0/0/0/0/0/0/0"] {
                let refusal = try await peer.refusal(
                    of: "state/get", ["store": try bench.store(), "path": .string(path)], with: -33005)
                let longest = refusal.data["path"]?.text
                try expect(
                    longest.map { path.hasPrefix($0) && $0 != path } ?? false,
                    "data.path is not a prefix of \(path).", got: .object(refusal.data))
            }
        },
        Probe("position.seq", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            let plan = bench.facts.hasControl ? bench.facts.plan : nil
            let store = try plan.map { .string($0.store) } ?? bench.store()
            let now = try await peer.ask("state/get", ["store": store])
            guard let seq = now["seq"]?.integer, now["value"] != nil else {
                throw Finding.failed("state/get answers without seq and value.", got: .object(now))
            }
            // If an action can be dispatched, the state is a past one by then.
            let tree = try await state("state/tree", of: store, at: seq, bench, peer)
            if plan != nil { try await bench.dispatch(times: 4, peer) }
            for (method, key, before) in [("state/get", "value", now), ("state/tree", "node", tree)] {
                guard let before else { continue }
                guard let again = try await state(method, of: store, at: seq, bench, peer) else {
                    throw Finding.skipped("the store keeps no past states")
                }
                try expect(
                    again["seq"] == .int(seq) && again[key] == before[key],
                    "The state at a seq differs when \(method) returns it again.",
                    expected: JSON.text(.object(before)), got: .object(again))
            }
        },
        Probe("position.live", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            for _ in 0..<5 {
                let ids = try await peer.post([
                    ("state/get", ["store": store]), ("state/get", ["store": store, "at": "live"]),
                ])
                let (first, second) = (
                    try await peer.result(of: ids[0], "state/get"),
                    try await peer.result(of: ids[1], "state/get at live")
                )
                guard first["seq"] == second["seq"] else { continue }
                try expect(
                    first["value"] == second["value"], "The current state is different at \"live\".",
                    expected: first["value"].map { JSON.text($0) }, got: second["value"])
                return
            }
            throw Finding.skipped("the store changes faster than it can be read twice")
        },
        Probe("position.ahead", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            for at: Value in [1_000_000_000, .int(.max)] {
                let refusal = try await peer.refusal(
                    of: "state/get", ["store": try bench.store(), "at": at], with: -32602)
                try expect(
                    refusal.data["seq"]?.integer ?? -1 >= 0, "data lacks the last seq.",
                    got: .object(refusal.data))
            }
            for at: Value in [-1, 1.5, "yesterday", true, ["seq": 1]] {
                try await peer.refusal(of: "state/get", ["store": try bench.store(), "at": at], with: -32602)
            }
        },
        Probe("position.branch", needs: [.store, .method("state/get")]) { bench in
            let peer = try await bench.session()
            try await peer.refusal(
                of: "state/get", ["store": try bench.store(), "at": "branch:nobody-made-this"], with: -32602, -33011)
        },
    ]

    /// The result of a method for the state at a seq; `nil` if there is no such method, or the state is not kept.
    private static func state(
        _ method: String, of store: Value, at seq: Int64, _ bench: Bench, _ peer: TriedConnection
    ) async throws -> Value.Object? {
        guard bench.facts.methods.contains(method) else { return nil }
        let answer = try await peer.answer(to: try await peer.post(method, ["store": store, "at": .int(seq)]))
        switch answer.refusalCode {
        case nil: return answer.value["result"]?.members
        case -33006, -33011: return nil
        default: throw Finding.failed("\(method) at a seq is refused.", expected: "a result", got: answer.value)
        }
    }
}
