import Foundation
import SeededTesting
import StrobeRecording
import StrobeReflection
import StrobeTree

/// Measures a recording of many transitions: writing, size, opening, and access to any of its states.
struct RecordingBenchmark {
    var measure: Measure
    var turns: Int

    private static let items = 100

    func run() async throws {
        Measure.heading("a recording of \(turns) transitions, \(Self.items) items")
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("strobe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("shop.jsonl").path
        let clock = ContinuousClock()

        for batch in [1, 64] {
            try? FileManager.default.removeItem(atPath: path)
            let time = try clock.measure { try write(path, batch: batch) }
            Measure.row(
                batch == 1 ? "write, each line alone, per transition" : "write, \(batch) lines at once, per transition",
                time / .nanoseconds(1) / Double(turns))
        }
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        Measure.row("size of the file, per transition", Double(bytes) / Double(turns), unit: "B")
        Measure.row("size of the file", Double(bytes) / 1e6, unit: "MB")

        let plain = try clock.measure { try Self.readPlainly(path) } / .milliseconds(1)
        Measure.row("read it without looking at it", plain, unit: "ms")
        let memory = ProcessStatus.residentBytes()
        var opened: RecordingReader?
        let open = try clock.measure { opened = try RecordingReader(paths: [path]) } / .milliseconds(1)
        guard let reader = opened else { return }
        Measure.row("open it: check and index every line", open, unit: "ms", baseline: plain, ratios: ...3)
        Measure.row(
            "memory of the index", Double(ProcessStatus.residentBytes() - memory) / 1e6, unit: "MB",
            limit: Double(bytes) / 4e6)
        let store = try reader.store("shop")
        precondition(store.transitions == turns && reader.damage.isEmpty)

        var random = SeededGenerator(seed: 3)
        try row("a transition at random", limit: 0.5) {
            _ = try reader.transition(Int.random(in: 1...turns, using: &random), of: "shop")
        }
        try row("a state at random", limit: 20) {
            let seq = Int.random(in: 1...turns, using: &random)
            let state = try reader.state(at: seq, of: "shop")
            precondition(state.value(at: Path(["count"])) == .int(Int64(seq)))
        }
        var next = turns / 2
        try row("the next state", limit: 0.5) {
            next += 1
            _ = try reader.state(at: next, of: "shop")
        }
    }

    private func row(_ label: String, limit: Double, _ body: () throws -> Void) throws {
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<200 { times.append(try clock.measure { try body() } / .milliseconds(1)) }
        times.sort()
        Measure.row("\(label), median", times[times.count / 2], unit: "ms")
        Measure.row("\(label), p99", times[times.count * 99 / 100], unit: "ms", limit: limit)
    }

    /// Each transition increments the counter, and every second one also changes an item.
    private func write(_ path: String, batch: Int) throws {
        var state = try TreeEncoder().encode(ShopState(items: Self.items))
        let store = RecordedStore(
            id: "shop", name: "Shop", kind: "reducer", stateType: "ShopState", actionType: "ShopAction", seq: 0,
            state: state, replay: true)
        let writer = try RecordingWriter(
            path: path,
            header: RecordingHeader(
                id: UUID().uuidString, startMicros: 1_790_000_000_000_000, process: .init(pid: 1, name: "benchmark"),
                recorder: .init(name: "benchmark", version: "1", place: "process"), stores: [store]))
        var lines: [RecordingLine] = []
        for seq in 1...turns {
            var changes = [
                Change(.replace, Path(["count"]), value: .int(Int64(seq)), old: .int(Int64(seq - 1)))
            ]
            if seq & 1 == 0 {
                let isDone = seq / 2 / Self.items & 1 == 0
                let path = Path(["items", String(seq / 2 % Self.items), "done"])
                changes.append(Change(.replace, path, value: .bool(isDone), old: .bool(!isDone)))
            }
            try Patch.apply(changes, to: &state)
            lines.append(
                .transition(
                    RecordedTransition(
                        store: "shop", seq: seq, t: Int64(seq) * 10, action: ["increment": ["by": 1]],
                        label: ".increment(by: 1)", origin: "app", changes: changes)))
            if lines.count >= batch {
                writer.write(lines)
                lines.removeAll(keepingCapacity: true)
                if writer.wantsKeyframe(of: "shop") {
                    writer.write(.keyframe(RecordedKeyframe(store: "shop", seq: seq, t: Int64(seq) * 10, state: state)))
                }
            }
        }
        writer.write(lines)
        writer.close()
    }

    /// Reads a file and does nothing with it: the limit of all that looks at it.
    static func readPlainly(_ path: String) throws {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        while let block = try handle.read(upToCount: 1 << 20), !block.isEmpty {}
        try handle.close()
    }
}
