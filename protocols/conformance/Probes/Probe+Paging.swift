internal import StrobeTree

extension Probe {
    /// Section 8: pages.
    static let paging: [Probe] = [
        Probe("paging.log", needs: [.store, .method("log/list")]) { bench in
            let peer = try await bench.session()
            let store = try bench.store()
            if bench.facts.plan != nil, bench.facts.hasControl { try await bench.dispatch(times: 7, peer) }
            let whole = try await peer.ask("log/list", ["store": store])
            let entries = whole["entries"]?.list ?? []
            guard let first = entries.first?["seq"]?.integer, let last = entries.last?["seq"]?.integer,
                entries.count > 2
            else { throw Finding.skipped("the log has fewer than three entries") }
            let seqs = entries.compactMap { $0["seq"]?.integer }
            var found: [Int64] = []
            var from: Int64? = first
            while let start = from {
                let page = try await peer.ask(
                    "log/list", ["store": store, "from": .int(start), "to": .int(last), "limit": 2])
                found += (page["entries"]?.list ?? []).compactMap { $0["seq"]?.integer }
                from = page["next"]?.integer
                // New entries must not move the pages.
                if bench.facts.plan != nil, bench.facts.hasControl, found.count < 5 {
                    try await bench.dispatch(times: 1, peer)
                }
                guard found.count <= seqs.count, from ?? .max > start else {
                    throw Finding.failed("Pages repeat themselves.", expected: "\(seqs)", got: "\(found)")
                }
            }
            guard found == seqs else {
                throw Finding.failed("Pages do not have every entry once.", expected: "\(seqs)", got: "\(found)")
            }
            found = []
            var to: Int64? = last
            while let end = to {
                let page = try await peer.ask("log/list", ["store": store, "to": .int(end), "limit": 2])
                // The last of these pages may begin before the page that the entries are compared with.
                let part = (page["entries"]?.list ?? []).compactMap { $0["seq"]?.integer }.filter { $0 >= first }
                found = part + found
                to = page["previous"]?.integer.flatMap { $0 >= first ? $0 : nil }
                guard found.count <= seqs.count, to ?? .min < end else {
                    throw Finding.failed("Pages repeat themselves backwards.", expected: "\(seqs)", got: "\(found)")
                }
            }
            guard found == seqs else {
                throw Finding.failed(
                    "Pages backwards do not have every entry once.", expected: "\(seqs)", got: "\(found)")
            }
        },
        Probe("paging.tree", needs: [.store, .method("state/tree")]) { bench in
            let peer = try await bench.session()
            for store in bench.facts.stores.compactMap({ $0["id"] }) {
                let tree = try await peer.ask("state/tree", ["store": store, "depth": 2])
                guard let seq = tree["seq"], let node = widest(tree["node"] ?? .null) else { continue }
                let all = (node["children"]?.list ?? []).compactMap { $0["name"]?.text }
                var found: [String] = []
                while true {
                    let answer = try await peer.answer(
                        to: try await peer.post(
                            "state/tree",
                            [
                                "store": store, "path": node["path"] ?? "", "at": seq, "start": Value(found.count),
                                "count": 1,
                            ]))
                    if answer.refusalCode == -33006 || answer.refusalCode == -33011 {
                        throw Finding.skipped("the store keeps no past states")
                    }
                    let page = answer.value["result"]?["node"]
                    let part = (page?["children"]?.list ?? []).compactMap { $0["name"]?.text }
                    found += part
                    guard page?["more"] != nil else { break }
                    guard !part.isEmpty, found.count <= all.count else {
                        throw Finding.failed("Pages of children do not end.", expected: "\(all)", got: answer.value)
                    }
                }
                guard found == all else {
                    throw Finding.failed("Pages do not have every child once.", expected: "\(all)", got: "\(found)")
                }
                return
            }
            throw Finding.skipped("no state has two children that can be paged")
        },
        Probe("paging.lowered", needs: [.store, .method("log/list")]) { bench in
            let peer = try await bench.session()
            let page = try await peer.limit("page")
            let store = try bench.store()
            for limit: Value in [Value(page + 1), 1_000_000_000, .int(.max)] {
                let result = try await peer.ask("log/list", ["store": store, "limit": limit])
                try expect(
                    result["entries"]?.list?.count ?? .max <= page, "A page has more entries than limits.page.",
                    expected: "at most \(page)", got: result["entries"].flatMap { $0.list?.count }.map { Value($0) })
            }
            if bench.facts.methods.contains("state/tree") {
                _ = try await peer.ask("state/tree", ["store": store, "count": 1_000_000_000])
            }
            for limit: Value in [0, -1] {
                try await peer.refusal(of: "log/list", ["store": store, "limit": limit], with: -32602)
            }
        },
    ]

    /// A node with at least two children, all of which are included.
    private static func widest(_ node: Value) -> Value? {
        ([node] + (node["children"]?.list ?? [])).first {
            $0["children"]?.list?.count ?? 0 > 1 && $0["more"] == nil
        }
    }
}
