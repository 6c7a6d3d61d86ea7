internal import StrobeTree

extension Probe {
    /// Section 10: errors.
    static let errors: [Probe] = [
        Probe("error.form") { bench in
            let peer = try await bench.session()
            // Violations in their errors are noted in the journal, like those of all others.
            for (method, params) in wrongRequests(bench) {
                let answer = try await peer.answer(to: try await peer.post(method, params))
                guard case .refusal(let refusal) = answer.content else {
                    throw Finding.failed(
                        "\(method) is not refused: \(JSON.text(.object(params)))", expected: "an error",
                        got: answer.value)
                }
                try expect(
                    refusal.message.count <= 2_000, "A message has more than about 1000 characters.", got: answer.value)
            }
            for line in WrongLines.malformed.prefix(3) + WrongLines.noObjects.prefix(2) {
                try await peer.send(line)
                let answer = try await peer.next()
                try expect(answer?.refusalCode != nil, "A wrong line is not refused.", got: answer?.value)
            }
        },
        Probe("error.harmless", needs: [.store]) { bench in
            let peer = try await bench.session()
            let before = try await bench.snapshot(peer)
            let texts =
                WrongLines.malformed + WrongLines.noObjects + WrongLines.wrongIDs + WrongLines.surrogates
            for line in texts.map({ Array($0.utf8) }) + WrongLines.notUTF8 {
                try await peer.write(line + [UInt8(ascii: "\n")])
                let answer = try await peer.answer(to: .null)
                try await bench.expectUnchanged(
                    before, peer, after: "the wrong line \(Finding.shortened(JSON.text(answer.value)))")
            }
            for (method, params) in wrongRequests(bench) {
                let answer = try await peer.answer(to: try await peer.post(method, params))
                try expect(
                    answer.refusalCode != nil, "\(method) is not refused.", expected: "an error", got: answer.value)
                try await bench.expectUnchanged(before, peer, after: "\(method) with \(JSON.text(.object(params)))")
            }
            if bench.facts.plan != nil {
                let dispatch = try bench.dispatch()
                for line in nearMisses(JSON.text(.object(dispatch))) {
                    // Some are answered with their id, others without one.
                    for number in 1...5 { await peer.expectAnswer(to: .string("n\(number)"), isOrdered: false) }
                    try await peer.send(line)
                    while let answer = try await peer.next(), answer.id == nil {}
                    try await bench.expectUnchanged(before, peer, after: "the line \(Finding.shortened(line))")
                }
            }
        },
    ]

    /// Requests that no server can grant, for the methods that it declares.
    private static func wrongRequests(_ bench: Bench) -> [(String, Value.Object)] {
        let store = Value.string(bench.facts.store ?? "none")
        let all: [(String, Value.Object)] = [
            ("no/method", [:]), ("store/describe", ["store": "no such store"]), ("store/describe", ["store": ["x"]]),
            ("state/get", ["store": store, "path": 7]), ("state/get", ["store": store, "path": "/no such member"]),
            ("state/get", ["store": store, "at": "yesterday"]), ("state/tree", ["store": store, "depth": "two"]),
            ("state/tree", ["store": store, "depth": -1]), ("state/diff", ["store": store, "from": 0, "to": -1]),
            ("log/get", ["store": store]), ("log/get", ["store": store, "seq": 1_000_000_000]),
            ("log/list", ["store": store, "limit": "many"]), ("log/list", ["store": store, "filter": 1]),
            ("subscribe", ["store": store]), ("subscribe", ["store": store, "events": "log"]),
            ("subscribe", ["store": store, "events": ["x-no-such-event"]]), ("unsubscribe", [:]),
            ("unsubscribe", ["subscription": "nobody-has-this"]), ("action/dispatch", ["store": store]),
            ("action/dispatch", ["store": store, "action": ["x no such action": ["x": 1]]]),
            ("action/dispatch", ["store": store, "action": .null, "ifSeq": "now"]),
            ("history/jump", ["store": store, "seq": 1_000_000_000]), ("history/jump", ["store": store]),
            ("state/set", ["store": store, "path": "/no such member/at all", "value": 1]),
        ]
        return all.filter { $0.0 == "no/method" || bench.facts.methods.contains($0.0) }
    }

    /// Dispatches with exactly one error, which is not in the action.
    private static func nearMisses(_ dispatch: String) -> [String] {
        [
            #"{"jsonrpc":"1.0","id":"n1","method":"action/dispatch","params":\#(dispatch)}"#,
            #"{"jsonrpc":"2.0","id":null,"method":"action/dispatch","params":\#(dispatch)}"#,
            #"{"jsonrpc":"2.0","id":[1],"method":"action/dispatch","params":\#(dispatch)}"#,
            #"[{"jsonrpc":"2.0","id":"n2","method":"action/dispatch","params":\#(dispatch)}]"#,
            #"{"jsonrpc":"2.0","id":"n3","method":"action/dispatch","params":[\#(dispatch)]}"#,
            #"{"jsonrpc":"2.0","id":"n4","method":"action/dispatch","params":\#(dispatch)"#,
            #"{"jsonrpc":"2.0","id":"n5","method":"Action/Dispatch","params":\#(dispatch)}"#,
        ]
    }
}
