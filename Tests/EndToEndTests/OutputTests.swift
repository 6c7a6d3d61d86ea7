import Foundation
import TerminalTesting
import Testing

/// Output that cannot be written is a failure.
@Suite("The program strobe, where its output cannot be written", .timeLimit(.minutes(5)))
struct OutputTests {
    private static let recording = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "InspectorTests/Recordings/demo.jsonl").path()

    static let commands: [[String]] = [
        ["demo", "-e", "state", "--", "--quiet"], ["demo", "--json", "-e", "stores", "--", "--quiet"],
        ["open", recording, "-e", "about"], ["open", "--json", recording, "-e", "stores"],
        ["report", "-o", "-", recording], ["report", "--markdown", recording],
        ["test", recording, "1..6", "--store", "turnstile"], ["export", "-o", "-", "--store", "turnstile", recording],
        ["script", "from", recording], ["audit", recording], ["list"], ["protocol"], ["protocol", "--json"], ["--help"],
        ["--version"],
    ]

    /// Runs strobe in bash with its standard output redirected.
    private func run(_ arguments: [String], _ redirection: String) async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(
            "/bin/bash", ["-c", "\"$0\" \"$@\" \(redirection)", Executables.strobe] + arguments,
            environment: ["NO_COLOR": ""])
    }

    @Test("a full disk is said on standard error, and the program fails", arguments: commands)
    func full(_ arguments: [String]) async throws {
        let ended = try await run(arguments, "> /dev/full")
        #expect(ended.status != 0)
        #expect(
            ended.errors.contains("error: Standard output cannot be written: No space left on device."),
            "\(ended.errors)")
    }

    @Test("commands of standard input fail as well")
    func typed() async throws {
        let ended = try await ProgramRun.run(
            "/bin/bash", ["-c", "\"$0\" demo -- --quiet > /dev/full", Executables.strobe], input: "state\n",
            environment: ["NO_COLOR": ""])
        #expect(ended.status != 0 && ended.errors.contains("Standard output cannot be written"), "\(ended.errors)")
    }

    @Test("a reader that has left is no error", arguments: commands)
    func left(_ arguments: [String]) async throws {
        let ended = try await run(arguments, "| true")
        #expect(ended.status == 0 && ended.errorsBesideNotices.isEmpty, "\(ended.errors)")
    }
}
