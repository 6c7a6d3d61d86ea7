import Foundation
import TerminalTesting
import Testing

/// `strobe install` into a folder of its own.
@Suite("Installing", .timeLimit(.minutes(5)))
struct InstallTests {
    private static let files = [
        "bin/strobe", "bin/strobe-demo", "share/bash-completion/completions/strobe", "share/zsh/site-functions/_strobe",
        "share/fish/vendor_completions.d/strobe.fish", "share/man/man1/strobe.1",
    ]

    /// Runs a test with a folder that has a blank in its name, and is removed afterwards.
    private func withPrefix(_ use: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe prefix \(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await use(folder.path)
    }

    private func files(below prefix: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: prefix).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(prefix)/\($0)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    @Test("programs, completions and page are put below the prefix, said, and removed again with nothing else")
    func roundTrip() async throws {
        try await withPrefix { prefix in
            let installed = try await ProgramRun.run(Executables.strobe, ["install", "--prefix", prefix])
            #expect(installed.status == 0, "\(installed.errors)")
            #expect(try files(below: prefix) == Self.files.sorted())
            for text in Self.files + ["installed in \(prefix)", "export PATH=\"\(prefix)/bin:$PATH\"", "--uninstall"] {
                #expect(installed.output.contains(text), "\(installed.output)")
            }
            // What runs is replaced by itself, and what is there is replaced.
            let again = try await ProgramRun.run("\(prefix)/bin/strobe", ["install", "--prefix", prefix])
            #expect(again.status == 0, "\(again.errors)")
            let demo = try await ProgramRun.run(
                "\(prefix)/bin/strobe", ["demo", "-e", "get .session", "--", "--quiet"])
            #expect(demo.output == "\"initialized\"\n", "\(demo.errors)")
            try "mine".write(toFile: "\(prefix)/bin/other", atomically: true, encoding: .utf8)
            let removed = try await ProgramRun.run(Executables.strobe, ["install", "--uninstall", "--prefix", prefix])
            #expect(removed.status == 0 && Self.files.allSatisfy(removed.output.contains), "\(removed.output)")
            #expect(try files(below: prefix) == ["bin/other"])
            let nothing = try await ProgramRun.run(Executables.strobe, ["install", "--uninstall", "--prefix", prefix])
            #expect(nothing.status == 0 && nothing.output.contains("nothing was installed there"))
        }
    }

    @Test("where nothing can be written, that is said, and nothing is left")
    func refused() async throws {
        try await withPrefix { prefix in
            try "a file".write(toFile: prefix, atomically: true, encoding: .utf8)
            let refused = try await ProgramRun.run(Executables.strobe, ["install", "--prefix", prefix])
            #expect(refused.status == 1 && refused.output == "")
            #expect(refused.errors.contains("\(prefix)/bin/strobe cannot be written"), "\(refused.errors)")
            #expect(refused.errors.contains("--prefix DIRECTORY"))
        }
    }

    @Test(
        "`man` reads the page without a warning, and it has all subcommands and commands of the prompt",
        .enabled("No man is installed: apt-get install man-db. STROBE_NEEDS_SHELLS=1 makes that a failure.") {
            Shell.has("man") || ProcessInfo.processInfo.environment["STROBE_NEEDS_SHELLS"] != nil
        })
    func page() async throws {
        let man = try #require(Shell.path(of: "man"))
        try await withPrefix { prefix in
            _ = try await ProgramRun.run(Executables.strobe, ["install", "--prefix", prefix])
            let read = try await ProgramRun.run(
                man, ["--warnings", "-E", "UTF-8", "-l", "\(prefix)/share/man/man1/strobe.1"],
                environment: ["MANWIDTH": "80", "LANG": "C.UTF-8"])
            #expect(read.status == 0 && read.errors == "", "\(read.errors)")
            for text in [
                "strobe - inspects the stores of a running process", "strobe script check", "--read-only",
                "strobe install", "break [ACTIONGLOB]", "/strobe/history",
            ] { #expect(read.output.contains(text), "\(text)") }
        }
    }
}
