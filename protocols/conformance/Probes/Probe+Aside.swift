internal import StrobeTree

extension Probe {
    /// Sections 3 and 5: redacted values, a session's own bookmarks, and branches.
    static let aside: [Probe] = [
        Probe("access.redaction", needs: [.store, .method("state/tree"), .method("state/get")]) { bench in
            guard bench.facts.hello["redaction"]?.list?.isEmpty == false else {
                throw Finding.skipped("the server hides nothing")
            }
            let peer = try await bench.session(access: "read")
            var count = 0
            for store in bench.facts.stores.compactMap({ $0["id"] }) {
                let tree = try await peer.ask("state/tree", ["store": store, "depth": 12, "count": 1_000])
                for node in hidden(in: tree["node"] ?? .null).prefix(50) {
                    count += 1
                    let shown = node["value"] ?? .null
                    try expect(
                        isPlaceholder(shown), "A value marked as hidden is shown.", expected: "a placeholder",
                        got: node)
                    let params: Value.Object = [
                        "store": store, "path": node["path"] ?? .null, "at": tree["seq"] ?? .null,
                    ]
                    let answer = try await peer.answer(to: try await peer.post("state/get", params))
                    // Past states may have been dropped.
                    guard let value = answer.value["result"]?["value"] else { continue }
                    try expect(
                        isPlaceholder(value), "state/get shows what state/tree hides.", expected: JSON.text(shown),
                        got: value)
                }
            }
            if count == 0 { throw Finding.skipped("no state has a hidden value") }
        },
        Probe("access.in-place", needs: [.control, .store, .method("action/redo"), .method("log/list")]) { bench in
            if bench.facts.plan != nil { try await bench.dispatch(times: 1, try await bench.session()) }
            let peer = try await bench.session()
            var count = 0
            for store in bench.facts.stores.compactMap({ $0["id"] }) {
                let entries = try await peer.ask("log/list", ["store": store, "limit": 100])["entries"]?.list ?? []
                for entry in entries {
                    for place in placeholders(in: entry["action"] ?? .null, "").prefix(2) {
                        count += 1
                        for (op, path) in [("move", ""), ("copy", ""), ("copy", "\(place)-")] {
                            let change: Value = ["op": .string(op), "from": .string(place), "path": .string(path)]
                            let params: Value.Object = [
                                "store": store, "seq": entry["seq"] ?? .null, "dryRun": true, "changes": [change],
                            ]
                            let answer = try await peer.answer(to: try await peer.post("action/redo", params))
                            try expect(
                                answer.refusalCode == -32602, "A hidden value is taken out of its place.",
                                expected: "-32602 for \(op) from \(place)", got: answer.value)
                        }
                    }
                }
            }
            if count == 0 { throw Finding.skipped("no action in the logs has a hidden text in it") }
        },
        Probe("access.own", needs: [.sharedServer, .store, .method("bookmark/set"), .method("bookmark/remove")]) {
            bench in
            let (one, other) = (try await bench.session(access: "read"), try await bench.session(access: "read"))
            let store = try bench.store()
            let name = Value.string("conformance-own")
            _ = try await one.ask("bookmark/set", ["store": store, "name": name])
            for method in ["bookmark/set", "bookmark/remove"] {
                let answer = try await other.answer(to: try await other.post(method, ["store": store, "name": name]))
                try expect(
                    answer.refusalCode == -33008, "\(method) changes something of another session.", expected: "-33008",
                    got: answer.value)
            }
            _ = try await one.ask("bookmark/remove", ["store": store, "name": name])
        },
        Probe(
            "branch.aside",
            needs: [.control, .action, .method("branch/create"), .method("branch/list"), .method("branch/delete")]
        ) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            let seq = try await bench.dispatch(times: 3, peer).last?["seq"] ?? .null
            let before = try await bench.snapshot(peer)
            let answer = try await peer.answer(
                to: try await peer.post("branch/create", ["store": store, "edits": [["skip": seq]]]))
            guard answer.refusalCode != -33011 else { throw Finding.skipped("the store cannot be replayed") }
            guard let branch = answer.value["result"]?["branch"], let id = branch["id"]?.text else {
                throw Finding.failed("branch/create is refused.", expected: "a branch", got: answer.value)
            }
            try await bench.expectUnchanged(before, peer, after: "branch/create")
            let state = try await peer.answer(
                to: try await peer.post("state/get", ["store": store, "at": .string("branch:\(id)")]))
            try expect(
                state.refusalCode == nil, "The state of a branch cannot be read.", expected: "a result",
                got: state.value)
            for isThere in [true, false] {
                let listed = try await peer.ask("branch/list", ["store": store])["branches"]?.list ?? []
                try expect(
                    listed.contains { $0["id"]?.text == id } == isThere,
                    "branch/list does not match the existing branches.",
                    expected: isThere ? "the branch \(id)" : "no branch \(id)", got: .array(listed))
                if isThere { _ = try await peer.ask("branch/delete", ["store": store, "id": .string(id)]) }
            }
            try await bench.expectUnchanged(before, peer, after: "a branch was read and deleted")
        },
    ]

    /// The redacted leaves of a node, except enums: their placeholder is a case, which may also be the real one.
    private static func hidden(in node: Value) -> [Value] {
        let below = (node["children"]?.list ?? []).flatMap(hidden)
        let isLeaf = node["value"] != nil && node["kind"]?.text != "enum"
        return node["redacted"]?.flag == true && isLeaf ? [node] + below : below
    }

    /// The places of redacted strings in a value.
    private static func placeholders(in form: Value, _ path: String) -> [String] {
        switch form {
        case .string(let text): return text.hasPrefix("‹redacted") && text.hasSuffix("›") ? [path] : []
        case .array(let elements):
            return elements.enumerated().flatMap { placeholders(in: $1, "\(path)/\($0)") }
        case .object(let members):
            return members.flatMap { key, value in
                let token = key.replacing("~", with: "~0").replacing("/", with: "~1")
                return placeholders(in: value, "\(path)/\(token)")
            }
        case .null, .bool, .int, .uint, .double: return []
        }
    }

    /// The placeholders of values that are encoded as strings.
    private static let texts: Set<String> = [
        "1970-01-01T00:00:00Z", "redacted:", "00000000-0000-0000-0000-000000000000", "0", "",
    ]

    /// Whether a value may be a placeholder.
    private static func isPlaceholder(_ value: Value) -> Bool {
        switch value {
        case .null, .bool(false), .int(0), .uint(0): true
        case .double(let number): number == 0
        case .string(let text): texts.contains(text) || text.hasPrefix("‹redacted") && text.hasSuffix("›")
        case .array(let elements): elements.isEmpty
        case .object(let members): members.allSatisfy { isPlaceholder($0.value) }
        case .bool, .int, .uint: false
        }
    }
}
