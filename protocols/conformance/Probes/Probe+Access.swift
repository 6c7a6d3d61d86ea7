internal import StrobeTree

extension Probe {
    /// Section 3: access and trust.
    static let access: [Probe] = [
        Probe("access.default") { bench in
            let peer = try await bench.session(access: nil)
            let access = await peer.hello["access"]
            try expect(
                access == "read", "More than read is granted without a request for it.", expected: "read", got: access)
            if bench.facts.plan != nil {
                try await peer.refusal(of: "action/dispatch", try bench.dispatch(), with: -33008)
            }
        },
        Probe("access.least") { bench in
            let reader = try await bench.session(access: "read")
            let access = await reader.hello["access"]
            try expect(access == "read", "More is granted than was requested.", expected: "read", got: access)
            let other = try await bench.session(access: "control")
            let granted = await other.hello["access"]
            try expect(
                granted == bench.facts.hello["access"], "The same request is answered in two ways.",
                expected: bench.facts.hello["access"]?.text, got: granted)
        },
        Probe("access.read-only", needs: [.store]) { bench in
            let peer = try await bench.session(access: "read")
            let before = try await bench.snapshot(peer)
            for method in SpecifiedMethods.all where method.needsControl && bench.facts.methods.contains(method.name) {
                let params = SpecifiedMethods.params(
                    of: method, store: bench.facts.store, action: bench.facts.plan?.actions.first)
                let refusal = try await peer.refusal(of: method.name, params, with: -33008)
                try expect(
                    refusal.data["access"] == "read" && refusal.data["needed"] == "control",
                    "The refusal of \(method.name) does not name the needed access.",
                    expected: #""access":"read","needed":"control""#, got: .object(refusal.data))
            }
            try await bench.expectUnchanged(before, peer, after: "a refused request")
        },
        Probe("access.dry-run", needs: [.action]) { bench in
            let peer = try await bench.session(access: "read")
            let dryRun = try bench.dryRun()
            try await peer.refusal(of: "action/dispatch", dryRun, with: -33008)
            guard bench.facts.methods.contains("branch/create"), let store = dryRun["store"],
                let action = dryRun["action"]
            else { return }
            for edit in ["insert", "replace"] {
                try await peer.refusal(
                    of: "branch/create", ["store": store, "edits": [.object([edit: 1, "action": action])]],
                    with: -33008)
            }
        },
        Probe("access.token", needs: [.token]) { bench in
            let token = bench.subject.token ?? ""
            let wrong: [Value?] = [
                nil, "", .string(String(token.dropLast())), .string(token + "0"),
                .string(String(repeating: "0", count: token.count)),
            ]
            for one in wrong {
                let peer = try await bench.stranger()
                await peer.expectAnswer(to: "hello")
                try await peer.send(bench.hello { $0["token"] = one })
                let answer = try await peer.answer(to: "hello")
                try expect(
                    answer.refusalCode == -33001, "A session is opened without the token.",
                    expected: "-33001 unauthorized", got: answer.value)
                try await peer.expectEnd(after: "a wrong token")
                await peer.close()
            }
            _ = try await bench.session()
        },
        Probe("access.http") { bench in
            let body = bench.hello() + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"store/list"}"# + "\n"
            let post =
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
            for request in [post, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "OPTIONS * HTTP/1.1\r\n\r\n"] {
                let peer = try await bench.stranger()
                try? await peer.send(request)
                try await peer.expectEnd(after: "an HTTP request")
                await peer.close()
            }
        },
    ]
}
