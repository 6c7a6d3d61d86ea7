import Foundation
import StrobeRecording
import Testing

/// The code in the documentation of recordings, compiled with the imports above and nothing else.
@Suite("Examples of recordings", .timeLimit(.minutes(5)))
struct RecordingExamples {
    private let folder = ExampleFolder()

    /// A recording of one cart, written to a file.
    private func write(to path: String) throws {
        let store = RecordedStore(
            id: "cart", name: "cart", kind: "foreign", stateType: "Cart", actionType: "Action", seq: 0,
            state: ["total": 0], replay: false)
        let header = RecordingHeader(
            id: "4F1C", startMicros: 1_700_000_000_000_000, process: .init(pid: 4711, name: "shop"),
            recorder: .init(name: "example", version: "1.0", place: "process"), stores: [store])
        let transition = RecordedTransition(
            store: "cart", seq: 1, t: 1_500, action: "add", label: ".add", origin: "app",
            changes: [Change(.replace, Path(["total"]), value: 3)])
        let keyframe = RecordedKeyframe(store: "cart", seq: 1, t: 1_500, state: ["total": 3])
        let note = RecordedNote(t: 2_000, text: "the total is wrong here", store: "cart", seq: 1)
        let writer = try RecordingWriter(path: path, header: header)
        writer.write([.transition(transition), .keyframe(keyframe), .note(note)])
        writer.close()
        #expect(writer.failure == nil && writer.transitions == 1)
        let line = RecordingLine.note(note)
        print(line.text)  // {"kind":"note","store":"cart",…
        let same = try RecordingLine(parsing: line.text) == line
        #expect(same)
        #expect(
            line.text == #"{"kind":"note","store":"cart","seq":1,"t":2000,"text":"the total is wrong here"}"#)
    }

    @Test("a recording that is written and read")
    func reading() throws {
        let path = folder.path + "/cart.jsonl"
        try write(to: path)
        do {
            let reader = try RecordingReader(paths: [path])
            for store in reader.stores { print(store.id, store.transitions) }
            let state = try reader.state(at: 1, of: "cart")
            #expect(state == ["total": 3])
            do {
                _ = try reader.state(at: 10, of: "cart")
            } catch {
                print(error.code, error.message, error.nearestBefore ?? 0)
            }
            for damage in reader.damage { print("\(damage.path):\(damage.line): \(damage.message)") }
            #expect(reader.damage.isEmpty)
            #expect(throws: RecordingError.self) { try reader.state(at: 10, of: "cart") }
        }
        do {
            let limits = RecordingLimits(lineBytes: 1 << 20, lines: 10_000)
            let reader = try RecordingReader(paths: [path], limits: limits)
            #expect(try reader.transition(1, of: "cart").label == ".add")
        }
    }

    @Test("what happens while a recording runs")
    func events() throws {
        let session = RecordedStore(
            id: "session", name: "session", kind: "foreign", stateType: "Session", actionType: "Action", seq: 0,
            state: "open", replay: false)
        let gap = RecordedGap(store: "cart", t: 2_500, fromSeq: 2, toSeq: 9, reason: "overload")
        let addition = RecordedAddition(t: 3_000, store: session)
        let removal = RecordedRemoval(store: "session", t: 3_500)
        let end = RecordedEnd(t: 4_000, reason: "stopped", transitions: 1)
        for line in [RecordingLine.gap(gap), .store(addition), .removed(removal), .end(end)] {
            #expect(try RecordingLine(parsing: line.text) == line)
        }
    }

    @Test("the exchange with Redux DevTools")
    func devTools() throws {
        let (source, path) = (folder.path + "/cart.jsonl", folder.path + "/cart.json")
        try write(to: source)
        let reader = try RecordingReader(paths: [source])
        let lifted = try DevToolsExport(reader, store: "cart").value(.lifted)
        #expect(lifted != .null)
        let export = try DevToolsExport(reader, store: "cart")
        try RecordingWriter.write(export.value(export.shape), to: path)
        let imported = try DevToolsImport(path: path, name: "cart", startMicros: 0)
        try RecordingWriter.write(imported.lines, to: path + ".jsonl")
        let again = try RecordingReader(paths: [path + ".jsonl"])
        #expect(try again.state(at: 1, of: "cart") == ["total": 3])
    }
}
