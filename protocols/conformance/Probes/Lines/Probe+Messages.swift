internal import StrobeTree

extension Probe {
    /// Section 2: messages.
    static let messages: [Probe] = [
        Probe("message.object") { bench in
            let peer = try await bench.session()
            for line in WrongLines.noObjects { try await peer.refusal(ofLine: line, with: -32600) }
            _ = try await peer.ask("ping")
        },
        Probe("message.version") { bench in
            let peer = try await bench.session()
            for (number, line) in WrongLines.noVersion.enumerated() {
                try await peer.refusal(ofLine: line, with: -32600, id: .string("v\(number + 1)"))
            }
        },
        Probe("message.id") { bench in
            let peer = try await bench.session()
            let ids: [Value] = [
                1, "1", "", 0, -7, .int(.max), .int(.min), "é\"\\\n\u{7F}😀",
                .string(String(repeating: "i", count: await peer.length(upTo: 2_200) - 200)),
            ]
            for id in ids {
                for method in ["ping", "store/list"] {
                    try await peer.post(method, id: id)
                    let answer = try await peer.next()
                    try expect(
                        answer?.id == id, "The id is not returned as it was sent.", expected: JSON.text(id),
                        got: answer?.value)
                }
            }
            for line in WrongLines.wrongIDs { try await peer.refusal(ofLine: line, with: -32600) }
        },
        Probe("message.error-id") { bench in
            let peer = try await bench.session()
            for (number, line) in WrongLines.wrongMethods.enumerated() {
                try await peer.refusal(ofLine: line, with: -32600, id: .string("e\(number + 1)"))
            }
        },
        Probe("message.params") { bench in
            let peer = try await bench.session()
            for (number, line) in WrongLines.wrongParams.enumerated() {
                try await peer.refusal(ofLine: line, with: -32602, id: .string("p\(number + 1)"))
            }
            _ = try await peer.ask("store/list")
            _ = try await peer.ask("store/list", [:])
        },
        Probe("message.unknown-members") { bench in
            let peer = try await bench.session()
            let extra: Value = ["deep": [1, ["deeper": .null]]]
            let request = await peer.text("store/list", ["x-unknown": extra, "é": 1], with: ["x-more": extra])
            try await peer.send(request.text)
            _ = try await peer.result(of: request.id, "A request with unknown members")
        },
        Probe("message.misspelt", needs: [.store, .method("log/list")]) { bench in
            let peer = try await bench.session()
            for name in ["Limit", "LIMIT", "li_mit", "li-mit"] {
                let refusal = try await peer.refusal(
                    of: "log/list", ["store": try bench.store(), name: 1], with: -32602)
                try expect(
                    refusal.data["suggestion"] == "limit", "\(name) is refused without the right name.",
                    expected: #""suggestion":"limit""#, got: .object(refusal.data))
            }
            _ = try await peer.ask("log/list", ["store": try bench.store(), "limits": 1])
        },
        Probe("message.unknown-method") { bench in
            let peer = try await bench.session()
            let long = String(repeating: "m", count: await peer.length(upTo: 3_200) - 200)
            for name in ["store/lists", "nothing", "", "Ping", "rpc.discover", long] {
                let refusal = try await peer.refusal(of: name, [:], with: -32601)
                let named = refusal.data["method"]?.text
                try expect(
                    named == name || (name.count > 64 && named?.isEmpty == false),
                    "data.method is not the requested method.",
                    expected: name, got: .object(refusal.data))
            }
        },
        Probe("message.notification", needs: [.store]) { bench in
            let peer = try await bench.session()
            let before = try await bench.snapshot(peer)
            var lines = ["ping", "store/list", "nothing/known", "$/cancelRequest", "$/nothing"].map { method in
                JSON.text(["jsonrpc": "2.0", "method": .string(method), "params": ["id": ["no": "id"]]])
            }
            lines.append(#"{"jsonrpc":"2.0","method":"store/describe","params":{"store":"no such store"}}"#)
            lines += ["[]", "null", "7", "\"x\"", "[{}]"].flatMap { params in
                ["ping", "store/list", "$/cancelRequest", ""].map {
                    #"{"jsonrpc":"2.0","method":"\#($0)","params":\#(params)}"#
                }
            }
            if bench.facts.plan != nil {
                let dispatch = JSON.text(.object(try bench.dispatch()))
                lines += [dispatch, "[\(dispatch)]"].map {
                    #"{"jsonrpc":"2.0","method":"action/dispatch","params":\#($0)}"#
                }
            }
            try await peer.send(lines.joined(separator: "\n"))
            let answers = try await peer.settle().filter { $0.id != nil }
            try expect(answers.isEmpty, "A notification is answered.", expected: "nothing", got: answers.first?.value)
            try await bench.expectUnchanged(before, peer, after: "a notification")
        },
        Probe("message.answer") { bench in
            let peer = try await bench.session()
            let error = #"{"code":-32603,"message":"no","data":{"kind":"internalError"}}"#
            try await peer.send(
                [
                    #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":"a","error":\#(error)}"#,
                    #"{"jsonrpc":"2.0","id":null,"error":\#(error)}"#,
                ].joined(separator: "\n"))
            let answers = try await peer.settle().filter { $0.id != nil }
            try expect(answers.isEmpty, "An answer is answered.", expected: "nothing", got: answers.first?.value)
        },
        Probe("message.schema") { bench in
            guard bench.options.schema != nil else {
                throw Finding.skipped("schema.json was not found; name the folder of the specification")
            }
            // All received messages are checked for this, here and in all other probes.
            let peer = try await bench.session()
            for method in SpecifiedMethods.all where bench.facts.methods.contains(method.name) && !method.needsControl {
                let params = SpecifiedMethods.params(of: method, store: bench.facts.store, action: nil)
                _ = try await peer.answer(to: try await peer.post(method.name, params))
            }
        },
        Probe("message.once") { bench in
            let peer = try await bench.session()
            for _ in 0..<4 {
                let ids = try await peer.post(
                    (0..<12).flatMap { _ in [("ping", nil), ("store/list", nil), ("no/method", nil)] })
                for id in ids { _ = try await peer.answer(to: id) }
            }
            // An answer without a request, or a second one, is noted in the journal as well.
            let rest = try await peer.settle().filter { $0.id != nil }
            try expect(rest.isEmpty, "There are more answers than requests.", got: rest.first?.value)
        },
    ]
}
