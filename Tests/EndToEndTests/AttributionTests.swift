import DeclarationTesting
import Foundation
import TerminalTesting
import Testing

/// Actions of an inspector are never shown as the program's own.
@Suite("The program strobe, on the origin of actions", .timeLimit(.minutes(5)))
struct AttributionTests {
    private func strobe(_ arguments: [String]) async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(Executables.strobe, arguments, environment: ["NO_COLOR": ""])
    }

    @Test(
        "logs, recordings, reports and scripts show what was edited or dropped at the gate, sent or set"
    )
    func attribution() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "attribution-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let recording = directory.appending(path: "gate.jsonl").path()
        let looks = ["log", "show 1", "why 1", "show 2"].flatMap { ["-e", $0] }
        let commands = [
            "record start '\(recording)' --store profile", "pause", "send .load",
            "edit .failed(reason: \"edited by me\")", "send .load", "drop 2", "resume", "set .effect .load",
            "record stop",
        ]
        let live = try await strobe(["demo"] + commands.flatMap { ["-e", $0] } + looks + ["--", "--quiet"])
        let opened = try await strobe(["open", recording] + looks)
        for ended in [live, opened] {
            #expect(ended.status == 0, "\(ended.errors)")
            let lines = ended.output.split(separator: "\n").map(String.init)
            let entry = try #require(
                lines.last { $0.contains("  1  ") && $0.contains("edited by me") }, "\(ended.output)")
            #expect(entry.contains("script") && entry.contains("edited at the gate"))
            // In the log, and in the entry after it.
            #expect(lines.count { $0.contains("dropped at the gate: .load, script (held as 2)") } >= 2)
            #expect(ended.output.contains("origin   script, edited at the gate (was .load)"))
            #expect(lines.contains { $0.hasPrefix("▸ #1") && $0.contains("edited at the gate") })
            #expect(lines.contains("      was .load"))
            let edit = try #require(lines.last { $0.contains("set .effect to .load") && $0.contains("  2  ") })
            #expect(edit.contains("edit  "))
        }
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        #expect(text.contains(#""editedFrom":".load""#))
        let markdown = try await strobe(["report", "--markdown", recording])
        #expect(markdown.output.contains("`script`, edited (was `.load`)"), "\(markdown.output)")
        #expect(markdown.output.contains("dropped at the gate"))
        let page = try await strobe(["report", "-o", "-", recording])
        #expect(page.output.contains(#""w":".load""#) && page.output.contains("dropped at the gate: .load"))
        let script = try await strobe(["script", "from", recording])
        #expect(script.output.contains("# edited at the gate; dispatched as: .load"), "\(script.output)")
        #expect(
            script.output.contains(Declarations.areRead ? "set .effect .load" : "set .effect \"load\"")
                && !script.output.contains("skipped"))
    }
}
