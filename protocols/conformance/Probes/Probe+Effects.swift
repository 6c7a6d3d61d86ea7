internal import StrobeTree

extension Probe {
    /// Section 5: effects while a client replays.
    static let effects: [Probe] = [
        Probe(
            "replay.effects", needs: [.control, .action, .method("replay/begin"), .method("replay/end")]
        ) { bench in
            guard !bench.facts.methods.isDisjoint(with: ["effect/list", "log/list"]) else {
                throw Finding.skipped("neither running effects nor what they dispatch can be listed")
            }
            let peer = try await bench.session()
            var tried = 0
            for candidate in try await Candidate.all(bench, peer) where tried < 6 {
                guard candidate.trial["effects"]?.list?.isEmpty == false else { continue }
                tried += 1
                // An effect that is not observed when it runs would not be missed when it does not.
                let clock = ContinuousClock()
                let start = clock.now
                guard try await isPerformed(candidate, bench, peer) == true else { continue }
                let sight = min(max((clock.now - start) * 10, .milliseconds(500)), longestSight)
                guard try await suppresses(candidate, sight, bench, peer) else { continue }
                return
            }
            throw Finding.skipped("no effect was found that is visible when performed, and can be requested again")
        }
    ]

    /// How long an effect may take to be observed.
    private static let longestSight = Duration.seconds(2)

    /// Replays an action whose effects are observed otherwise, with both ways to end a replay.
    ///
    /// - Parameter sight: How long nothing may be observed.
    /// - Returns: Whether the action requested its effects each time.
    private static func suppresses(
        _ candidate: Candidate, _ sight: Duration, _ bench: Bench, _ peer: TriedConnection
    ) async throws -> Bool {
        for effects in ["suppress", "recorded"] {
            // The replay that ends with its session is in another session, if there can be one.
            let isLeaving = effects == "recorded" && bench.subject.transport.isShared
            let replayer = isLeaving ? try await bench.session() : peer
            let begun = try await replayer.answer(
                to: try await replayer.post(
                    "replay/begin", ["store": candidate.store, "effects": .string(effects), "source": "a probe"]))
            if begun.refusalCode == -33011 { return false }
            try expect(
                begun.value["result"]?["replaying"]?["effects"]?.text == effects,
                "The answer to replay/begin is not the replay that it began.", expected: "replaying.effects \(effects)",
                got: begun.value)
            let isSeen = try await isPerformed(candidate, within: sight, bench, replayer)
            try expect(
                isSeen != true, "An effect is performed while a session replays with \(effects).",
                expected: "no running effect, and nothing dispatched by it", got: candidate.action)
            if isLeaving {
                await replayer.vanish()
            } else {
                let ended = try await replayer.ask("replay/end", ["store": candidate.store])
                try expect(
                    ended["ended"] == true, "A begun replay is not ended.", expected: "ended true",
                    got: .object(ended))
            }
            try await expectReplayOver(
                candidate.store, after: isLeaving ? "the end of its session" : "replay/end", peer)
            guard isSeen == false else { return false }
        }
        guard let isSeen = try await isPerformed(candidate, bench, peer) else { return false }
        try expect(
            isSeen, "After a replay ended, effects are no longer performed.", expected: "a running effect, or an entry",
            got: candidate.action)
        return true
    }

    /// Dispatches an action, and checks whether its effects have any result.
    ///
    /// - Returns: `nil` if it requests no effects now.
    private static func isPerformed(
        _ candidate: Candidate, within sight: Duration = longestSight, _ bench: Bench, _ peer: TriedConnection
    ) async throws -> Bool? {
        // It may request them in the state of its dry run only.
        if bench.facts.methods.contains("history/jump"), let seq = candidate.trial["seq"] {
            _ = try await peer.answer(
                to: try await peer.post("history/jump", ["store": candidate.store, "seq": seq]))
        }
        let result = try await candidate.dispatch(peer).value["result"]
        guard let seq = result?["seq"]?.integer, result?["held"] == nil, result?["effects"]?.list?.isEmpty == false
        else { return nil }
        let clock = ContinuousClock()
        let deadline = clock.now + sight
        repeat {
            if bench.facts.methods.contains("effect/list") {
                let listed = try await peer.ask("effect/list", ["store": candidate.store])["effects"]?.list ?? []
                if listed.contains(where: { $0["cause"] == .int(seq) }) { return true }
            }
            if bench.facts.methods.contains("log/list") {
                let page = try await peer.ask("log/list", ["store": candidate.store, "from": .int(seq + 1)])
                if page["entries"]?.list?.contains(where: { $0["cause"] == .int(seq) }) == true { return true }
            }
            try await Task.sleep(for: .milliseconds(10))
        } while clock.now < deadline
        return false
    }

    /// Waits until no client replays into a store.
    private static func expectReplayOver(_ store: Value, after what: String, _ peer: TriedConnection) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + peer.timeout
        while try await peer.ask("store/describe", ["store": store])["replaying"] != nil {
            guard clock.now < deadline else {
                throw Finding.failed(
                    "A replay continues after \(what).", expected: "no replaying", got: "replaying")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
