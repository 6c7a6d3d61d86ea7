internal import StrobeTree

extension Probe {
    /// Section 9: the size of answers.
    static let sizes: [Probe] = [
        Probe("limits.initialize") { bench in
            // The largest possible answer: with the longest id that fits into the first line.
            let peer = try await bench.connect()
            let room = Int(bench.facts.hello["limits"]?["handshakeLineBytes"]?.integer ?? 16_384)
            let id = Value.string(String(repeating: "i", count: min(max(room - 1_024, 1), 1 << 20)))
            await peer.expectAnswer(to: id)
            var request: Value.Object = ["jsonrpc": "2.0", "id": id, "method": "initialize"]
            request["params"] = .object(bench.initialize())
            try await peer.send(JSON.text(.object(request)))
            let answer = try await peer.answer(to: id)
            try expect(
                answer.size <= 16_777_216,
                "The answer to initialize is longer than a client reads that does not know the limits.",
                expected: "at most 16777216 bytes", got: .string("\(answer.size) bytes"))
            try expect(
                answer.value["result"]?["limits"] != nil,
                "An initialize with a long id is refused.",
                expected: "a result, regardless of answerBytes", got: answer.value)
        },
        Probe("limits.nodes", needs: [.store]) { bench in
            let peer = try await bench.session()
            let (nodes, bytes) = (try await peer.limit("nodes"), try await peer.limit("answerBytes"))
            let lineBytes = try await peer.limit("lineBytes")
            var isReached = try await expectStatesFit(nodes, bench, peer)
            if try await expectAnswerFits(bytes, lineBytes, bench, peer) { isReached = true }
            if try await expectPageFits(bytes, lineBytes, bench, peer) { isReached = true }
            if !isReached { throw Finding.skipped("nothing here is as large as the limits") }
        },
    ]

    /// Fails if answers or notifications about states have more values than allowed.
    ///
    /// - Returns: Whether any reaches the limit.
    private static func expectStatesFit(_ limit: Int, _ bench: Bench, _ peer: TriedConnection) async throws -> Bool {
        guard bench.facts.methods.isSuperset(of: ["state/get", "state/tree"]) else { return false }
        var isReached = false
        for store in bench.facts.stores.compactMap({ $0["id"] }) {
            let tree = try await peer.answer(
                to: try await peer.post("state/tree", ["store": store, "depth": 64, "count": .int(.max)]))
            if let node = tree.value["result"]?["node"] {
                try expect(
                    count(of: node, by: { $0["children"]?.list ?? [] }) <= limit,
                    "state/tree returns more nodes than limits.nodes.", expected: "at most \(limit)", got: tree.value)
            }
            let whole = try await peer.answer(to: try await peer.post("state/get", ["store": store]))
            if let value = whole.value["result"]?["value"] {
                try expect(
                    count(of: value, by: { $0.list ?? $0.members?.map(\.value) ?? [] }) <= limit,
                    "state/get returns more values than limits.nodes.", expected: "at most \(limit)", got: whole.value)
            }
            guard whole.refusalCode == -33010 else { continue }
            isReached = true
            let page = try await peer.ask("state/tree", ["store": store, "count": 1])
            let children = page["node"]?["children"]?.list?.count ?? 0
            let counted = whole.value["error"]?["data"]?["count"]?.integer
            try expect(
                counted == nil || page["seq"] != tree.value["result"]?["seq"]
                    || page["node"]?["count"] == .int(counted ?? 0),
                "data.count is not the number of children.", expected: JSON.text(page["node"]?["count"] ?? .null),
                got: whole.value)
            try expect(
                Int64(children) + (page["node"]?["more"]?.integer ?? 0) == page["node"]?["count"]?.integer ?? 0,
                "A page of a too large state does not report the number of children.",
                expected: "children and more, count in all", got: .object(page))
        }
        return isReached
    }

    /// Fails unless an answer that is too large only because of its id is refused.
    ///
    /// - Returns: Whether an id can be long enough.
    private static func expectAnswerFits(
        _ limit: Int, _ lineLimit: Int, _ bench: Bench, _ peer: TriedConnection
    ) async throws -> Bool {
        let method = bench.facts.methods.contains("protocol/describe") ? "protocol/describe" : "store/list"
        let size = try await peer.answer(to: try await peer.post(method, id: "")).size
        // The refusal has to fit as well.
        guard size > 800, size + 64 < limit, limit - size + 128 <= lineLimit, limit <= 64 << 20 else { return false }
        for (length, isTooLong) in [(limit - size - 64, false), (limit - size + 1, true)] {
            let id = Value.string(String(repeating: "i", count: length))
            let answer = try await peer.answer(to: try await peer.post(method, id: id))
            try expect(
                answer.refusalCode == (isTooLong ? -33010 : nil),
                "An answer of \(size + length) bytes is \(isTooLong ? "not " : "")refused.",
                expected: isTooLong ? "-33010 tooLarge" : "the result", got: answer.value)
        }
        return true
    }

    /// Fails unless a page of the log with large actions is refused, or shorter than requested.
    ///
    /// - Returns: Whether actions can be large enough.
    private static func expectPageFits(
        _ limit: Int, _ lineLimit: Int, _ bench: Bench, _ peer: TriedConnection
    ) async throws -> Bool {
        // A server may omit actions that are much larger.
        let length = min(lineLimit - 1_024, limit / 4, 8_192)
        guard bench.facts.hasControl, bench.facts.methods.contains("log/list"), length > 0 else { return false }
        let count = limit / length + 1
        guard count <= min(try await peer.limit("page"), 600) else { return false }
        let text = String(repeating: "x", count: length)
        for var candidate in try await Candidate.all(bench, peer) {
            guard candidate.trial["error"] == nil, candidate.trial["effects"] == [],
                let long = ShapeValues.lengthened(candidate.action, text)
            else { continue }
            candidate.action = long
            var first: Value?
            var isTaken = true
            for _ in 0..<count where isTaken {
                let seq = try await candidate.dispatch(peer).value["result"]?["seq"]
                first = first ?? seq
                isTaken = seq != nil
            }
            guard isTaken, let first else { continue }
            let id = try await peer.post(
                "log/list", ["store": candidate.store, "from": first, "limit": Value(count)])
            let answer = try await peer.answer(to: id)
            // Restores the state, so that other probes do not find the long text in it.
            if let seq = candidate.trial["seq"], bench.facts.methods.contains("history/jump") {
                _ = try await peer.answer(
                    to: try await peer.post("history/jump", ["store": candidate.store, "seq": seq]))
            }
            let page = answer.value["result"]
            try expect(
                answer.size <= limit, "A page of \(count) long entries is neither refused nor shorter.",
                expected: "-33010, or at most \(limit) bytes, and next", got: .string("\(answer.size) bytes"))
            // A server may omit actions of this size.
            if answer.refusalCode != -33010, page?["entries"]?.list?.count == count { continue }
            try expect(
                answer.refusalCode == -33010 || page?["next"] != nil,
                "A page that is shorter than requested does not report that there are more.", expected: "next",
                got: answer.value)
            return true
        }
        return false
    }

    /// The number of nodes in a tree of values, including the root.
    private static func count(of value: Value, by parts: (Value) -> [Value]) -> Int {
        var count = 0
        var rest = [value]
        while let next = rest.popLast() {
            count += 1
            rest += parts(next)
        }
        return count
    }
}
