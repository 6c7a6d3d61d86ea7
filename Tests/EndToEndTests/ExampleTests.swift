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
        let examples = Example.all.filter { !Self.typed.contains($0.key) }
            .flatMap { name, examples in examples.map { (name, $0) } }
        try await withThrowingTaskGroup { group in
            // They mostly wait for two processes to start.
            let lanes = 4
            for lane in 0..<lanes {
                group.addTask {
                    for index in stride(from: lane, to: examples.count, by: lanes) {
                        try await Self.run(examples[index].1, of: examples[index].0)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func run(_ example: Example, of name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe-examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("echo included\n".utf8).write(to: folder.appending(path: "login.strobe"))
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
