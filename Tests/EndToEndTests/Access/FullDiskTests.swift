import Foundation
import SeededTesting
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree
import TerminalTesting
import Testing

/// Programs that cannot write their discovery files or recordings.
@Suite("A full disk", .serialized, .timeLimit(.minutes(5)))
struct FullDiskTests {
    @Test(
        "a server whose discovery file does not fit says so, leaves nothing behind, and starts once there is space",
        .enabled("only the superuser can make a small disk") { try await SmallDisk.canBeMade() })
    func discoveryFile() async throws {
        try await SmallDisk.with { disk in
            let runtime = disk + "/strobe"
            try FileManager.default.createDirectory(
                atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let filler = SmallDisk.fill(disk)
            let environment = ["XDG_RUNTIME_DIR": disk, "STROBE": ""]
            let refused = try await ProgramRun.run(
                Executables.demo, ["--quiet", "--tcp"], environment: environment)
            #expect(refused.status != 0)
            #expect(refused.errors.contains("No space left"), "\(refused.errors)")
            let left = try FileManager.default.contentsOfDirectory(atPath: runtime)
            #expect(left.isEmpty, "\(left)")

            // A program that may be asked for a server continues without one.
            let demo = try ProgramRun(Executables.demo, ["--quiet", "--tcp", "--when-asked"], environment: environment)
            defer { demo.kill() }
            try await demo.waitForErrors { $0.contains("not listening") }
            kill(demo.pid, SIGUSR1)
            try await demo.waitForErrors { $0.contains("No space left") }
            try FileManager.default.removeItem(atPath: filler)
            kill(demo.pid, SIGUSR1)
            try await demo.waitForErrors { $0.contains("listening on tcp") }
            demo.terminate()
            let ended = try await demo.outcome()
            #expect(ended.status == 0)
        }
    }

    /// How often the turnstile is used in tests of a recording that becomes too large.
    private static let turns = 200

    /// Uses the demo's turnstile; every dispatch is answered, whatever happens to recordings.
    private func turn(_ client: DebugClient) async throws {
        for _ in 0..<Self.turns {
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
            _ = try await client.send(ActionDispatch(store: "turnstile", action: "push"))
        }
    }

    /// Checks that a recording is complete up to its last line, and ends there.
    private func expectReadable(_ path: String, ofAtMost bytes: Int) throws {
        let reader = try RecordingReader(paths: [path])
        #expect(reader.damage.isEmpty, "\(reader.damage)")
        #expect(FileManager.default.contents(atPath: path).map { $0.count <= bytes } == true)
        for seq in 1...20 {
            #expect(try reader.state(at: seq, of: "turnstile") == (seq.isMultiple(of: 2) ? "locked" : "unlocked"))
        }
        #expect(throws: RecordingError.self) { try reader.state(at: Self.turns * 2, of: "turnstile") }
    }

    @Test("a program goes on whose flight recorder can write no more, and says once what to do", .underALimit)
    func flightRecorder() async throws {
        let folder = "/tmp/strobe-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await DemoProcess.with("--unix", "--flight-recorder", folder, fileBytes: 32 << 10) { demo in
            let client = try await demo.attach()
            try await turn(client)
            try await demo.run.waitForErrors { $0.contains("The flight recorder cannot write") }
            let after = try await client.send(StoreDescribe(store: "turnstile"))
            #expect(after.seq == Self.turns * 2)
            await client.close()
            let ended = try await demo.stop()
            #expect(ended.status == 0)
            #expect(ended.errors.components(separatedBy: "cannot write").count == 2, "\(ended.errors)")
            #expect(ended.errors.contains("Record to a new file"), "\(ended.errors)")
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
        let file = try #require(files.first)
        #expect(files.count == 1)
        try expectReadable("\(folder)/\(file)", ofAtMost: 32 << 10)
    }

    @Test("`strobe record` that can write no more says so once, reads on, and sums up what is missing", .underALimit)
    func record() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let command = SmallDisk.limiting([Executables.strobe, "record", "-o", path], toFilesOf: 32 << 10)
            let run = try ProgramRun(command[0], Array(command.dropFirst()), environment: demo.environment)
            defer { run.kill() }
            try await run.waitForErrors { $0.contains("● recording") }
            let client = try await demo.attach()
            try await turn(client)
            try await run.waitForErrors { $0.contains("cannot be written") }
            await client.close()
            run.terminate()
            let outcome = try await run.outcome()
            #expect(outcome.status == 1)
            #expect(outcome.errors.components(separatedBy: "error: ").count == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("lines could not be written"), "\(outcome.errors)")
            #expect(outcome.errors.contains("Record to a new file"), "\(outcome.errors)")
            try expectReadable(path, ofAtMost: 32 << 10)
        }
    }

    @Test("a session goes on whose recording can write no more, and says so once", .underALimit)
    func session() async throws {
        try await DemoProcess.with("--unix") { demo in
            let path = demo.directory.appending(path: "a.jsonl").path()
            let lines = [
                "use turnstile", "record start \(path)", "repeat \(Self.turns) { send .coin; send .push }", "record",
                "get",
                "echo still here", "record stop",
            ]
            let command = SmallDisk.limiting(
                [Executables.strobe, "attach"] + lines.flatMap { ["-e", $0] }, toFilesOf: 32 << 10)
            let outcome = try await ProgramRun.run(
                command[0], Array(command.dropFirst()), environment: demo.environment)
            #expect(outcome.output.contains("still here"), "\(outcome.output.suffix(2_000))")
            // The file lacks its last lines, so the last command failed.
            #expect(outcome.status == 1)
            #expect(outcome.errors.components(separatedBy: "error: The file").count == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("Record to a new file"), "\(outcome.errors)")
            try expectReadable(path, ofAtMost: 32 << 10)
        }
    }

    @Test(
        "a flight recorder whose disk was full continues when there is space, and its file says what is missing",
        .enabled("only the superuser can make a small disk") { try await SmallDisk.canBeMade() })
    func roomAgain() async throws {
        try await SmallDisk.with { disk in
            let folder = disk + "/recordings"
            try await DemoProcess.with("--unix", "--flight-recorder", folder) { demo in
                let filler = SmallDisk.fill(disk)
                let client = try await demo.attach()
                try await turn(client)
                try await demo.run.waitForErrors { $0.contains("the disk is full. Free some space") }
                try FileManager.default.removeItem(atPath: filler)
                let last = try await client.send(ActionDispatch(store: "turnstile", action: "coin"))
                #expect(last.seq == Self.turns * 2 + 1)
                await client.close()
                let ended = try await demo.stop()
                #expect(ended.status == 0)
                #expect(ended.errors.components(separatedBy: "cannot write").count == 2, "\(ended.errors)")
            }
            let file = try #require(
                try FileManager.default.subpathsOfDirectory(atPath: folder).first { $0.hasSuffix(".jsonl") })
            let reader = try RecordingReader(paths: ["\(folder)/\(file)"])
            #expect(reader.damage.isEmpty && reader.isComplete)
            #expect(reader.gaps(of: "turnstile").contains { $0.reason.contains("disk is full") })
            #expect(try reader.state(at: Self.turns * 2 + 1, of: "turnstile") == "unlocked")
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Not for ThreadSanitizer: its memory is a file, to which the file size limit applies as well.
    fileprivate static var underALimit: Self {
        .enabled(
            if: Sanitizer.present != .thread, "a program with ThreadSanitizer does not start under a limit for files")
    }
}
