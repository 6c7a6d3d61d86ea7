import Foundation
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector

@Suite("The commands that record")
struct RecordCommandTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "command-\(UUID().uuidString).jsonl")
        .path()

    private func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    @Test("record start, note and record stop make a recording of what happens in between")
    func session() async throws {
        defer { remove() }
        let bench = try await Bench()
        #expect(try await bench.run("record").hasPrefix("not recording"))
        #expect(
            try await bench.run("record start \(path) --store counter").hasPrefix("● recording 1 store of peer into"))
        #expect(await bench.prompt() == "counter ●> ")
        _ = try await bench.run("send .increment(by: 3)")
        #expect(try await bench.run("note that was three") == "noted @1  that was three")
        #expect(try await bench.run("record").contains("1 action of 1 store"))
        // The path may be so long that the line is wrapped.
        let summary = try await bench.run("record stop").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            summary.hasPrefix("■ ") && summary.contains("1 action of 1 store") && summary.contains("nothing missed"))
        #expect(await bench.prompt() == "counter> ")
        let reader = try RecordingReader(paths: [path])
        #expect(reader.isComplete && reader.recordings.first?.header.recorder.place == "inspector")
        #expect(try reader.transition(1, of: "counter").label == ".increment(by: 3)")
        #expect(try reader.state(at: 1, of: "counter") == ["count": 3, "mode": "idle"])
        #expect(reader.notes(of: "counter").map(\.text) == ["that was three"])
        #expect(await bench.peer.requests.allSatisfy { !$0.contains("that was three") })
    }

    @Test("for programs each command prints the status as an object")
    func json() async throws {
        defer { remove() }
        let bench = try await Bench(isJSON: true)
        #expect(try await bench.run("record") == #"{"command":"record","recording":false}"#)
        let begun = try JSON.parse(try await bench.run("record start \(path)"))
        #expect(begun.value(at: Path(["recording"])) == true && begun.value(at: Path(["file"])) == .string(path))
        let ended = try JSON.parse(try await bench.run("record stop"))
        #expect(ended.value(at: Path(["recording"])) == false && ended.value(at: Path(["reason"])) == "stopped")
    }

    @Test("only the stores that were asked for are recorded")
    func stores() async throws {
        defer { remove() }
        let bench = try await Bench()
        #expect(try await bench.run("record start \(path) --store currency").contains("recording 1 store of peer"))
        #expect(await bench.message("record start x").contains("`record stop` ends it"))
        _ = try await bench.run("record stop")
        #expect(try RecordingReader(paths: [path]).stores.map(\.id) == ["currency"])
        #expect(await bench.message("record start \(path)x --store curency").contains("Did you mean `currency`?"))
    }

    @Test("leaving ends the recording well, and says so")
    func leaving() async throws {
        defer { remove() }
        let bench = try await Bench()
        _ = try await bench.run("record start \(path)")
        await bench.session.endRecording()
        #expect(bench.console.takeErrors().joined().hasPrefix("■ "))
        #expect(try RecordingReader(paths: [path]).isComplete)
        await bench.session.endRecording()
        #expect(bench.console.takeErrors().isEmpty)
    }

    @Test("what is wrong is said with what to do")
    func wrong() async throws {
        defer { remove() }
        let bench = try await Bench()
        #expect(await bench.message("record stop").contains("`record start FILE` starts"))
        #expect(await bench.message("record start").contains("needs a file"))
        #expect(await bench.message("record demo.jsonl").contains("Did you mean `record start demo.jsonl`?"))
        #expect(await bench.message("note").contains("Usage: note TEXT"))
        #expect(await bench.message("note hello").contains("This session is not recording"))
        #expect(await bench.message("record start \(path) --part-size 12").contains("from 4KiB"))
        #expect(await bench.message("record start /no/such/folder/x.jsonl").contains("cannot be created"))
        try Data().write(to: URL(filePath: path))
        #expect(await bench.message("record start \(path)").contains("--force"))
        _ = try await bench.run("record start \(path) --force")
        _ = try await bench.run("record stop")
        #expect(try RecordingReader(paths: [path]).isComplete)
    }
}
