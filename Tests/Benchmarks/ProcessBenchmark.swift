import Foundation
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeTransport

/// Measures what a program takes while nothing happens, and how large `strobe` is and how fast it starts.
struct ProcessBenchmark {
    var measure: Measure
    /// How long programs are looked at, in seconds.
    var seconds: Int

    private static let megabyte = 1e6

    func run() async throws {
        Measure.heading("a program in which nothing happens, \(seconds) s")
        let alone = try await idle("alone", with: nil)
        for attaches in [false, true] {
            let socket = NSTemporaryDirectory() + "strobe-idle-\(getpid()).sock"
            try await idle(
                attaches ? "with a server, a client attached" : "with a server, nobody attached", with: socket,
                attaches: attaches, beside: alone)
        }
        try strobe()
    }

    /// Memory in bytes, that of it which no other process shares, and how often each thread has waited for something.
    private struct Idle {
        var memory = 0
        var own = 0
        var threads: [String: Int] = [:]
        /// How often one of them woke up since another look.
        var wakeUps = 0

        mutating func compare(with before: Idle) {
            wakeUps = threads.reduce(0) { $0 + $1.value - (before.threads[$1.key] ?? 0) }
        }
    }

    @discardableResult
    private func idle(
        _ label: String, with socket: String?, attaches: Bool = false, beside alone: Idle? = nil
    ) async throws -> Idle? {
        let program = Process()
        program.executableURL = URL(filePath: CommandLine.arguments[0])
        program.arguments = ["idle"] + (socket.map { [$0] } ?? [])
        let (input, output) = (Pipe(), Pipe())
        (program.standardInput, program.standardOutput) = (input, output)
        try program.run()
        defer {
            // It ends with its input.
            try? input.fileHandleForWriting.close()
            program.waitUntilExit()
        }
        // It says when it is ready.
        _ = output.fileHandleForReading.availableData
        var client: DebugClient?
        if let socket, attaches {
            let connected = try await DebugClient.connect(to: .unix(path: socket))
            _ = try await connected.initialize(client: .init(name: "benchmark", version: "1"))
            _ = try await connected.send(StateGet(store: "shop"))
            client = connected
        }
        // What follows from the start and from attaching ends meanwhile: threads without work do after 5 s.
        try await Task.sleep(for: .seconds(seconds > 1 ? 12 : 1))
        let before = Self.look(at: program.processIdentifier)
        try await Task.sleep(for: .seconds(seconds))
        var after = Self.look(at: program.processIdentifier)
        after.compare(with: before)
        await client?.close()
        guard after.memory > 0 else {
            print("\(label): the system does not say")
            return nil
        }
        // The system's library of queues wakes up once a second in each program; one more falls into some of the times.
        let limits = alone.map { (memory: 20.0, threads: 6.0, wakeUps: Double($0.wakeUps + 1)) }
        Measure.row(
            "\(label): memory", Double(after.memory) / Self.megabyte, unit: "MB",
            baseline: alone.map { Double($0.memory) / Self.megabyte }, limit: limits?.memory)
        Measure.row("  of it, not shared with its files", Double(after.own) / Self.megabyte, unit: "MB")
        Measure.row("  threads", Double(after.threads.count), unit: "", limit: limits?.threads)
        Measure.row("  times that one woke up", Double(after.wakeUps), unit: "", limit: limits?.wakeUps)
        return after
    }

    /// What a process takes now.
    private static func look(at process: Int32) -> Idle {
        var idle = Idle()
        let folder = "/proc/\(process)/task"
        idle.memory = ProcessStatus.bytes("VmRSS:", of: "\(process)")
        idle.own = ProcessStatus.bytes("RssAnon:", of: "\(process)")
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            idle.threads[thread] = ProcessStatus.number("voluntary_ctxt_switches:", in: "\(folder)/\(thread)/status")
        }
        return idle
    }

    /// The inspector that was built beside this program.
    private func strobe() throws {
        Measure.heading("strobe")
        let file = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "strobe")
            .path(percentEncoded: false)
        guard FileManager.default.isExecutableFile(atPath: file) else {
            return print("it is not built here: swift build -c release --product strobe")
        }
        let stripped = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: stripped) }
        try size(of: file, "its size")
        if (try? Self.run("strip", "-o", stripped, file)) != nil {
            try size(of: stripped, "its size without symbols", limit: 8)
        } else {
            print("its size without symbols is not known: there is no strip")
        }
        try Self.run(file, "--version")
        let (version, nothing) = measure.times {
            for _ in 0..<10 { try? Self.run(file, "--version") }
        } and: {
            for _ in 0..<10 { try? Self.run("true") }
        }
        Measure.row("a program that does nothing", nothing / 1e7, unit: "ms")
        Measure.row("strobe --version", version / 1e7, unit: "ms", baseline: nothing / 1e7, limit: 10)
    }

    private func size(of file: String, _ label: String, limit: Double? = nil) throws {
        let bytes = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        Measure.row(label, Double(bytes) / Self.megabyte, unit: "MB", limit: limit)
    }

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}

/// A program that does nothing, with a store and a server if it is given the path of a socket.
enum IdleProgram {
    static func run(_ socket: String?) async throws {
        let store = DispatchBenchmark.makeStore(items: 1_000)
        var server: DebugServer?
        if let socket {
            let started = DebugServer(configuration: .init(discovery: false))
            started.add(store, id: "shop")
            try await started.start(on: [.unix(path: socket)])
            server = started
        }
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        // Until it is ended, or nobody is left to end it.
        await withCheckedContinuation { continuation in
            Thread {
                _ = try? FileHandle.standardInput.readToEnd()
                continuation.resume()
            }.start()
        }
        await server?.stop()
        withExtendedLifetime(store) {}
    }
}
