import Foundation
import DeclarationTesting
import StrobeClient
import TerminalTesting
import Testing

/// A value that is too large, or computed wrongly, is not shown as something else.
@Suite("The program strobe, on what it cannot know", .timeLimit(.minutes(5)))
struct TruthTests {
    private func strobe(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> ProgramRun.Outcome
    {
        try await ProgramRun.run(
            Executables.strobe, arguments, environment: environment.merging(["NO_COLOR": ""]) { old, _ in old })
    }

    @Test(
        "a large action is found, held, recorded and made into a script by its case, and nothing of it is called hidden"
    )
    func large() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "truth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let items = (0..<12_000).map { #"{"id":\#($0),"title":"x"}"# }.joined(separator: ",")
        let file = directory.appending(path: "items.json").path()
        let recording = directory.appending(path: "large.jsonl").path()
        try #"{"loaded":[\#(items)]}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let commands = [
            "use items", "record start '\(recording)' --store items", "send --from '\(file)'", "log --action .loaded",
            "find action == .loaded", "find action like \".loaded*\"", "search --log loaded", "break .loaded",
            "send --from '\(file)'", "held", "resume", "record stop",
        ]
        let ended = try await strobe(["demo"] + commands.flatMap { ["-e", $0] } + ["--", "--quiet"])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(!ended.output.contains("redacted"))
        #expect(!ended.output.contains("no such entries") && !ended.output.contains("no state of"))
        #expect(ended.output.contains("breakpoint 1 before .loaded("))
        #expect(ended.output.contains("nothing missed"), "\(ended.output.suffix(400))")
        let script = try await strobe(["script", "from", recording])
        let item = Declarations.areRead ? "Item(id: 11999, title: \"x\")" : "[\"id\": 11999, \"title\": \"x\"]"
        #expect(script.status == 0 && script.output.contains(item), "\(script.errors)")
        #expect(!script.output.contains("skipped"))
        let replayed = try await strobe(["replay", recording, "--", Executables.demo, "--stdio", "--quiet"])
        #expect(!replayed.errors.contains("was recorded without its action"), "\(replayed.errors)")
    }

    @Test("a run fails at its end where a store that it used differs from its replay")
    func impure() async throws {
        // Short, because the path of a Unix socket is limited.
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "truth\(Int.random(in: 0..<1 << 30))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let environment = ["XDG_RUNTIME_DIR": directory.path()]
        for (scenario, status) in [("impure", Int32(1)), ("effects", 0)] {
            let run = try ProgramRun(Executables.harmFixture, [scenario], environment: environment)
            defer { run.kill() }
            try await run.waitForErrors { $0.contains("ready\n") }
            let ended = try await strobe(["attach", String(run.pid), "-e", "state .n"], environment)
            #expect(ended.status == status, "\(scenario): \(ended.output) \(ended.errors)")
            #expect(
                (ended.output + ended.errors).contains("not pure") == (status == 1), "\(ended.output) \(ended.errors)")
        }
    }
}
