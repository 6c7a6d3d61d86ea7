import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTransport
import StrobeTree
import TerminalTesting
import Testing

@testable import InspectorMCP

/// Whole programs: the server, the demo, and what an agent does with them.
@Suite("Agents with whole programs", .timeLimit(.minutes(5)))
struct AgentStoryTests {
    /// What clients hand on to the servers that they start.
    private static let bare = ["HOME": "/tmp", "PATH": "/usr/bin:/bin"]

    private static func rates(_ rate: Double) -> Value {
        ["ratesAvailable": ["data": .string(Data("{\"rates\": {\"USD\": \(rate)}}".utf8).base64EncodedString())]]
    }

    @Test("an agent finds the wrong total, who made it, proves it, and finds the least that does, in few calls")
    func script() async throws {
        try await AgentProgram.Demo.with { demo in
            let control = try await demo.attach()
            for action in [
                ["inputChanged": "100"], Self.rates(1.5), ["inputChanged": "2"], Self.rates(1.25),
                ["inputChanged": "20"],
                Self.rates(-1.5), ["inputChanged": "30"], ["inputChanged": "40"],
            ] as [Value] {
                _ = try await control.send(ActionDispatch(store: "currency", action: action))
            }
            await control.close()
            let program = try await AgentProgram([demo.target], environment: Self.bare)
            let client = program.client
            var calls = 0
            func call(_ tool: String, _ arguments: Value.Object = [:]) async throws -> AgentTestClient.Call {
                calls += 1
                let call = try await client.call(tool, arguments)
                #expect(!call.isError, "\(tool): \(call.text)")
                return call
            }
            let stores = try await call("list_stores")
            #expect(stores.text.contains("currency @8"))
            let state = try await call("read_state", ["store": "currency"])
            #expect(state.text.contains("output: -60.0"))
            let found = try await call("find_state", ["store": "currency", "condition": ".output < 0"])
            #expect(found.structured?.value(at: Path(["seq"])) == 6)
            let blame = try await call("blame_path", ["store": "currency", "path": ".output", "at": "6", "limit": 1])
            #expect(blame.text.contains("#6 .ratesAvailable"))
            let entry = try await call("read_entry", ["store": "currency", "seq": 6])
            #expect(entry.text.contains("~ /rate  1.25 → -1.5"))
            let without = try await call("try_history", ["store": "currency", "skip": [6]])
            #expect(!without.proposals.contains { $0.contains("up to there") })
            #expect(without.text.contains("~ /output  -60.0 → 50.0"), "\(without.text)")
            let least = try await call("minimize_history", ["store": "currency", "condition": ".output < 0"])
            #expect(least.lines[0].contains("2 of 6 entries make it true"), "\(least.text)")
            #expect(least.text.contains("was #5") && least.text.contains("was #6"))
            let bytes = client.lines.reduce(0) { $0 + $1.count }
            #expect(calls <= 8 && bytes <= 12_000, "\(calls) calls, \(bytes) bytes")
            // What a later entry hides is found where it was.
            let hidden = try await client.call("try_history", ["store": "currency", "skip": [4]])
            #expect(hidden.text.contains("no changes"), "\(hidden.text)")
            let proposal = try #require(hidden.proposals.first { $0.contains("up to there") })
            let shown = try await client.make(proposal)
            #expect(shown.text.contains("~ /rate  1.25 → 1.5"), "\(shown.text)")
            // The store was only looked at.
            let after = try await demo.attach()
            #expect(try await after.send(StoreDescribe(store: "currency")).seq == 8)
            await after.close()
            await program.child.terminate(grace: .seconds(2))
        }
    }

    @Test("a server that is started with few variables finds a process that was started with XDG_RUNTIME_DIR")
    func environment() async throws {
        let usual = "/run/user/\(geteuid())"
        var isMade = false
        if !FileManager.default.fileExists(atPath: usual) {
            // Only the superuser can make it, where no login did.
            guard geteuid() == 0 else { return }
            try FileManager.default.createDirectory(
                atPath: usual, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            isMade = true
        }
        defer { if isMade { try? FileManager.default.removeItem(atPath: usual) } }
        try await AgentProgram.Demo.with(directory: usual) { demo in
            let program = try await AgentProgram([], environment: Self.bare)
            let stores = try await program.client.call("list_stores")
            #expect(stores.text.contains("pid \(demo.run.pid)"), "\(stores.text)")
            await program.child.terminate(grace: .seconds(2))
        }
    }

    @Test("a server that is killed while it holds a gate leaves it open")
    func killed() async throws {
        try await AgentProgram.Demo.with { demo in
            let control = try await demo.attach()
            let program = try await AgentProgram(["--control", demo.target], environment: Self.bare)
            let paused = try await program.client.call("gate", ["store": "profile", "do": "pause", "hold_s": 600])
            #expect(!paused.isError)
            #expect(try await control.send(GateStatus(store: "profile")).paused)
            kill(program.child.pid, SIGKILL)
            try await pollUntil { try await !control.send(GateStatus(store: "profile")).paused }
            await control.close()
        }
    }

    @Test("the first answer comes without asking a process, and the end of the input ends the program")
    func ends() async throws {
        try await AgentProgram.Demo.with { demo in
            let program = try await AgentProgram([demo.target], environment: Self.bare)
            let list = try await program.client.ask("tools/list")
            #expect(list["result"] != nil)
            _ = try await program.client.call("read_state", ["store": "profile"])
            let time = await ContinuousClock().measure {
                await program.child.connection.close()
                let status = await program.child.exitStatus(within: .seconds(20))
                #expect(status == .exited(0))
            }
            #expect(time < .seconds(30), "\(time)")
        }
    }

    @Test("the end of the input ends the program though its client asked for much and read nothing")
    func unread() async throws {
        try await AgentProgram.Demo.with { demo in
            let process = Process()
            process.executableURL = URL(filePath: AgentProgram.strobe)
            process.arguments = ["mcp", demo.target]
            process.environment = Self.bare
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            defer { process.terminate() }
            let opening = #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#
            var text = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":\#(opening)}"# + "\n"
            for id in 1...600 { text += #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/list"}"# + "\n" }
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try input.fileHandleForWriting.close()
            try await pollUntil { !process.isRunning }
            #expect(process.terminationStatus == 0)
        }
    }

    @Test("a recording is read by the same tools; it does not go on, and nothing in it is changed")
    func recording() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "InspectorTests/Recordings/demo.jsonl").path()
        let program = try await AgentProgram(["--control", file], environment: Self.bare)
        let client = program.client
        let list = try await client.ask("tools/list")
        guard case .array(let tools)? = Value.object(list).value(at: Path(["result", "tools"])) else {
            throw AgentTestClient.Failure(description: "no tools")
        }
        #expect(tools.count == 17)
        let stores = try await client.call("list_stores")
        #expect(stores.text.contains("recording"), "\(stores.text)")
        guard case .string(let store)? = stores.structured?.value(at: Path(["stores", "0", "store"])) else {
            throw AgentTestClient.Failure(description: "no store: \(stores.text)")
        }
        let name = Value.string(store)
        let log = try await client.call("list_log", ["store": name, "from": 1, "limit": 1])
        #expect(log.lines.count >= 3, "\(log.text)")
        for (tool, arguments) in [
            ("read_state", [:]), ("read_entry", ["seq": 1]), ("diff_states", ["from": "0"]), ("list_actions", [:]),
            ("search", ["query": "a", "in": "log"]),
        ] as [(String, Value.Object)] {
            var arguments = arguments
            arguments["store"] = name
            let call = try await client.call(tool, arguments)
            #expect(!call.isError, "\(tool): \(call.text)")
        }
        // It is in the recording: no waiting for it.
        let known = try await client.call("wait_for", ["store": name, "action": "*", "timeout_s": 50])
        #expect(known.structured?.value(at: Path(["found"])) == true, "\(known.text)")
        let never = try await client.call("wait_for", ["store": name, "action": ".neverEver", "timeout_s": 50])
        #expect(never.text.contains("never in the recording") && !never.text.contains("not yet"))
        let other = try await client.call("try_history", ["store": name, "skip": [1]])
        #expect(other.isError && other.text.contains("cannot do that"), "\(other.text)")
        await program.child.terminate(grace: .seconds(2))
    }
}
