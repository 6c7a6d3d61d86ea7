import Foundation
import StrobeRecording
import StrobeTree
import TerminalTesting
import Testing

/// `strobe record` on real processes.
@Suite("Recording from outside", .timeLimit(.minutes(5)))
struct RecordTests {
    /// Starts `strobe record` on a demo process and waits until it records.
    private func record(_ demo: DemoProcess, _ arguments: String...) async throws -> ProgramRun {
        let run = try ProgramRun(Executables.strobe, ["record"] + arguments, environment: demo.environment)
        try await run.waitForErrors { $0.contains("● recording") }
        return run
    }

    /// Waits until a file contains a text.
    private func wait(for text: String, in path: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).contains(text) {
            try #require(ContinuousClock.now < deadline, "\(text) does not come")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("a signal ends a recording well: end line, summary, exit code 0")
    func signalled() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let run = try await record(demo, "-o", path)
            _ = try await demo.strobe("attach", "-e", "send .load", "-e", "wait --action .loaded*")
            try await wait(for: "\"loaded\"", in: path)
            run.terminate()
            let outcome = try await run.outcome()
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("■ \(path)") && outcome.errors.contains("nothing missed"))
            let reader = try RecordingReader(paths: [path])
            #expect(reader.isComplete && reader.damage.isEmpty && reader.stores.count == 8)
            #expect(try reader.transition(1, of: "profile").label == ".load")
            let machine = reader.stores.first { $0.id == "turnstile" }?.description
            #expect(machine?.declaration?.value(at: Path(["initial"])) == "locked")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("a recording of a process that is killed has all that was read and its end, and exit code 2 says so")
    func killedPeer() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let run = try await record(demo, "-o", path)
            _ = try await demo.strobe("attach", "-e", "send .load", "-e", "wait --action .loaded*")
            try await wait(for: "\"loaded\"", in: path)
            demo.run.kill()
            let outcome = try await run.outcome()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("the process ended"))
            let reader = try RecordingReader(paths: [path])
            #expect(reader.isComplete && reader.recordings.first?.end?.reason == "closed")
        }
    }

    @Test("a process that ends in good order ends its recording with exit code 0")
    func endedPeer() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let run = try await record(demo, "-o", path)
            _ = try await demo.stop()
            #expect(try await run.outcome().status == 0)
            #expect(try RecordingReader(paths: [path]).isComplete)
        }
    }

    @Test("a recorder that is killed leaves a file that is readable to its last whole line")
    func killedRecorder() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let run = try await record(demo, "-o", path)
            _ = try await demo.strobe("attach", "-e", "send .load", "-e", "wait --action .loaded*")
            try await wait(for: "\"loaded\"", in: path)
            run.kill()
            _ = try await run.outcome()
            let reader = try RecordingReader(paths: [path])
            #expect(!reader.isComplete && reader.damage.isEmpty)
            #expect(reader.stores.first { $0.id == "profile" }?.lastSeq ?? 0 >= 2)
        }
    }

    @Test("a command is run and recorded for as long as was asked")
    func command() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let outcome = try await demo.strobe(
                "record", "-o", path, "--for", "200ms", "--json", "--store", "login", "--", Executables.demo, "--stdio",
                "--quiet")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("\"reason\":\"duration\""))
            #expect(try RecordingReader(paths: [path]).stores.map(\.id) == ["login"])
        }
    }

    @Test("several processes are recorded into a directory, a file each")
    func several() async throws {
        try await DemoProcess.with("--unix") { demo in
            let other = try ProgramRun(
                Executables.demo, ["--quiet", "--unix"], environment: ["XDG_RUNTIME_DIR": demo.directory.path()])
            defer { other.kill() }
            try await other.waitForErrors { $0.contains("listening on ") }
            let folder = demo.directory.appending(path: "both").path()
            let outcome = try await demo.strobe(
                "record", "-o", folder, "--for", "200ms", String(demo.run.pid), String(other.pid))
            #expect(outcome.status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["strobe-demo-\(demo.run.pid).jsonl", "strobe-demo-\(other.pid).jsonl"].sorted())
            let reader = try RecordingReader(paths: names.map { "\(folder)/\($0)" })
            #expect(reader.recordings.count == 2 && reader.stores.count == 16)
        }
    }

    @Test("a directory for data engines has folders by day, program, machine and process, and opens like a file")
    func table() async throws {
        try await DemoProcess.with("--unix") { demo in
            let folder = demo.directory.appending(path: "table").path()
            let run = try await record(demo, "--into", folder)
            _ = try await demo.strobe("attach", "-e", "send .load", "-e", "wait --action .loaded*")
            let file = try #require(try Self.files(in: folder).first)
            try await wait(for: "\"loaded\"", in: "\(folder)/\(file)")
            run.terminate()
            #expect(try await run.outcome().status == 0)
            let parts = file.split(separator: "/").map(String.init)
            #expect(parts.count == 5 && parts[0].hasPrefix("day=20") && parts[1] == "program=strobe-demo", "\(file)")
            let host = try RecordingReader(paths: ["\(folder)/\(file)"]).recordings.first?.header.process.host
            #expect(parts[2] == "host=\(host ?? "")" && host?.isEmpty == false && parts[3].hasPrefix("instance=20"))
            #expect(parts[3].hasSuffix("Z-\(demo.run.pid)") && parts[4].hasSuffix(".jsonl"))
            for path in [folder, "\(folder)/\(parts[0])", "\(folder)/\(file)"] {
                let opened = try await demo.strobe("open", path, "-e", "log")
                #expect(opened.status == 0 && opened.output.contains(".load"), "\(path): \(opened.errors)")
            }
            let page = folder + ".html"
            for arguments in [
                ["report", folder, "-o", page],
                ["replay", folder, "--check", "--"] + [Executables.demo, "--stdio", "--quiet"],
            ] {
                let outcome = try await demo.strobe(arguments)
                #expect(outcome.status == 0, "\(arguments): \(outcome.errors) \(outcome.output)")
            }
            let audit = try await demo.strobe("audit", folder)
            #expect(audit.status == 1 && audit.output.contains("e-mail address"))
        }
    }

    @Test("a directory with recordings of several processes says which, and opens those that are named")
    func choice() async throws {
        try await DemoProcess.with("--unix") { demo in
            let folder = demo.directory.appending(path: "table").path()
            for _ in 1...2 {
                let outcome = try await demo.strobe(
                    "record", "--into", folder, "--for", "100ms", "--", Executables.demo, "--stdio", "--quiet")
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            let files = try Self.files(in: folder)
            #expect(files.count == 2 && Set(files.map { ($0 as NSString).deletingLastPathComponent }).count == 2)
            let refused = try await demo.strobe("open", folder, "-e", "log")
            #expect(refused.status == 2 && refused.errors.contains("recordings of 2 processes"), "\(refused.errors)")
            for file in files {
                let instance = "\(folder)/\((file as NSString).deletingLastPathComponent)"
                #expect(refused.errors.contains("strobe open \(instance)\n"), "\(refused.errors)")
                #expect(try await demo.strobe("open", instance, "-e", "stores").status == 0)
            }
            let both = try await demo.strobe(["open"] + files.map { "\(folder)/\($0)" } + ["-e", "stores"])
            #expect(both.status == 0 && both.output.contains("strobe-demo"), "\(both.errors)")
        }
    }

    @Test("a recorder into a table that is killed leaves a file that is readable to its last whole line")
    func killedTable() async throws {
        try await DemoProcess.with("--unix") { demo in
            let folder = demo.directory.appending(path: "table").path()
            let run = try await record(demo, "--into", folder)
            _ = try await demo.strobe("attach", "-e", "send .load", "-e", "wait --action .loaded*")
            let path = "\(folder)/\(try #require(try Self.files(in: folder).first))"
            try await wait(for: "\"loaded\"", in: path)
            run.kill()
            _ = try await run.outcome()
            let reader = try RecordingReader(paths: [path])
            #expect(!reader.isComplete && reader.damage.isEmpty)
            #expect(reader.stores.first { $0.id == "profile" }?.lastSeq ?? 0 >= 2)
        }
    }

    /// The recordings in a directory, by their paths from there.
    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
    }

    @Test("a file that cannot be made is reported with what to do, and nothing is recorded")
    func unwritable() async throws {
        try await DemoProcess.with("--unix") { demo in
            let outcome = try await demo.strobe("record", "-o", "/no/such/folder/a.jsonl")
            #expect(outcome.status == 1 && outcome.errors.contains("cannot be created"))
        }
    }

    @Test("wrong usage is exit code 64")
    func usage() async throws {
        for arguments in [
            ["-o", "x", "--for", "soon"], ["-o", "x", "--parts", "3"], ["-o", "x", "a", "--", "b"], [],
            ["--into", "x", "-o", "y"], ["--into", "x", "--force"], ["--into", "x", "--parts", "1"],
        ] {
            let outcome = try await ProgramRun.run(Executables.strobe, ["record"] + arguments)
            #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
        }
    }

    @Test("audit finds what a process let out, and shows little of it")
    func audit() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let run = try await record(demo, "-o", path)
            _ = try await demo.strobe("attach", "-e", "send .load", "-e", "wait --action .loaded*")
            try await wait(for: "ada@example.org", in: path)
            run.terminate()
            _ = try await run.outcome()
            let outcome = try await demo.strobe("audit", path)
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("e-mail address") && !outcome.output.contains("ada@example.org"))
        }
    }
}
