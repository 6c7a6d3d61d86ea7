internal import StrobeTree

extension Probe {
    /// Section 3: the begin of a connection.
    static let handshake: [Probe] = [
        Probe("session.initialize") { bench in
            let hello = await (try await bench.session()).hello
            try expect(
                hello["protocolVersion"] == 1, "The version is different.", expected: "1",
                got: hello["protocolVersion"])
            for (member, part) in [("server", "name"), ("server", "version"), ("process", "name")] {
                try expect(
                    hello[member]?[part]?.text?.isEmpty == false, "\(member).\(part) is not a string.",
                    got: hello[member])
            }
            for part in ["pid", "startedAt"] {
                try expect(
                    hello["process"]?[part]?.integer ?? 0 > 0, "process.\(part) is not a positive integer.",
                    got: hello["process"])
            }
            try expect(hello["session"]?.text?.isEmpty == false, "session is not a string.", got: hello["session"])
            try expect(
                ["read", "control"].contains(hello["access"]?.text), "access is neither read nor control.",
                got: hello["access"])
            for part in ["methods", "events"] {
                try expect(
                    hello["capabilities"]?[part]?.list?.allSatisfy { $0.text != nil } == true,
                    "capabilities.\(part) is not a list of strings.", got: hello["capabilities"])
            }
            try expect(hello["stores"]?.list != nil, "stores is not a list.", got: hello["stores"])
            for store in hello["stores"]?.list ?? [] { try expectDescription(store) }
        },
        Probe("session.first-line") { bench in
            var requests = [#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#]
            if bench.facts.plan != nil {
                let dispatch = JSON.text(.object(try bench.dispatch()))
                requests.append(#"{"jsonrpc":"2.0","id":1,"method":"action/dispatch","params":\#(dispatch)}"#)
            }
            for line in requests {
                let peer = try await bench.stranger()
                await peer.expectAnswer(to: 1)
                try? await peer.send(line)
                if let answer = try await peer.next() {
                    // Only the process that started the server may be told the reason.
                    try expect(
                        answer.refusalCode == -32002 && !bench.subject.transport.isShared,
                        "A request before initialize is answered.", expected: "the end of the connection",
                        got: answer.value)
                    try await peer.expectEnd(after: "-32002")
                }
                await peer.close()
            }
            let hello = bench.hello()
            for line in [
                "{}", "{ this is not JSON }", #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}"#,
                bench.hello { $0["protocolVersion"] = "1" }, bench.hello { $0["client"] = "me" },
                bench.hello { $0["access"] = "everything" }, bench.hello { $0["Access"] = "read" },
                hello.without(#""id":"hello","#),
                hello.without(#""jsonrpc":"2.0","#), "{}\n" + hello,
            ] {
                let peer = try await bench.stranger()
                try? await peer.send(line)
                let answer = try await peer.next()
                try expect(
                    answer == nil, "A first line that opens no session is answered: \(Finding.shortened(line))",
                    expected: "the end of the connection", got: answer?.value)
                await peer.close()
            }
        },
        Probe("session.first-byte") { bench in
            for line in ["[", " " + bench.hello(), "\u{FEFF}" + bench.hello(), "\u{0}", "hello", "\u{16}\u{3}\u{1}"] {
                let peer = try await bench.stranger()
                try? await peer.send(line)
                try await peer.expectEnd(after: "a first byte that is not {")
                await peer.close()
            }
            // A server that waits for the end of the line closes when the time is over, and then not in the order of
            // the connections.
            for first in ["P", "\n\r\n[", "\u{16}"] {
                var isAtOnce = false
                for _ in 0..<3 where !isAtOnce {
                    let (silent, peer) = (try await bench.connect(), try await bench.stranger())
                    try? await peer.write(Array(first.utf8))
                    try await peer.expectEnd(
                        after: "a first byte that is not {", within: .seconds(5) + bench.options.timeout)
                    isAtOnce = await opens(silent, bench)
                    await peer.close()
                    await silent.close()
                }
                try expect(
                    isAtOnce, "After a first byte that is not {, the server waits for the end of the line.",
                    expected: "the end of the connection at once", got: .string(first))
            }
        },
        Probe("session.first-length") { bench in
            let limit = Int(bench.facts.hello["limits"]?["handshakeLineBytes"]?.integer ?? 16_384)
            guard limit <= 16 << 20 else { throw Finding.skipped("the first line may have more than 16 MiB") }
            let room = limit - bench.hello { $0["x-padding"] = "" }.utf8.count
            func padded(_ count: Int) -> String {
                bench.hello { $0["x-padding"] = .string(String(repeating: "x", count: max(count, 0))) }
            }
            for count in [room + 1, room + limit] {
                let peer = try await bench.stranger()
                try? await peer.send(padded(count))
                try await peer.expectEnd(after: "a first line that is too long")
                await peer.close()
            }
            let peer = try await bench.connect()
            await peer.expectAnswer(to: "hello")
            try await peer.send(padded(room))
            _ = try await peer.result(of: "hello", "An initialize as long as handshakeLineBytes allows")
        },
        Probe("session.timeout") { bench in
            let (silent, halting) = (try await bench.connect(), try await bench.connect())
            try await halting.write(Array(#"{"jsonrpc":"#.utf8))
            let time = Duration.seconds(5) + bench.options.timeout
            try await silent.expectEnd(after: "5 seconds of silence", within: time)
            try await halting.expectEnd(after: "5 seconds of half a line", within: time)
        },
        Probe("session.waiting", needs: [.sharedServer]) { bench in
            let limit = Int(bench.facts.hello["limits"]?["sessions"]?.integer ?? 64)
            guard limit <= 256 else { throw Finding.skipped("more than 256 connections may wait") }
            var silent: [TriedConnection] = []
            for _ in 0..<(limit + 4) { silent.append(try await bench.connect()) }
            // A client that is closed without an answer may try again.
            var isIn = false
            for _ in 0..<3 where !isIn {
                let peer = try await bench.connect()
                isIn = await opens(peer, bench)
                await peer.close()
            }
            try expect(
                isIn, "\(silent.count) silent connections keep another client out.",
                expected: "the result of initialize", got: nil)
            try await silent[0].expectEnd(
                after: "more silent connections than may wait", within: .seconds(5) + bench.options.timeout)
        },
        Probe("session.version") { bench in
            for version: Value in [2, 0, -1, .int(.max)] {
                let peer = try await bench.stranger()
                await peer.expectAnswer(to: "hello")
                try await peer.send(bench.hello { $0["protocolVersion"] = version })
                let answer = try await peer.answer(to: "hello")
                guard case .refusal(let refusal) = answer.content, refusal.code == -33002 else {
                    throw Finding.failed(
                        "The version \(JSON.text(version)) is not refused.", expected: "-33002 unsupportedVersion",
                        got: answer.value)
                }
                try expect(
                    refusal.data["supported"]?.list?.contains(1) == true, "data.supported does not list 1.",
                    expected: "[1]", got: .object(refusal.data))
                try await peer.expectEnd(after: "a version that is refused")
                await peer.close()
            }
        },
        Probe("session.full", needs: [.sharedServer]) { bench in
            let first = try await bench.session(access: "read")
            let limit = try await first.limit("sessions")
            guard limit <= 256 else { throw Finding.skipped("more than 256 sessions are allowed") }
            // Other clients may be attached as well, so that the limit may be reached earlier.
            for _ in 0..<limit {
                let peer = try await bench.connect()
                await peer.expectAnswer(to: "hello")
                try await peer.send(bench.hello { $0["access"] = "read" })
                let answer = try await peer.answer(to: "hello")
                guard case .refusal(let refusal) = answer.content else { continue }
                try expect(
                    refusal.code == -33009 && refusal.data["limit"]?.integer == Int64(limit),
                    "One session too many is refused in another way.",
                    expected: "-33009 with data.limit \(limit)", got: answer.value)
                try await peer.expectEnd(after: "one session too many")
                _ = try await first.ask("ping")
                return try await expectRoom(min(limit, 4), bench)
            }
            throw Finding.failed(
                "\(limit + 1) sessions were opened.", expected: "-33009 tooManyClients", got: "results of initialize")
        },
        Probe("session.pipelining") { bench in
            let peer = try await bench.connect()
            await peer.expectAnswer(to: "hello")
            let requests = [await peer.text("store/list"), await peer.text("ping"), await peer.text("store/list")]
            try await peer.send(([bench.hello()] + requests.map(\.text)).joined(separator: "\n"))
            _ = try await peer.result(of: "hello", "initialize")
            for request in requests { _ = try await peer.result(of: request.id, "A request after initialize") }
        },
    ]

    /// Waits until the server has released the sessions opened here: the next probes need some.
    private static func expectRoom(_ count: Int, _ bench: Bench) async throws {
        await bench.close()
        let clock = ContinuousClock()
        let deadline = clock.now + bench.options.timeout
        var open = 0
        while clock.now < deadline {
            if await opens(try await bench.connect(), bench) {
                open += 1
                if open == count { return }
            } else {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        throw Finding.failed("No client can connect after all sessions ended.", expected: "the result of initialize")
    }

    /// Whether a session opens on a new connection.
    private static func opens(_ peer: TriedConnection, _ bench: Bench) async -> Bool {
        await peer.expectAnswer(to: "hello")
        guard (try? await peer.send(bench.hello { $0["access"] = "read" })) != nil else { return false }
        return (try? await peer.result(of: "hello", "initialize")) != nil
    }

    static func expectDescription(_ store: Value) throws(Finding) {
        for part in ["id", "name", "stateType", "actionType", "kind"] {
            try expect(store[part]?.text != nil, "The \(part) of a store is not a string.", got: store)
        }
        for part in ["seq", "firstSeq"] {
            try expect(store[part]?.integer ?? -1 >= 0, "The \(part) of a store is not a seq.", got: store)
        }
        try expect(store["paused"]?.flag != nil, "paused of a store is not a boolean.", got: store)
        for part in ["dispatch", "replay", "jump", "gate", "edit"] {
            try expect(
                store["capabilities"]?[part]?.flag != nil, "The capability \(part) is not a boolean.", got: store)
        }
    }
}

extension String {
    /// The text with the first occurrence of a part removed.
    fileprivate func without(_ part: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return String(self[..<range.lowerBound] + self[range.upperBound...])
    }
}
