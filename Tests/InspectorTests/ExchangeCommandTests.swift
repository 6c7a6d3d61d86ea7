import ArgumentParser
import Foundation
import LineEditing
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector

@Suite("Importing and exporting")
struct ExchangeCommandTests {
    private static let export =
        #"{"payload":"[{\"type\":\"INCREMENT\"},{\"type\":\"ADD\",\"by\":2}]","preloadedState":"{\"counter\":5}"}"#

    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("strobe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    private func value(_ name: String) throws -> Value {
        try JSON.parse([UInt8](try Data(contentsOf: directory.appendingPathComponent(name))))
    }

    @Test("an export is imported beside itself, and exported again as it was")
    func roundTrip() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(Self.export.utf8).write(to: URL(fileURLWithPath: path("counter.json")))
        try await ImportCommand.parse([path("counter.json")]).run()
        let reader = try RecordingReader(paths: [path("counter.jsonl")])
        #expect(reader.stores.map(\.id) == ["counter"])
        #expect(try reader.transitions(1...2, of: "counter").map(\.label) == ["INCREMENT", "ADD"])

        try await ExportCommand.parse([path("counter.jsonl"), "-o", path("again.json")]).run()
        #expect(try value("again.json") == value("counter.json"))
        try await ExportCommand.parse([
            path("counter.jsonl"), "-o", path("lifted.json"), "--shape", "lifted", "--store", "counter",
        ]).run()
        #expect(try value("lifted.json").value(at: Path(["nextActionId"])) == 3)
    }

    @Test("what is there already is replaced only when that is said")
    func replaces() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(Self.export.utf8).write(to: URL(fileURLWithPath: path("a.json")))
        let words = [path("a.json"), "-o", path("b.jsonl"), "--name", "shop"]
        try await ImportCommand.parse(words).run()
        await #expect(throws: ExitCode.self) { try await ImportCommand.parse(words).run() }
        try await ImportCommand.parse(words + ["--force"]).run()
        #expect(try RecordingReader(paths: [path("b.jsonl")]).stores.map(\.id) == ["shop"])
    }

    @Test("what cannot be read is refused, and nothing is left behind")
    func refused() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data("{}".utf8).write(to: URL(fileURLWithPath: path("a.json")))
        for name in ["a.json", "missing.json", "."] {
            await #expect(throws: ExitCode.self) {
                try await ImportCommand.parse([path(name), "-o", path("b.jsonl")]).run()
            }
            await #expect(throws: ExitCode.self) {
                try await ExportCommand.parse([path(name), "-o", path("b.json")]).run()
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.json"])
        #expect(throws: (any Error).self) { try ExportCommand.parse(["a", "-o", "b", "--format", "other"]) }
    }

    @Test("it is said how many transitions there are, and that states are missing where they are")
    func rendering() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let lines = try DevToolsImport(Array(Self.export.utf8), name: "shop", startMicros: 0).lines
        try RecordingWriter.write(lines, to: path("a.jsonl"))
        let reader = try RecordingReader(paths: [path("a.jsonl")])
        let text = ExchangeRendering.imported(reader, path: "a.jsonl", width: .max).map(\.plain)
        #expect(
            text == [
                "a.jsonl: 2 transitions, without the states after them: the export has actions only. "
                    + "`strobe open a.jsonl` opens it."
            ])
        let exported = ExchangeRendering.exported(reader, .lifted, path: "b.json", width: .max).map(\.plain)
        #expect(exported == ["b.json: the lifted state, with the state after each action."])
    }
}
