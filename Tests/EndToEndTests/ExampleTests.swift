import DeclarationTesting
import Foundation
import TerminalTesting
import Testing

@testable import Inspector

/// The examples that the help shows, each run in the demo.
@Suite("Examples of the help", .timeLimit(.minutes(5)))
struct ExampleTests {
    /// Commands that need a prompt; `TerminalHabitTests` and `ScreenTests` type them.
    private static let typed: Set<String> = ["again", "tee", "tour", "detach", "attach", "about", "ui", "pager"]

    @Test("every example of the help can be run as it is shown", .readsDeclarations)
    func all() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe-examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("echo included\n".utf8).write(to: folder.appending(path: "login.strobe"))
        for (name, examples) in Example.all.sorted(by: { $0.key < $1.key }) where !Self.typed.contains(name) {
            for example in examples {
                try? FileManager.default.removeItem(at: folder.appending(path: "session.jsonl"))
                let lines = example.setup + [example.line]
                // What is cancelled has to run still; others wait for answers.
                let delay = name == "cancel" ? "60000" : "1"
                let ended = try await ProgramRun.run(
                    "/bin/sh",
                    ["-c", "cd \"$0\" && exec \"$@\"", folder.path(), Executables.strobe, "run"]
                        + lines.flatMap { ["-e", $0] } + ["--"] + Executables.servedDemo
                        + ["--quiet", "--delay", delay],
                    input: "", environment: ["NO_COLOR": ""])
                #expect(ended.status == 0, "\(lines): \(ended.errors)")
                #expect(!ended.errors.contains("error:"), "\(lines)")
            }
        }
    }
}
