import StrobeProtocol
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("The logs of several stores as one")
struct MergedLogTests {
    /// The logs, oldest first, and the requests for them.
    private actor Logs {
        let logs: [String: [LogEntry]]
        private(set) var requests: [LogList] = []

        init(_ times: [String: [Int64]]) {
            logs = times.mapValues { times in
                times.enumerated().map { index, time in
                    LogEntry(seq: index + 1, time: time, action: nil, label: ".a", origin: "app")
                }
            }
        }

        func page(_ request: LogList) -> LogList.Result? {
            requests.append(request)
            guard let log = logs[request.store ?? ""] else { return nil }
            let end = min(request.to ?? log.count, log.count)
            let start = max(end - (request.limit ?? 100), 0)
            return LogList.Result(
                seq: log.count, entries: Array(log[start..<max(end, start)]), previous: start > 0 ? start : nil)
        }
    }

    private func log(_ stores: String...) -> MergedLog {
        MergedLog(stores.map { .init(store: $0, filter: nil) })
    }

    @Test("entries come newest first, those of a store in its own order whatever its clock did")
    func order() async throws {
        let logs = Logs(["a": [1, 5, 9], "b": [2, 8, 4], "gone": []])
        var log = log("a", "b", "absent")
        let lines = try await log.take(10) { await logs.page($0) }
        #expect(lines.map { "\($0.store)\($0.entry.seq)" } == ["a3", "a2", "b3", "b2", "b1", "a1"])
        #expect(log.isAtEnd && log.taken == 6)
    }

    @Test("pages cost no more than what they show, and together have every entry once")
    func pages() async throws {
        let logs = Logs(["a": Array(0..<1_000), "b": Array(500..<1_500)])
        var log = log("a", "b")
        let first = try await log.take(20) { await logs.page($0) }
        #expect(first.allSatisfy { $0.store == "b" } && first.count == 20)
        let asked = await logs.requests
        #expect(asked.count <= 3 && asked.allSatisfy { $0.limit ?? 100 <= 20 })
        var rest: [MergedLog.Line] = []
        while !log.isAtEnd { rest += try await log.take(20) { await logs.page($0) } }
        let all = (first + rest).map { "\($0.store)\($0.entry.seq)" }
        #expect(all.count == 2_000 && Set(all).count == 2_000)
    }

    @Test("what is left out is not kept, and the next page begins behind it")
    func skip() async throws {
        let logs = Logs(["a": [1, 2, 3, 4]])
        var log = log("a")
        try await log.skip(3) { await logs.page($0) }
        let last = try await log.take(5) { await logs.page($0) }
        #expect(last.map(\.entry.seq) == [1])
    }
}
