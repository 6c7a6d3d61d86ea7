internal import StrobeTree

extension Probe {
    /// Section 3: the capabilities and end of a session.
    static let session: [Probe] = [
        Probe("session.second") { bench in
            let peer = try await bench.session()
            try await peer.refusal(of: "initialize", bench.initialize(), with: -32600)
            _ = try await peer.ask("store/list")
        },
        Probe("session.methods") { bench in
            // A session with read access, so that nothing happens.
            let peer = try await bench.session(access: "read")
            let declared = bench.facts.methods
            for name in ["initialize", "ping", "shutdown"] {
                try expect(
                    declared.contains(name), "\(name) is not in capabilities.methods.",
                    got: bench.facts.hello["capabilities"]?["methods"])
            }
            let known = SpecifiedMethods.all
            let others = declared.subtracting(SpecifiedMethods.specified.map(\.name))
            for method in known + others.sorted().map({ SpecifiedMethods.Method(name: $0) }) {
                let params = SpecifiedMethods.params(
                    of: method, store: bench.facts.store, action: bench.facts.plan?.actions.first)
                let answer = try await peer.answer(to: try await peer.post(method.name, params))
                let isAnswered = answer.refusalCode != -32601
                try expect(
                    isAnswered == declared.contains(method.name),
                    "\(method.name) is \(isAnswered ? "answered but not declared" : "declared but not answered").",
                    expected: isAnswered ? "-32601 methodNotFound" : "anything else", got: answer.value)
            }
        },
        Probe("session.describe", needs: [.method("protocol/describe")]) { bench in
            let peer = try await bench.session()
            let answer = try await peer.answer(to: try await peer.post("protocol/describe"))
            if answer.refusalCode == -33010 {
                throw Finding.skipped("the description is longer than an answer of this server may be")
            }
            guard case .result(let result) = answer.content else {
                throw Finding.failed("protocol/describe is refused.", expected: "a result", got: answer.value)
            }
            let described = result["methods"]?.list ?? []
            for one in described + (result["notifications"]?.list ?? []) {
                let parts = (one["params"]?.list ?? []) + (one["result"]?.list ?? [])
                try expect(
                    one["method"]?.text != nil && one["summary"]?.text?.isEmpty == false && one["params"]?.list != nil
                        && parts.allSatisfy {
                            $0["name"]?.text != nil && $0["type"]?.text != nil && $0["required"]?.flag != nil
                        },
                    "A description lacks something.",
                    expected: "method, summary, params of name, type, required, summary", got: one)
            }
            let requests = described.filter { $0["access"] != nil }.compactMap { $0["method"]?.text }
            try expect(
                Set(requests) == bench.facts.methods, "The methods described are not those of capabilities.methods.",
                expected: bench.facts.methods.sorted().joined(separator: " "),
                got: .string(requests.sorted().joined(separator: " ")))
            for method in SpecifiedMethods.all where bench.facts.methods.contains(method.name) {
                let one = described.first { $0["method"]?.text == method.name }
                try expect(
                    one?["access"]?.text == (method.needsControl ? "control" : "read"),
                    "\(method.name) needs another access than described.",
                    expected: method.needsControl ? "control" : "read", got: one)
            }
        },
        Probe("session.shutdown") { bench in
            let peer = try await bench.session()
            let (first, second) = (await peer.text("store/list"), await peer.text("store/list"))
            let shutdown = await peer.text("shutdown")
            let late = await peer.text("store/list")
            try await peer.send([first, second, shutdown, late].map(\.text).joined(separator: "\n"))
            for request in [first, second] { _ = try await peer.result(of: request.id, "A request before shutdown") }
            let result = try await peer.result(of: shutdown.id, "shutdown")
            try expect(result.isEmpty, "The result of shutdown is not empty.", expected: "{}", got: .object(result))
            try await peer.expectNoMoreAnswers(after: "the answer to shutdown")
        },
        Probe("session.end", needs: [.sharedServer, .store, .method("subscribe")]) { bench in
            let (leaver, stayer) = (try await bench.session(), try await bench.session())
            let before = try await bench.snapshot(stayer)
            _ = try await leaver.ask("subscribe", ["store": try bench.store(), "events": ["log"]])
            try await leaver.write(Array(#"{"jsonrpc":"2.0","id":1,"meth"#.utf8))
            await leaver.vanish()
            try await bench.expectUnchanged(before, stayer, after: "a client that vanished")
            let again = try await bench.session()
            try await bench.expectUnchanged(before, again, after: "a client that vanished")
            if bench.facts.plan != nil, bench.facts.hasControl {
                _ = try await stayer.ask("action/dispatch", try bench.dispatch())
            }
        },
    ]
}
