import Foundation
import StrobeRecording
import StrobeTree

@testable import Inspector
@testable import InspectorCore

/// A recording of one small store that a test writes line by line.
final class RecordingFile {
    let path: String
    private let writer: RecordingWriter
    private var lastSeq: [String: Int] = [:]
    private var time: Int64 = 0

    static let phase = Schema.choice(
        type: "Phase",
        cases: [
            .init(name: "idle"), .init(name: "busy"),
            .init(name: "failed", payload: [.init(name: "reason", schema: .scalar(.string))]),
        ])
    static let state = Schema.object(
        type: "Shop",
        fields: [
            .init(name: "phase", schema: phase), .init(name: "count", schema: .scalar(.int)),
            .init(name: "items", schema: .array(.scalar(.string))),
        ])
    static let action = Schema.choice(
        type: "ShopAction",
        cases: [
            .init(name: "begin"), .init(name: "add", payload: [.init(name: nil, schema: .scalar(.string))]),
        ])

    static func store(_ id: String, state: Value = ["phase": "idle", "count": 0, "items": []]) -> RecordedStore {
        RecordedStore(
            id: id, name: id, kind: "reducer", stateType: "Shop", actionType: "ShopAction", seq: 0, state: state,
            stateSchema: Self.state, actionSchema: action, replay: true)
    }

    /// Begins a recording in the temporary directory.
    init(
        process: String = "shop", startMicros: Int64 = 1_790_000_000_000_000, redaction: [String]? = [],
        stores: [RecordedStore] = [store("shop")]
    ) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString).jsonl").path
        let header = RecordingHeader(
            id: UUID().uuidString, startMicros: startMicros, process: .init(pid: 7, name: process),
            recorder: .init(name: "test", version: "1", place: "process"), redaction: redaction, stores: stores)
        writer = try RecordingWriter(path: path, header: header)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Adds a transition, a millisecond after the previous line.
    func add(
        _ action: Value?, store: String = "shop", label: String? = nil, origin: String = "app", changes: [Change]?,
        fromSeq: Int? = nil, error: String? = nil, skipping: Int = 0
    ) {
        time += 1_000
        let seq = lastSeq[store, default: 0] + 1 + skipping
        lastSeq[store] = seq
        writer.write(
            .transition(
                RecordedTransition(
                    store: store, seq: seq, t: time, action: action,
                    label: label ?? action.map { Literal.text($0, schema: Self.action) } ?? "restore", origin: origin,
                    error: error, changes: changes, fromSeq: fromSeq)))
    }

    /// Adds an action that increments the counter.
    func count(store: String = "shop", skipping: Int = 0) {
        let count = Int64(lastSeq[store, default: 0])
        add(
            "begin", store: store,
            changes: [
                Change(.replace, Path(["count"]), value: .int(count + 1), old: .int(count))
            ], skipping: skipping)
    }

    func write(_ line: RecordingLine) { writer.write(line) }

    /// The time of the last line, in microseconds.
    var now: Int64 { time }

    func reader(closed: Bool = true) throws -> RecordingReader {
        if closed { writer.close(reason: "stopped") }
        return try RecordingReader(paths: [path])
    }

    func report(from: ReportSelection.Bound? = nil, to: ReportSelection.Bound? = nil, stores: [String] = []) throws
        -> Report
    {
        try Report(reader(), selection: ReportSelection(from: from, to: to, stores: stores), title: nil)
    }
}
