internal import Foundation
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeServer
import StrobeReflection
import StrobeTree

/// Measures opening a long recording and the first answers, in time and memory.
struct PlaybackBenchmark {
    var turns: Int

    func run() async throws {
        Measure.heading("look into a recording of \(turns) transitions")
        let path = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString).jsonl").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write(to: path)
        let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        Measure.row("file", Double(size) / 1e6, unit: "MB")
        let reading = try ContinuousClock().measure { try RecordingBenchmark.readPlainly(path) } / .milliseconds(1)
        Measure.row("read the file without looking at it", reading, unit: "ms")
        let before = ProcessStatus.residentBytes()
        let clock = ContinuousClock()
        let start = clock.now
        let playback = Playback(try RecordingReader(paths: [path]))
        Measure.row("open", (clock.now - start) / .milliseconds(1), unit: "ms", baseline: reading, ratios: ...3)
        let client = DebugClient(connection: playback.connect())
        _ = try await client.initialize(client: .init(name: "benchmark", version: "1"))
        let state = try await client.send(StateGet(store: "shop"))
        Measure.row(
            "open to first answer: the last state", (clock.now - start) / .milliseconds(1), unit: "ms", limit: 2_000)
        guard state.seq == turns, state.value.value(at: Path(["count"])) == .int(Int64(turns)) else {
            throw Failure(message: "the last state is wrong: \(state.seq)")
        }
        try await time("a state in the middle") {
            let state = try await client.send(StateGet(store: "shop", at: .seq(turns / 2)))
            return state.value.value(at: Path(["count"])) == .int(Int64(turns / 2))
        }
        try await time("the last 20 entries of the log") {
            try await client.send(LogList(store: "shop", limit: 20)).entries.count == 20
        }
        try await time("what the last entry changed") {
            try await client.send(LogGet(store: "shop", seq: turns)).changes?.isEmpty == false
        }
        try await time("which entry changed a place last") {
            try await client.send(StateBlame(store: "shop", path: Path(["count"]))).entries.first?.entry.seq == turns
        }
        Measure.row(
            "memory that came with it", Double(ProcessStatus.residentBytes() - before) / Double(size) * 100,
            unit: "%",
            limit: 50)
        for last in [turns / 100, turns / 10, turns] {
            let part = reading * Double(last) / Double(turns)
            try await time(
                "the first \(last) entries, to find what holds at their end", baseline: part,
                limit: last < 1_000_000 ? nil : 1_500
            ) {
                try await find("/count >= \(last)", of: client) == last
            }
        }
        try await time("the first \(turns / 100), each read as a whole", baseline: reading / 100) {
            try await find("/count >= \(turns / 100) && !(seq < 0)", of: client) == turns / 100
        }
        Measure.row(
            "memory after all of it was read", Double(ProcessStatus.residentBytes() - before) / Double(size) * 100,
            unit: "%", limit: 75)
        await client.close()
    }

    private struct Failure: Error, CustomStringConvertible {
        var message: String
        var description: String { message }
    }

    private func find(_ condition: String, of client: DebugClient) async throws -> Int? {
        try await client.send(HistoryFind(store: "shop", condition: condition), timeout: .seconds(600)).seq
    }

    private func time(
        _ label: String, baseline: Double? = nil, limit: Double? = nil, _ body: () async throws -> Bool
    ) async throws {
        let start = ContinuousClock.now
        guard try await body() else { throw Failure(message: "wrong answer: \(label)") }
        Measure.row(
            label, (ContinuousClock.now - start) / .milliseconds(1), unit: "ms", baseline: baseline, limit: limit)
    }

    private func write(to path: String) throws {
        let items = (0..<50).map {
            Value.object(["id": .int(Int64($0)), "title": .string("item \($0)"), "price": 9.5])
        }
        var state: Value.Object = ["count": 0, "last": "", "items": .array(items)]
        let header = RecordingHeader(
            id: UUID().uuidString, startMicros: 1_790_000_000_000_000, process: .init(pid: 1, name: "benchmark"),
            recorder: .init(name: "benchmark", version: "1", place: "process"), redaction: [],
            stores: [
                RecordedStore(
                    id: "shop", name: "shop", kind: "reducer", stateType: "Shop", actionType: "Action", seq: 0,
                    state: .object(state), replay: true)
            ])
        let writer = try RecordingWriter(path: path, header: header)
        var lines: [RecordingLine] = []
        for seq in 1...turns {
            let place = Path(["items", String(seq % 50), "price"])
            let changes = [
                Change(.replace, Path(["count"]), value: .int(Int64(seq)), old: .int(Int64(seq - 1))),
                Change(
                    .replace, place, value: .double(Double(seq) + 0.5), old: .double(Double(max(seq - 50, 9)) + 0.5)),
            ]
            state["count"] = .int(Int64(seq))
            if case .array(var items)? = state["items"], case .object(var item) = items[seq % 50] {
                item["price"] = .double(Double(seq) + 0.5)
                items[seq % 50] = .object(item)
                state["items"] = .array(items)
            }
            lines.append(
                .transition(
                    RecordedTransition(
                        store: "shop", seq: seq, t: Int64(seq) * 10,
                        action: ["setPrice": ["id": .int(Int64(seq % 50))]],
                        label: ".setPrice(id: \(seq % 50))", origin: "app", durationNanos: 900, changes: changes)))
            guard lines.count >= 64 || seq == turns else { continue }
            writer.write(lines)
            lines = []
            if writer.wantsKeyframe(of: "shop") {
                writer.write(
                    .keyframe(
                        RecordedKeyframe(store: "shop", seq: seq, t: Int64(seq) * 10, state: .object(state))))
            }
        }
        writer.close(reason: "stopped")
    }
}
