internal import StrobeTree

extension Probe {
    /// Section 5: the filter of the log.
    static let filter: [Probe] = [
        Probe("log.filter", needs: [.store, .method("log/list")]) { bench in
            let peer = try await bench.session()
            let store = try await busyStore(bench, peer)
            let whole = try await peer.ask("log/list", ["store": store, "limit": 12, "changes": true])
            let entries = whole["entries"]?.list ?? []
            guard let first = entries.first?["seq"], let last = entries.last?["seq"] else {
                throw Finding.skipped("the log has no entries")
            }
            for filter in filters(for: entries) {
                var found: Set<Int64> = []
                var kept: Int64 = 1
                var from: Value? = first
                // A page may be empty and still have a next one; each begins further on, so that the loop ends.
                while let start = from {
                    let params: Value.Object = [
                        "store": store, "from": start, "to": last, "limit": 5, "filter": .object(filter),
                    ]
                    // A path that can never exist may be refused.
                    let isDoubtful = filter["path"]?.text?.hasSuffix("/x") ?? false
                    let answer =
                        isDoubtful
                        ? try await peer.askOfPath("log/list", params) : try await peer.ask("log/list", params)
                    guard let page = answer else { break }
                    found.formUnion((page["entries"]?.list ?? []).compactMap { $0["seq"]?.integer })
                    kept = page["firstSeq"]?.integer ?? kept
                    from = page["next"]
                    try expect(
                        from.map { $0.integer ?? 0 > start.integer ?? 0 } ?? true, "The next page is not later.",
                        expected: "more than \(JSON.text(start))", got: .object(page))
                }
                for entry in entries {
                    guard let isExpected = fits(entry, filter), let seq = entry["seq"]?.integer, seq >= kept else {
                        continue
                    }
                    try expect(
                        found.contains(seq) == isExpected,
                        "The filter \(JSON.text(.object(filter))) \(isExpected ? "omits" : "returns") seq \(seq).",
                        expected: isExpected ? "the entry" : "not this entry", got: entry)
                }
            }
        }
    ]

    /// A store with entries in its log, more of which are dispatched if possible.
    private static func busyStore(_ bench: Bench, _ peer: TriedConnection) async throws -> Value {
        guard let plan = bench.facts.plan, bench.facts.hasControl else { return try bench.store() }
        try await bench.dispatch(times: 7, peer)
        return .string(plan.store)
    }

    /// Filters of each kind, some of which match entries of a log, and some none.
    private static func filters(for entries: [Value]) -> [Value.Object] {
        let labels = Set(entries.compactMap { $0["label"]?.text }).filter { $0.utf8.allSatisfy { $0 < 128 } }.sorted()
        let paths = Set(entries.flatMap { $0["changes"]?.list ?? [] }.compactMap { $0["path"]?.text }).sorted()
        var filters: [Value.Object] = [
            ["changed": true], ["changed": false], ["origin": "script"], ["origin": "restore"],
            ["origin": "script", "changed": false], ["action": "*"], ["action": "x no such label x"],
            ["path": "/x no such member/x"],
        ]
        for label in labels.prefix(2) {
            // Other characters may be special in a pattern.
            let pattern = String(label.map { $0.isLetter || $0.isNumber ? $0 : "?" })
            filters += [["action": .string(pattern)], ["action": .string(pattern.prefix(2) + "*")]]
        }
        for path in paths.prefix(2) {
            filters += [["path": .string(path)], ["path": .string(path + "/x"), "changed": true]]
        }
        return filters
    }

    /// Whether an entry matches a filter; `nil` if the entry does not say.
    private static func fits(_ entry: Value, _ filter: Value.Object) -> Bool? {
        var isKnown = true
        for (key, wanted) in filter {
            let fits: Bool? =
                switch key {
                case "action":
                    entry["label"]?.text.map { label in
                        let glob = Glob(wanted.text ?? "")
                        let name = label.firstIndex(of: "(").map { String(label[..<$0]) }
                        return glob.matches(label) || name.map(glob.matches) ?? false
                    }
                case "path": isChanged(entry["changes"], wanted.text ?? "")
                default: entry[key].map { $0 == wanted }
                }
            if fits == false { return false }
            if fits == nil { isKnown = false }
        }
        return isKnown ? true : nil
    }

    /// Whether the value at a path changed; `nil` if the changes do not say.
    private static func isChanged(_ changes: Value?, _ path: String) -> Bool? {
        guard let changes, let path = try? Path(pointer: path) else { return nil }
        return (try? MessageDecoder().decode([Change].self, from: changes))?.alter(path)
    }
}
