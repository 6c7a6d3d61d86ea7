internal import StrobeTree

extension Probe {
    /// Section 8: clients that do not read.
    static let lag: [Probe] = [
        Probe("lag.answers", needs: [.store]) { bench in
            let peer = try await bench.session()
            let limit = try await peer.limit("outstandingRequests")
            // As many requests as allowed are sent before anything is read.
            var ids: [Value] = []
            for _ in 0..<min(limit, 1_000) {
                ids.append(try await peer.post("store/describe", ["store": try bench.store()]))
            }
            for id in ids { _ = try await peer.result(of: id, "One of many requests that were not read") }
        },
        Probe(
            "lag.marker", needs: [.sharedServer, .control, .action, .method("subscribe"), .event("log")]
        ) { bench in
            let flood = try await Flood(bench)
            do {
                try await flood.run()
                bench.journal.noteTried("lag.dispatch")
            } catch let finding as Finding {
                bench.journal.note("lag.dispatch", finding)
                throw Finding.skipped("the stores waited for a client that does not read")
            }
            try await flood.expectEverythingSent()
        },
        Probe(
            "lag.dispatch", needs: [.sharedServer, .control, .action, .method("subscribe"), .event("log")]
        ) { bench in
            guard !bench.journal.isTried("lag.dispatch") else { return }
            // A dispatch that waits for the client that does not read would time out.
            try await (try await Flood(bench)).run()
        },
        Probe(
            "lag.bounded", needs: [.sharedServer, .control, .store, .method("replay/begin"), .method("replay/end")]
        ) { bench in
            let (sleeper, writer) = (try await bench.session(access: "read"), try await bench.session())
            let queue = try await sleeper.limit("queueBytes")
            guard queue <= 64 << 20 else { throw Finding.skipped("more than 64 MiB of notifications may wait") }
            let store = try bench.store()
            // A note in the log is sent to every subscription, and belongs to no stream either.
            let isNoting = bench.facts.methods.contains("subscribe") && bench.facts.events.contains("log")
            let copies = isNoting ? try await subscribe(sleeper, store) : 0
            if isNoting { _ = try await writer.subscribe(bench, ["log"]) }
            // Every session gets these, whether it subscribed to anything or not. Effects run as usual.
            let begin: Value.Object = [
                "store": store, "effects": "live", "source": .string(String(repeating: "x", count: 900)),
            ]
            guard try await writer.answer(to: try await writer.post("replay/begin", begin)).refusalCode == nil else {
                throw Finding.skipped("nothing can be replayed into the store")
            }
            let together = min(max(try await writer.limit("outstandingRequests") / 4, 1), 16)
            var sent = 0
            var isOver = false
            while sent < queue * 2 + Flood.systemBytes(bench) * 2, !isOver {
                var requests: [(method: String, params: Value.Object?)] = []
                for _ in 0..<together { requests += [("replay/end", ["store": store]), ("replay/begin", begin)] }
                let ids = try await writer.post(requests)
                for id in ids { _ = try await writer.result(of: id, "replay/begin, or replay/end") }
                let bytes = await writer.takeRest().reduce(0) { sum, message in
                    switch message.method {
                    case "replay/changed": sum + message.size
                    case "log/noted": sum + message.size * copies
                    default: sum
                    }
                }
                guard bytes > 0 else {
                    throw Finding.failed("A session is not notified of its replay.", expected: "replay/changed")
                }
                sent += bytes
                // A closed connection accepts nothing any more.
                isOver = (try? await sleeper.send(WrongLines.answer)) == nil
            }
            _ = try await writer.ask("replay/end", ["store": store])
            let last = await sleeper.text("store/list")
            try? await sleeper.send(last.text)
            while let message = try await sleeper.next() {
                try expect(
                    message.id != last.id,
                    "A session continues after it left \(sent) bytes unread that must not be dropped.",
                    expected: "its end, after twice \(queue) bytes", got: message.value)
            }
        },
    ]

    /// Subscribes to the log of a store many times.
    ///
    /// - Returns: How many times.
    private static func subscribe(_ peer: TriedConnection, _ store: Value) async throws -> Int {
        for count in 0..<60 {
            let id = try await peer.post("subscribe", ["store": store, "events": ["log"]])
            if try await peer.answer(to: id).refusalCode != nil { return count }
        }
        return 60
    }

    /// Section 5: the gate.
    static let gate: [Probe] = [
        Probe("gate.hold", needs: [.control, .action, .method("gate/pause"), .method("gate/resume")]) { bench in
            let peer = try await bench.session()
            let store = try await pausedStore(bench, peer)
            let before = try await peer.ask("gate/pause", ["store": store])
            var held: [Value] = []
            for number in 0..<3 {
                let result = try await peer.ask("action/dispatch", try bench.dispatch(number))
                guard let id = result["held"] else {
                    throw Finding.failed(
                        "A dispatch to a paused gate is not held.", expected: "held", got: .object(result))
                }
                try expect(
                    result["changed"] == false && result["seq"] == before["seq"], "A held action took effect.",
                    expected: "changed false, seq \(JSON.text(before["seq"] ?? .null))", got: .object(result))
                held.append(id)
            }
            let status = try await peer.ask("gate/status", ["store": store])
            let listed = (status["held"]?.list ?? []).compactMap { $0["id"] }.filter(held.contains)
            try expect(
                listed == held, "The gate does not hold the actions in order.", expected: "\(held)", got: .array(listed)
            )
            _ = try await peer.ask("gate/resume", ["store": store])
            try await expectReduced(held.count, after: before["seq"]?.integer ?? 0, store, peer)
        },
        Probe("gate.step", needs: [.control, .action, .method("gate/step"), .method("gate/drop")]) { bench in
            let peer = try await bench.session()
            let store = try await pausedStore(bench, peer)
            let before = try await peer.ask("gate/pause", ["store": store])
            let base = before["count"]?.integer ?? 0
            for number in 0..<3 { _ = try await peer.ask("action/dispatch", try bench.dispatch(number)) }
            _ = try await peer.ask("gate/step", ["store": store, "count": 2])
            let status = try await peer.ask("gate/status", ["store": store])
            // Actions of the program itself are held as well.
            try expect(
                status["count"]?.integer ?? -1 >= base + 1 && status["paused"] == true,
                "The gate let too many actions through.",
                expected: "one still held", got: .object(status))
            try await expectReduced(min(2, 2 + Int(base)), after: before["seq"]?.integer ?? 0, store, peer)
            _ = try await peer.ask("gate/drop", ["store": store, "all": true])
            _ = try await peer.ask("gate/resume", ["store": store])
        },
        Probe("gate.drop", needs: [.control, .action, .method("gate/pause"), .method("gate/drop")]) { bench in
            let peer = try await bench.session()
            let store = try await pausedStore(bench, peer)
            let before = try await peer.ask("gate/pause", ["store": store])
            let held = try await peer.ask("action/dispatch", try bench.dispatch())["held"] ?? .null
            _ = try await peer.ask("gate/drop", ["store": store, "ids": .array([held])])
            let page = try await peer.ask("log/list", ["store": store, "limit": 1])
            let notes = (page["notes"]?.list ?? []).filter { $0["afterSeq"] == before["seq"] }
            try expect(
                !notes.isEmpty, "The log does not report that an action was dropped.", expected: "an entry in notes",
                got: .object(page))
            _ = try await peer.ask("gate/resume", ["store": store])
            let after = try await peer.ask("gate/status", ["store": store])
            try expect(
                after["seq"] == before["seq"] || (before["count"]?.integer ?? 0) > 0, "A dropped action was reduced.",
                expected: "seq \(JSON.text(before["seq"] ?? .null))", got: .object(after))
        },
        Probe("gate.edit", needs: [.control, .action, .method("gate/pause"), .method("gate/edit")]) { bench in
            let peer = try await bench.session()
            let store = try await pausedStore(bench, peer)
            _ = try await peer.ask("gate/pause", ["store": store])
            let held = try await peer.ask("action/dispatch", try bench.dispatch())["held"] ?? .null
            let action = try bench.dispatch()["action"] ?? .null
            let edit = try await peer.ask("gate/edit", ["store": store, "id": held, "action": action])
            let dispatched = (edit["status"]?["held"]?.list ?? []).first { $0["id"] == held }?["label"]
            let seq = edit["status"]?["seq"]?.integer ?? 0
            _ = try await peer.ask("gate/resume", ["store": store])
            try await expectReduced(1, after: seq, store, peer)
            let page = try await peer.ask("log/list", ["store": store, "from": .int(seq + 1)])
            let edited = (page["entries"]?.list ?? []).compactMap { $0["editedFrom"] }
            // It was edited without a change.
            try expect(
                dispatched.map { edited == [$0] } == true, "The log does not report what an edited action was.",
                expected: "editedFrom \(JSON.text(dispatched ?? .null))", got: .object(page))
        },
        Probe("gate.leave", needs: [.sharedServer, .control, .action, .method("gate/pause")]) { bench in
            let (holder, other) = (try await bench.session(), try await bench.session())
            let store = try await pausedStore(bench, holder)
            _ = try await holder.ask("gate/pause", ["store": store])
            let result = try await other.ask("action/dispatch", try bench.dispatch())
            try expect(
                result["held"] != nil, "A dispatch to a paused gate is not held.", expected: "held",
                got: .object(result))
            await holder.close()
            try await expectReduced(1, after: result["seq"]?.integer ?? 0, store, other)
        },
    ]

    /// The store for the dispatches, with its gate open and used by no other client.
    private static func pausedStore(_ bench: Bench, _ peer: TriedConnection) async throws -> Value {
        let store = try bench.store()
        let described = try await peer.ask("store/describe", ["store": store])
        guard described["capabilities"]?["gate"] == true else { throw Finding.skipped("the store has no gate") }
        guard described["paused"] == false else { throw Finding.skipped("another client holds the gate") }
        return store
    }

    /// Waits until a store has a number of further transitions.
    private static func expectReduced(_ count: Int, after seq: Int64, _ store: Value, _ peer: TriedConnection)
        async throws
    {
        let clock = ContinuousClock()
        let deadline = clock.now + peer.timeout
        var now: Int64 = -1
        while clock.now < deadline {
            now = try await peer.ask("store/describe", ["store": store])["seq"]?.integer ?? -1
            if now >= seq + Int64(count) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Finding.failed(
            "An action that was let through was not reduced.", expected: "seq \(seq + Int64(count))", got: "\(now)")
    }
}
