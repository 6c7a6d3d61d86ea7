internal import StrobeTree

/// One session subscribes and does not read, another one dispatches until more is sent than may wait.
struct Flood {
    private let bench: Bench
    private let sleeper: TriedConnection
    private let writer: TriedConnection
    private let subscriptions: [Value: Int64]
    private let count: Int
    private let queueBytes: Int
    /// The size of a notification, in bytes.
    private let size: Int

    private static let subscriptionCount = 60

    /// The maximum size of the system's own buffers, in addition to what waits in the server.
    ///
    /// A TCP connection whose reader does not read buffers some 4 MiB with the usual settings of Linux and Darwin, a
    /// Unix socket a fraction of that.
    static func systemBytes(_ bench: Bench) -> Int {
        switch bench.subject.transport {
        case .memory: 1 << 20
        case .unix: 4 << 20
        case .tcp, .stdio: 12 << 20
        }
    }

    init(_ bench: Bench) async throws {
        self.bench = bench
        sleeper = try await bench.session(access: "read")
        writer = try await bench.session()
        queueBytes = try await sleeper.limit("queueBytes")
        guard queueBytes <= 64 << 20 else { throw Finding.skipped("more than 64 MiB of notifications may wait") }
        // A subscription that is read shows the size of a notification.
        let sample = try await writer.subscribe(bench, ["log"])
        try await bench.dispatch(times: 2, writer)
        size = await writer.takeRest().map(\.size).max() ?? 0
        guard size > 0 else {
            throw Finding.failed(
                "A dispatch is not reported to a subscription.", expected: "log/appended", got: "nothing")
        }
        _ = try await writer.ask("unsubscribe", ["subscription": sample.id])

        var subscriptions: [Value: Int64] = [:]
        for _ in 0..<Self.subscriptionCount {
            let request = try await sleeper.post(
                "subscribe", ["store": try bench.store(), "events": ["log"]])
            let answer = try await sleeper.answer(to: request)
            guard let id = answer.value["result"]?["subscription"], let seq = answer.value["result"]?["seq"]?.integer
            else { break }
            subscriptions[id] = seq
        }
        guard !subscriptions.isEmpty else { throw Finding.failed("subscribe is refused.", got: "nothing") }
        self.subscriptions = subscriptions
        count = (queueBytes + Self.systemBytes(bench)) / (size * subscriptions.count) + 1
        guard count <= 200_000 else {
            throw Finding.skipped("filling the queue needs \(count) dispatches")
        }
    }

    /// Dispatches actions while the other session reads nothing.
    func run() async throws {
        let together = min(max(try await writer.limit("outstandingRequests") / 2, 1), 32)
        var done = 0
        while done < count {
            let ids = try await writer.post(
                try (0..<together).map { ("action/dispatch", try bench.dispatch($0)) })
            for id in ids { _ = try await writer.result(of: id, "action/dispatch while another client does not read") }
            done += together
        }
    }

    /// Reads all notifications, and checks that every entry was sent or reported as missing.
    ///
    /// Nothing needs to be missing: a server may read its log when the client reads, and buffer nothing for it. If
    /// entries are missing, they must be those that did not fit, and no more.
    func expectEverythingSent() async throws {
        var next = subscriptions.mapValues { $0 + 1 }
        let isWhole = try await expectSent(&next)
        if !isWhole {
            // Whatever was missing: as many streams as there is space for continue.
            let kept = max(1, queueBytes / (8 * size))
            for id in subscriptions.keys.dropFirst(kept) {
                _ = try await sleeper.ask("unsubscribe", ["subscription": id])
                next[id] = nil
            }
            try await bench.dispatch(times: 3, writer)
            try await expectSent(&next, canLag: false)
        }
    }

    /// Reads the notifications sent so far.
    ///
    /// - Parameters:
    ///   - next: The next seq of each subscription.
    ///   - canLag: Whether entries may be missing.
    /// - Returns: Whether none is missing.
    @discardableResult
    private func expectSent(_ next: inout [Value: Int64], canLag: Bool = true) async throws -> Bool {
        // Its answer follows everything that waits.
        let last = try await sleeper.post("store/describe", ["store": try bench.store()])
        var isWhole = true
        var sentBytes = 0
        while let message = try await sleeper.next() {
            if message.id == last {
                let seq = message.value["result"]?["seq"]?.integer ?? -1
                try expect(seq >= 0, "The answer after the notifications is not a result.", got: message.value)
                let behind = next.filter { $0.value <= seq }
                guard behind.isEmpty else {
                    throw Finding.failed(
                        "The last entries are neither sent nor reported as missing.", expected: "up to \(seq)",
                        got: "up to \((behind.values.first ?? 1) - 1)")
                }
                return isWhole
            }
            if message.id == nil { sentBytes += message.size }
            guard let id = message.params["subscription"], let expected = next[id] else { continue }
            switch message.method {
            case "log/appended":
                let seq = message.params["entry"]?["seq"]?.integer ?? -1
                try expect(
                    seq == expected, "An entry is missing without notice.", expected: "seq \(expected)",
                    got: message.value)
                next[id] = seq + 1
            case "stream/lagged":
                guard let from = message.params["fromSeq"]?.integer, let to = message.params["toSeq"]?.integer else {
                    throw Finding.failed("stream/lagged lacks fromSeq or toSeq.", got: message.value)
                }
                try expect(
                    from == expected && to >= expected, "stream/lagged does not name what is missing.",
                    expected: "from \(expected)", got: message.value)
                // How much waited when the first one was dropped depends on how the server counts, but it was a lot.
                try expect(
                    !isWhole || canLag && sentBytes >= queueBytes / 2,
                    "A notification was dropped that would have fit: \(sentBytes) bytes were sent before it.",
                    expected: "about \(queueBytes) waiting bytes", got: message.value)
                isWhole = false
                next[id] = to + 1
            default: break
            }
        }
        throw Finding.failed("The connection closed before everything was sent.")
    }
}
