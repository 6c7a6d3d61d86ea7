internal import StrobeTree

extension Probe {
    /// Section 2: valid JSON.
    static let json: [Probe] = [
        Probe("json.malformed") { bench in
            let peer = try await bench.session()
            let long = String(repeating: "x", count: await peer.length(upTo: 10_000))
            for line in WrongLines.malformed + [long] {
                let refusal = try await peer.refusal(ofLine: line, with: -32700)
                let offset = refusal.data["offset"]?.integer ?? -1
                try expect(
                    offset >= 0 && offset <= line.utf8.count,
                    "data.offset is not a position in the line: \(Finding.shortened(line))",
                    expected: "a byte from 0 to \(line.utf8.count)", got: refusal.data["offset"])
            }
            _ = try await peer.ask("ping")
        },
        Probe("json.utf8") { bench in
            let peer = try await bench.session()
            for line in WrongLines.notUTF8 { try await peer.refusal(ofLine: line, with: -32700) }
            _ = try await peer.ask("ping")
        },
        Probe("json.surrogates") { bench in
            let peer = try await bench.session()
            for line in WrongLines.surrogates { try await peer.refusal(ofLine: line, with: -32700) }
            await peer.expectAnswer(to: "😀\u{0}/", isOrdered: false)
            try await peer.send(#"{"jsonrpc":"2.0","id":"\ud83d\uDE00\u0000\/","m\u0065thod":"ping"}"#)
            _ = try await peer.result(of: "😀\u{0}/", "A ping written with escapes")
        },
        Probe("json.integers") { bench in
            let peer = try await bench.session()
            for id: Value in [0, -1, 9_007_199_254_740_993, .int(.max), .int(.min)] {
                _ = try await peer.result(of: try await peer.post("ping", id: id), "ping")
            }
            let large = await peer.text("ping", with: ["x": [.uint(.max)]])
            try await peer.send(large.text)
            _ = try await peer.result(of: large.id, "A ping with a large integer")
        },
        Probe("json.doubles") { bench in
            let peer = try await bench.session()
            for number in ["1e400", "-1e400"] {
                try await peer.refusal(ofLine: WrongLines.ping(extra: ",\"x\":\(number)"), with: -32700)
            }
            await peer.expectAnswer(to: "small", isOrdered: false)
            try await peer.send(#"{"jsonrpc":"2.0","id":"small","method":"ping","x":[1e-400,-0.0,1E+2,1.7e308]}"#)
            _ = try await peer.result(of: "small", "A ping with doubles")
        },
        Probe("json.duplicates") { bench in
            let peer = try await bench.session()
            await peer.expectAnswer(to: "last", isOrdered: false)
            try await peer.send(#"{"jsonrpc":"2.0","id":"first","method":"nothing","id":"last","method":"ping"}"#)
            _ = try await peer.result(of: "last", "A message whose last members are those of a ping")
        },
        Probe("json.depth") { bench in
            let peer = try await bench.session()
            let (depth, bytes) = (try await peer.limit("depth"), try await peer.limit("lineBytes"))
            guard depth < 100_000 else { throw Finding.skipped("limits.depth is greater than what is sent") }
            await peer.expectAnswer(to: "deep", isOrdered: false)
            try await peer.send(WrongLines.nested(depth, id: "deep"))
            _ = try await peer.result(of: "deep", "A line as deep as limits.depth allows")
            for levels in [depth + 1, depth * 2, 200_000] {
                let line = WrongLines.nested(levels, id: "deeper")
                guard line.utf8.count <= bytes else { continue }
                await peer.expectAnswer(to: "deeper", isOrdered: false)
                try await peer.send(line)
                let answer = try await peer.next()
                // The server decides whether it reads the id of such a line.
                try expect(
                    answer?.refusalCode == -33010 && (answer?.id == .null || answer?.id == "deeper"),
                    "A line of \(levels) levels is not refused.", expected: "-33010 tooLarge", got: answer?.value)
            }
            _ = try await peer.ask("ping")
        },
        Probe("json.null", needs: [.store, .method("log/list")]) { bench in
            let peer = try await bench.session()
            _ = try await peer.ask(
                "log/list", ["store": try bench.store(), "from": .null, "to": .null, "limit": .null])
            if bench.facts.methods.contains("log/get") {
                try await peer.refusal(of: "log/get", ["store": try bench.store(), "seq": .null], with: -32602)
            }
        },
    ]
}
