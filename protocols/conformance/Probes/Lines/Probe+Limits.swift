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
                    limits?[name]?.integer ?? 0 > 0, "limits.\(name) is not an integer from 1.",
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
}
