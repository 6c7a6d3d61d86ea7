import Foundation
import TerminalTesting
import Testing

/// The commands of the README, each run in a shell.
@Suite("Commands of the README", .timeLimit(.minutes(5)))
struct ReadmeTests {
    /// A block of shell commands, with the mark before it, if there is one.
    private struct Block {
        let mark: String?
        let lines: [String]
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    private static func blocks() throws -> [Block] {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        return readme.matches(of: /(?:<!-- (\w+) -->\n)?```sh\n((?:.|\n)*?)```/).map { match in
            Block(
                mark: match.1.map(String.init),
                lines: match.2.split(separator: "\n").map(String.init).filter { !$0.isEmpty })
        }
    }

    @Test("a block with a mark is run by .ci/run")
    func marked() throws {
        let script = try String(contentsOf: Self.root.appending(path: ".ci/run"), encoding: .utf8)
        let marks = try Self.blocks().compactMap(\.mark)
        #expect(Set(marks) == ["demo", "test", "install", "add"])
        for mark in marks { #expect(script.contains("readme_command \(mark))"), "\(mark)") }
    }

    @Test("every other command does what it says while the demo is running, and ends well")
    func unmarked() async throws {
        let lines = try Self.blocks().filter { $0.mark == nil }.flatMap(\.lines)
        try #require(lines.count >= 5)
        try await DemoProcess.with("--unix") { demo in
            // The commands name the programs as they are installed, and as they are after a build.
            let products = URL(filePath: Executables.strobe).deletingLastPathComponent().path
            let folder = demo.directory.appending(path: "work")
            let build = folder.appending(path: ".build")
            try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: build.appending(path: "debug").path, withDestinationPath: products)
            let environment = demo.environment.merging(["PATH": "\(products):/usr/bin:/bin"]) { $1 }
            var output = ""
            for line in lines {
                let command = ["-c", "cd '\(folder.path)' && \(line)"]
                if line.hasPrefix("strobe attach") || line.hasPrefix("strobe run") {
                    try await onThread { try Self.usePrompt(of: command, environment) }
                    continue
                }
                let run = try ProgramRun("/bin/bash", command, environment: environment)
                defer { run.kill() }
                try run.closeInput()
                if line.contains("until Ctrl-C") {
                    if line.hasPrefix("strobe web") {
                        try await run.waitForOutput { $0.contains("http://127.0.0.1:") }
                    } else {
                        try await run.waitForErrors { $0.contains("recording") }
                    }
                    run.interrupt()
                }
                let outcome = try await run.outcome(within: .seconds(120))
                #expect(outcome.status == 0, "\(line)\n\(outcome.errors)")
                output += outcome.output
                #expect(!outcome.errors.contains("error"), "\(line)\n\(outcome.errors)")
            }
            for text in ["\(demo.run.pid)", "http://127.0.0.1:"] { #expect(output.contains(text), "\(text)") }
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "shop.html").path))
        }
    }

    /// Runs a command that ends at a prompt, and leaves it.
    private static func usePrompt(of command: [String], _ environment: [String: String]) throws {
        let terminal = try PTYProcess("/bin/bash", command, environment: environment, rows: 30, columns: 100)
        try terminal.wait(forLine: "profile>")
        try terminal.send("quit\r")
        #expect(try terminal.waitForExit() == 0, "\(command)")
    }
}
