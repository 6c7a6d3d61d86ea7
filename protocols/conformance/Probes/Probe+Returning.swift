internal import StrobeTree

extension Probe {
    /// Sections 3 and 8: connections that end, and clients that reconnect.
    static let returning: [Probe] = [
        Probe(
            "subscription.return",
            needs: [.sharedServer, .control, .action, .method("subscribe"), .event("log")]
        ) { bench in
            let (stayer, leaver) = (try await bench.session(), try await bench.session())
            let store = try bench.store()
            let subscription = try await leaver.subscribe(bench, ["log"])
            let known = try await bench.dispatch(times: 3, leaver).last?["seq"]?.integer ?? 0
            let last = try await leaver.settle().filter { $0.params["subscription"] == subscription.id }
                .compactMap { $0.params["entry"]?["seq"]?.integer }.last
            try expect(
                last ?? -1 >= known, "A subscription does not report what its own session did.",
                expected: "seq \(known)",
                got: last.map { .int($0) })
            await leaver.vanish()
            try await bench.dispatch(times: 4, stayer)

            let back = try await bench.session()
            let (before, now) = (await leaver.hello["process"], await back.hello["process"])
            try expect(
                now?["pid"] != nil && now?["pid"] == before?["pid"],
                "The process has another pid for a client that reconnects.",
                expected: before.map { JSON.text($0) }, got: now)
            let (start, again) = (before?["startedAt"]?.integer ?? 0, now?["startedAt"]?.integer ?? 0)
            try expect(
                (start &- 2_000_000...start &+ 2_000_000).contains(again),
                "The process has another start time for a client that reconnects.",
                expected: "\(start), or within two seconds of it",
                got: now)
            let from = last ?? 0
            let result = try await back.ask("subscribe", ["store": store, "events": ["log"], "fromSeq": .int(from)])
            let end = try await bench.dispatch(times: 1, back)[0]["seq"]?.integer ?? 0
            let sent = try await back.settle().filter { $0.params["subscription"] == result["subscription"] }
                .compactMap { $0.params["entry"]?["seq"]?.integer }.filter { $0 <= end }
            guard result["seq"] == .int(from), end > from, sent == Array((from + 1)...end) else {
                throw Finding.failed(
                    "A client that reconnects does not get all later entries.",
                    expected: "\(from + 1) to \(end), once each",
                    got: "from \(JSON.text(result["seq"] ?? .null)): \(sent)")
            }
            try await expectGapReported(store, bench, back)
        },
        Probe("session.closing") { bench in
            let peer = try await bench.session()
            guard peer.canAskForEnd else {
                throw Finding.skipped("the program was not started here, and cannot be ended")
            }
            _ = try await peer.ask("store/list")
            await peer.askForEnd()
            var last: Message?
            do {
                while let message = try await peer.next() { last = message }
            } catch let finding as Finding where last?.method != "server/closing" {
                throw Finding.skipped("SIGTERM does not end the program: \(finding.message)")
            }
            // The signal may also end the program without any message.
            guard let last, await peer.isClosing else {
                throw Finding.skipped("the program ends with SIGTERM, and its server does not close the session")
            }
            // That it is the last line is noted in the journal as well.
            try expect(
                last.method == "server/closing" && last.params["reason"]?.text?.isEmpty == false,
                "The last line of a session that the server ends is different.",
                expected: "server/closing with a reason", got: last.value)
        },
        Probe("session.failures") { bench in
            let transport = bench.subject.transport
            guard transport == .tcp || transport == .unix else {
                throw Finding.skipped("the endpoint is neither a TCP port nor a Unix socket")
            }
            guard await isOpen(bench) else { throw Finding.failed("No client can connect before anything failed.") }
            var isIn = true
            for _ in 0..<3 where isIn {
                await failHandshakes(bench)
                isIn = await isOpen(bench)
            }
            if transport == .unix {
                return try expect(
                    isIn, "Failed handshakes close a Unix socket, whose peers are known.",
                    expected: "the result of initialize", got: nil)
            }
            // A server need not do this, and may tolerate more.
            if isIn { throw Finding.skipped("the handshakes that fail in a second here close nothing") }
            let clock = ContinuousClock()
            let deadline = clock.now + .seconds(1) + bench.options.timeout
            repeat {
                try await Task.sleep(for: .milliseconds(250))
                if await isOpen(bench) { return }
            } while clock.now < deadline
            throw Finding.failed(
                "No client can connect after handshakes failed.", expected: "the result of initialize after a second")
        },
    ]

    /// Fails unless a client that was away too long learns from which seq on it can continue.
    private static func expectGapReported(_ store: Value, _ bench: Bench, _ peer: TriedConnection) async throws {
        let page = try await peer.ask("log/list", ["store": store, "limit": 1])
        guard let first = page["firstSeq"]?.integer, first > 2 else { return }
        let refusal = try await peer.refusal(
            of: "subscribe", ["store": store, "events": ["log"], "fromSeq": .int(first - 2)], with: -33006)
        guard let next = refusal.data["firstSeq"]?.integer, next >= first - 1 else {
            throw Finding.failed(
                "data.firstSeq is not a seq from which the log can continue.", expected: "\(first - 1) or later",
                got: .object(refusal.data))
        }
        let id = try await peer.post("subscribe", ["store": store, "events": ["log"], "fromSeq": .int(next)])
        let answer = try await peer.answer(to: id)
        try expect(
            answer.refusalCode == nil || answer.refusalCode == -33006,
            "A subscription from data.firstSeq on is refused.", expected: "a result", got: answer.value)
    }

    /// Makes more handshakes fail at once than a server should tolerate in a second.
    private static func failHandshakes(_ bench: Bench) async {
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        // How each ends is tested by other rules.
                        guard let peer = try? await bench.connect() else { continue }
                        try? await peer.write(Array("x\n".utf8))
                        _ = try? await peer.next()
                        await peer.close()
                    }
                }
            }
        }
    }

    /// Whether a session opens now.
    private static func isOpen(_ bench: Bench) async -> Bool {
        guard let peer = try? await bench.session(access: "read") else { return false }
        await peer.close()
        return true
    }
}
