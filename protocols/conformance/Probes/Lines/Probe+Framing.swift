internal import StrobeTree

extension Probe {
    /// Section 2: how bytes become lines.
    static let framing: [Probe] = [
        Probe("framing.lf") { bench in
            let peer = try await bench.session()
            for _ in 0..<3 { _ = try await peer.ask("ping") }
        },
        Probe("framing.crlf") { bench in
            let peer = try await bench.connect()
            await peer.expectAnswer(to: "hello")
            try await peer.send(bench.hello() + "\r")
            _ = try await peer.result(of: "hello", "initialize")
            let request = await peer.text("store/list")
            try await peer.send(request.text + "\r")
            _ = try await peer.result(of: request.id, "store/list")
        },
        Probe("framing.empty") { bench in
            let peer = try await bench.connect()
            await peer.expectAnswer(to: "hello")
            try await peer.send("\n\r\n" + bench.hello())
            _ = try await peer.result(of: "hello", "initialize")
            let request = await peer.text("store/list")
            try await peer.send("\n\n\r\n\n" + request.text + "\n\n")
            _ = try await peer.result(of: request.id, "store/list")
            let rest = try await peer.settle()
            try expect(rest.isEmpty, "An empty line is answered.", expected: "nothing", got: rest.first?.value)
        },
        Probe("framing.bom") { bench in
            let peer = try await bench.session()
            try await peer.refusal(ofLine: "\u{FEFF}" + WrongLines.ping(), with: -32700)
        },
        Probe("framing.split") { bench in
            let peer = try await bench.session()
            let one = await peer.text("ping", id: "é漢😀\u{0}")
            for byte in Array(one.text.utf8) { try await peer.write([byte]) }
            try await peer.write([UInt8(ascii: "\n")])
            _ = try await peer.result(of: one.id, "ping")
            let many = try await peer.post((0..<40).map { _ in ("store/list", nil) })
            for id in many { _ = try await peer.result(of: id, "store/list") }
            // The first chunk ends within a character; the second has the rest of that line and all of the next.
            let (first, second) = (await peer.text("ping", id: "☃1"), await peer.text("ping", id: "☃2"))
            let bytes = Array((first.text + "\n" + second.text + "\n").utf8)
            let cut = (bytes.firstIndex(of: 0xE2) ?? 0) + 1
            try await peer.write(Array(bytes[..<cut]))
            try await peer.write(Array(bytes[cut...]))
            _ = try await peer.result(of: first.id, "ping")
            _ = try await peer.result(of: second.id, "ping")
        },
        Probe("framing.last") { bench in
            let peer = try await bench.session()
            let (first, last) = (await peer.text("store/list"), await peer.text("store/list"))
            try await peer.write(Array("\(first.text)\n\(last.text)".utf8))
            try await peer.endOutput()
            _ = try await peer.result(of: first.id, "A request before the end of the client's output")
            _ = try await peer.result(of: last.id, "A request on the last line, which has no LF")
            try await peer.expectNoMoreAnswers(after: "the answer to the last line")
        },
        Probe("framing.half-closed") { bench in
            let peer = try await bench.session()
            let limit = try await peer.limit("outstandingRequests")
            var requests: [(method: String, params: Value.Object?)] = []
            for number in 0..<min(limit, 20) {
                requests.append(("store/list", nil))
                guard bench.facts.hasControl, bench.facts.plan != nil, number < 5 else { continue }
                requests.append(("action/dispatch", try bench.dispatch(number)))
            }
            let ids = try await peer.post(requests)
            try await peer.endOutput()
            for id in ids { _ = try await peer.result(of: id, "A request before the end of the client's output") }
            try await peer.expectNoMoreAnswers(after: "all answers")
        },
        Probe("framing.too-long") { bench in
            let peer = try await bench.session()
            let limit = try await peer.limit("lineBytes")
            guard limit <= 64 << 20 else { throw Finding.skipped("lines may have more than 64 MiB") }
            let head = #"{"jsonrpc":"2.0","id":"longest","method":"ping","x":""#
            let longest = head + String(repeating: "x", count: max(limit - head.utf8.count - 2, 0)) + "\"}"
            await peer.expectAnswer(to: "longest", isOrdered: false)
            try await peer.send(longest)
            _ = try await peer.result(of: "longest", "A line as long as lineBytes allows")
            let beyond = String(longest.dropLast(2)) + "x\"}"
            let refusal = try await peer.refusal(ofLine: beyond, with: -33003)
            try expect(
                refusal.data["limit"]?.integer == Int64(limit), "data.limit is not the declared one.",
                expected: "\(limit)", got: refusal.data["limit"])
            try await peer.refusal(ofLine: String(repeating: "{", count: limit * 3), with: -33003)
            _ = try await peer.ask("ping")
        },
        Probe("framing.stdout", needs: [.control, .action]) { bench in
            guard bench.subject.transport == .stdio else {
                throw Finding.skipped("the endpoint is not standard output")
            }
            let peer = try await bench.session()
            // Lines that are not messages are noted as they arrive, here and in all other probes.
            for number in 0..<4 {
                let id = try await peer.post("action/dispatch", try bench.dispatch(number))
                _ = try await peer.answer(to: id)
            }
            try await peer.settle()
        },
    ]
}
