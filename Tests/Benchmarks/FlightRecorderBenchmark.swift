import Foundation
import Strobe
import StrobeHistory
import StrobeRecording
import StrobeServer

/// Measures what a flight recorder costs the program, the size of its files, and how soon they are complete.
struct FlightRecorderBenchmark {
    var turns: Int

    func run() async throws {
        for items in [10, 100_000] {
            Measure.heading("flight recorder, \(turns) dispatches, \(items) items", size: items)
            let bare = dispatch(DispatchBenchmark.makeStore(items: items), items: items, turns: turns)
            Measure.row("store", bare)
            try await behind(items: items, bare: bare)
        }
        Measure.growth()
        for items in [10, 1_000] {
            Measure.heading(
                "flight recorder that writes before a dispatch returns, \(turns / 20) dispatches, \(items) items",
                size: items)
            try await synchronous(items: items)
        }
    }

    private func behind(items: Int, bare: Double) async throws {
        let directory = NSTemporaryDirectory() + "strobe-benchmark-\(items)-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = DispatchBenchmark.makeStore(items: items)
        var options = FlightRecorder.Options(partBytes: 1 << 30, compresses: false)
        // Large enough for the whole log, however far the recorder is behind at the end.
        options.history.budgetBytes = 512 << 20
        let recorder = try FlightRecorder(directory: directory, options: options)
        recorder.add(store, id: "shop")
        let cost = dispatch(store, items: items, turns: turns)
        Measure.row("store with a flight recorder", cost, baseline: bare, limit: 1_000)
        let start = ContinuousClock.now
        await recorder.stop()
        let rest = (ContinuousClock.now - start) / .nanoseconds(1)
        Measure.row("the rest written after the last dispatch", rest / 1e6, unit: "ms")
        let files = try files(in: directory)
        let limit = try timeOfWriting(files) { [$0] } / Double(turns)
        Measure.row("write(2) of the same bytes, per transition", limit)
        // 400,000 a second.
        Measure.row("the recorder, per transition", cost + rest / Double(turns), baseline: limit, limit: 2_500)
        try report(files, transitions: turns)
    }

    private func synchronous(items: Int) async throws {
        let directory = NSTemporaryDirectory() + "strobe-benchmark-synchronous-\(items)-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = DispatchBenchmark.makeStore(items: items)
        let recorder = try FlightRecorder(
            directory: directory, options: .init(partBytes: 1 << 30, compresses: false, synchronous: true))
        recorder.add(store, id: "shop")
        let cost = dispatch(store, items: items, turns: turns / 20)
        await recorder.stop()
        let files = try files(in: directory)
        let limit = try timeOfWriting(files) { $0.split(separator: UInt8(ascii: "\n")) } / Double(turns / 20)
        Measure.row("write(2) of the same lines, each alone", limit)
        Measure.row("store with a synchronous flight recorder", cost, baseline: limit, ratios: ...2)
        try report(files, transitions: turns / 20)
    }

    /// The time of writing the parts of files into another file, each by a call of its own, in nanoseconds.
    private func timeOfWriting(_ files: [String], by parts: (Data) -> [Data]) throws -> Double {
        let path = NSTemporaryDirectory() + "strobe-benchmark-written-\(getpid())"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        let all = try files.flatMap { try parts(Data(contentsOf: URL(filePath: $0))) }
        let start = ContinuousClock.now
        for part in all {
            let count = part.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count == part.count else { throw POSIXError(.EIO) }
        }
        return (ContinuousClock.now - start) / .nanoseconds(1)
    }

    private func files(in directory: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".jsonl.gz") }.map { "\(directory)/\($0)" }
    }

    /// The time of one dispatch, in nanoseconds.
    private func dispatch(_ store: Store<ShopState, ShopAction, Never>, items: Int, turns: Int) -> Double {
        let start = ContinuousClock.now
        for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        return (ContinuousClock.now - start) / .nanoseconds(1) / Double(turns)
    }

    private func report(_ files: [String], transitions: Int) throws {
        let bytes = try files.reduce(0) { sum, file in
            try sum + (FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
        }
        Measure.row("its files", Double(bytes) / 1e6, unit: "MB")
        Measure.row("bytes a transition", Double(bytes) / Double(transitions), unit: "B")
        let reader = try RecordingReader(paths: files)
        let known = try reader.stores.reduce(0) { sum, store in
            try stride(from: 1, through: store.lastSeq, by: 10_000).reduce(sum) { sum, first in
                let range = first...min(first + 9_999, store.lastSeq)
                return try sum
                    + reader.transitions(range, of: store.id).count { $0.changes != nil && $0.fromSeq == nil }
            }
        }
        let missing = reader.stores.reduce(0) { sum, store in
            reader.gaps(of: store.id).reduce(sum) { $0 + $1.toSeq - $1.fromSeq + 1 }
        }
        Measure.row(
            "transitions with changes of their own", 100 * Double(known) / Double(transitions), unit: "%",
            baseline: 100, ratios: 0.95...)
        Measure.row("transitions missing", Double(missing), unit: "", limit: 0)
    }
}
