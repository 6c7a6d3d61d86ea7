internal import StrobeTree

extension Probe {
    /// Section 4: elements identified by their id.
    static let elements: [Probe] = [
        Probe("path.id", needs: [.store, .method("state/get"), .method("state/tree")]) { bench in
            let peer = try await bench.session()
            for store in bench.facts.stores.compactMap({ $0["id"] }) {
                if try await isNamed(in: store, peer) { return }
            }
            let reason = "no state has a list whose elements have an id"
            guard bench.facts.hasControl, bench.facts.plan != nil else { throw Finding.skipped(reason) }
            // Some action may create one.
            for candidate in try await Candidate.all(bench, peer) {
                let values = (candidate.trial["changes"]?.list ?? []).compactMap { $0["value"] }
                guard values.contains(where: { $0["id"] != nil || hasElements($0) }) else { continue }
                _ = try await candidate.dispatch(peer)
                if try await isNamed(in: candidate.store, peer) { return }
            }
            throw Finding.skipped(reason)
        }
    ]

    /// Whether an element of a store's state can be identified by its id; if so, checks that the path leads to it.
    private static func isNamed(in store: Value, _ peer: TriedConnection) async throws -> Bool {
        let id = try await peer.post("state/tree", ["store": store, "depth": 12, "count": 1_000])
        guard let root = try await peer.answer(to: id).value["result"]?["node"],
            let (list, ids) = identified(in: root)
        else { return false }
        let last = ids[ids.count - 1]
        guard let index = ids.firstIndex(of: last) else { return false }
        let token = "[id=\(last)]".replacing("~", with: "~0").replacing("/", with: "~1")
        let (named, plain) = ("\(list)/\(token)", "\(list)/\(index)")
        for _ in 0..<10 {
            let requests = try await peer.post([
                ("state/get", ["store": store, "path": .string(named)]),
                ("state/get", ["store": store, "path": .string(plain)]),
                ("state/tree", ["store": store, "path": .string(named), "depth": 0]),
            ])
            var answers: [Message] = []
            for request in requests { answers.append(try await peer.answer(to: request)) }
            let seqs = answers.compactMap { $0.value["result"]?["seq"]?.integer }
            // The program runs meanwhile, and may have moved the element.
            if Set(seqs).count > 1 || answers[1].refusalCode != nil { continue }
            try expect(
                answers[0].value["result"]?["value"] == answers[1].value["result"]?["value"],
                "\(named) is not the element at \(plain).",
                expected: JSON.text(answers[1].value["result"]?["value"] ?? .null), got: answers[0].value)
            let path = answers[2].value["result"]?["node"]?["path"]?.text
            try expect(
                path == plain, "The answer for \(named) has another path than the plain one.", expected: plain,
                got: answers[2].value)
            let refusal = try await peer.refusal(
                of: "state/get", ["store": store, "path": .string("\(list)/[id=nobody has this id]")], with: -33005)
            try expect(
                refusal.data["path"]?.text.map(list.hasPrefix) ?? false,
                "data.path is not the longest part that exists.", expected: list, got: .object(refusal.data))
            return true
        }
        return false
    }

    /// The path of a list whose elements have ids, and the ids.
    private static func identified(in node: Value) -> (list: String, ids: [String])? {
        let children = node["children"]?.list ?? []
        if node["kind"]?.text == "array", let path = node["path"]?.text, !children.isEmpty {
            let ids = children.compactMap { child in
                (child["children"]?.list ?? []).first { $0["name"]?.text == "id" && $0["redacted"] == nil }?["value"]
            }
            let texts = ids.compactMap { $0.text ?? $0.integer.map { String($0) } }
            if texts.count == children.count { return (path, texts) }
        }
        for child in children {
            if let found = identified(in: child) { return found }
        }
        return nil
    }

    /// Whether a value has a list whose elements have ids.
    private static func hasElements(_ value: Value) -> Bool {
        if let list = value.list { return list.contains { $0["id"] != nil || hasElements($0) } }
        return value.members?.contains { hasElements($0.value) } ?? false
    }
}
