import Foundation
import StrobeTransport
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("Launching and ending programs", .timeLimit(.minutes(5)), .serialized)
struct LaunchTests {
    /// A script that writes its process id to a file in a folder, and then does something else.
    private func script(_ text: String, _ folder: String) -> (command: Value, file: String) {
        let file = folder + "/pid"
        return (["/bin/sh", "-c", .string("echo $$ > \(file).new; mv \(file).new \(file); \(text)")], file)
    }

    private func pid(in file: String) async throws -> Int {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if let text = try? String(contentsOfFile: file, encoding: .utf8), let pid = Int(text.dropLast()) {
                return pid
            }
            await Task.yield()
        }
        throw NothingCame(what: file, received: [])
    }

    @Test("a program that serves its standard streams is launched, and ended when the editor disconnects")
    func stdio() async throws {
        let editor = EditorBench()
        try await editor.launch()
        #expect(try await editor.event("process")["startMethod"] == "launch")
        let pid = try await editor.pid()
        #expect(try await editor.ask("threads")["threads"]?.elements.count == 8)
        try await editor.ask("disconnect")
        #expect(try await editor.status() == 0)
        #expect(!DemoBench.isRunning(pid))
        #expect(editor.received.count { $0["event"] == "terminated" } == 1)
        let order = editor.received.suffix(3).map { ($0["command"] ?? $0["event"])?.text }
        #expect(order == ["disconnect", "exited", "terminated"])
    }

    @Test("a program in whose environment STROBE=1 is is found by its process id; its output goes to the console")
    func environment() async throws {
        let editor = EditorBench()
        let demo = DemoBench.demo
        try await editor.launch([
            "command": ["/bin/sh", "-c", .string("echo hello; echo oops >&2; exec \(demo) --when-asked --quiet")],
            "env": ["XDG_RUNTIME_DIR": .string(runtimeFolder)],
        ])
        let pid = try await editor.pid()
        #expect(try await editor.event("output") { $0["category"] == "stdout" }["output"] == "hello\n")
        #expect(try await editor.event("output") { $0["category"] == "stderr" }["output"] == "oops\n")
        try await editor.ask("terminate")
        try await editor.event("terminated")
        #expect(try await DemoBench.ended(pid))
        try await editor.ask("disconnect")
        #expect(editor.received.count { $0["event"] == "terminated" } == 1)
    }

    @Test("a program that the editor does not want to end goes on, and its pipes do not end it")
    func kept() async throws {
        let editor = EditorBench()
        let demo = DemoBench.demo
        // The shell writes all the time, and ends when it cannot.
        let loop = "while sleep 0.05; do echo more; done & \(demo) --when-asked --quiet; kill $!"
        try await editor.launch([
            "command": ["/bin/sh", "-c", .string(loop)], "env": ["XDG_RUNTIME_DIR": .string(runtimeFolder)],
        ])
        let pid = try await editor.pid()
        try await editor.ask("disconnect", ["terminateDebuggee": false])
        #expect(try await editor.status() == 0)
        #expect(DemoBench.isRunning(pid))
        // It can be attached to again.
        let second = EditorBench()
        try await second.attach(["target": .count(pid)])
        try await second.ask("disconnect", ["terminateDebuggee": true])
        #expect(DemoBench.isRunning(pid), "attached processes go on")
        kill(pid_t(pid), SIGTERM)
        #expect(try await DemoBench.ended(pid))
    }

    @Test("a program is ended when the editor disconnects, or ends, before it answered")
    func duringLaunch() async throws {
        for ends in [true, false] {
            let editor = EditorBench()
            let folder = try DemoBench.folder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let (command, file) = script("sleep 600 & wait", folder)
            try await editor.ask("initialize")
            let launch = editor.request("launch", ["command": command])
            let pid = try await pid(in: file)
            if ends {
                editor.end()
            } else {
                try await editor.ask("disconnect", ["terminateDebuggee": false])
                #expect(try await editor.response(to: launch)["success"] == false)
            }
            #expect(try await editor.status() == 0)
            #expect(try await DemoBench.ended(pid))
        }
    }

    @Test("a program is ended though the editor disconnects while it is started")
    func whileStarting() async throws {
        for _ in 0..<10 {
            let editor = EditorBench()
            let folder = try DemoBench.folder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let (command, file) = script("sleep 600 & wait", folder)
            try await editor.ask("initialize")
            editor.request("launch", ["command": command])
            try await editor.ask("disconnect")
            #expect(try await editor.status() == 0)
            // It may have been ended before it wrote this, or was never started.
            guard let text = try? String(contentsOfFile: file, encoding: .utf8), let pid = Int(text.dropLast()) else {
                continue
            }
            #expect(try await DemoBench.ended(pid))
        }
    }

    @Test("the end of the input waits until a program that ignores SIGTERM has ended, which `terminate` began to end")
    func stubborn() async throws {
        let editor = EditorBench()
        let folder = try DemoBench.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (command, file) = script("trap '' TERM; exec sleep 600", folder)
        try await editor.ask("initialize")
        let launch = editor.request("launch", ["command": command])
        let pid = try await pid(in: file)
        while await editor.session.child == nil { await Task.yield() }
        editor.request("terminate")
        editor.end()
        #expect(try await editor.status() == 0)
        #expect(!DemoBench.isRunning(pid))
        #expect(try await editor.response(to: launch)["message"] == "cancelled")
    }

    @Test("what goes wrong when launching is the answer to it")
    func failures() async throws {
        for (arguments, reason) in [
            (["command": []], "`launch` needs `command`"), (["command": ["false"]], "exited with status 1"),
            (["command": ["/nowhere/nothing"]], "exited with status 127"),
            (["command": ["sleep", "60"], "startTimeout": 0], "started no debug server within 0 s"),
            (["command": ["x"], "via": "magic"], "`via` cannot be `magic`"),
            (["command": ["x"], "console": "externalTerminal"], "`console` is `externalTerminal`"),
            (["command": ["x"], "console": "integratedTerminal"], "no terminal for programs"),
        ] as [(Value, String)] {
            let editor = EditorBench()
            try await editor.ask("initialize")
            let refusal = try await editor.refusal("launch", arguments)
            #expect(refusal.contains(reason), "\(refusal)")
        }
    }

    @Test("an overlong line of the program does not end the reading of its output")
    func longLine() async throws {
        let editor = EditorBench()
        try await editor.ask("initialize")
        let text =
            "head -c 100000000 /dev/zero | tr '\\0' x; echo; head -c 100000 /dev/zero | tr '\\0' y >&2; echo >&2; "
            + "echo end >&2; echo end; exec sleep 600"
        editor.request("launch", ["command": ["/bin/sh", "-c", .string(text)]])
        for category in ["stdout", "stderr"] as [Value] {
            try await editor.event("output", within: .seconds(120)) {
                $0["category"] == category && $0["output"] == "end\n"
            }
        }
        try await editor.ask("disconnect")
    }

    @Test("a program that is killed is told as exited and terminated within a second, once")
    func killed() async throws {
        let editor = EditorBench()
        try await editor.launch()
        let pid = try await editor.pid()
        let start = ContinuousClock.now
        kill(pid_t(pid), SIGKILL)
        try await editor.event("terminated", within: .seconds(5))
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try await editor.event("exited") == ["exitCode": 137])
        try await editor.ask("disconnect")
        #expect(editor.received.count { $0["event"] == "terminated" } == 1)
    }

    @Test("the editor's terminal runs a program, which is found by its mark, and ended")
    func terminal() async throws {
        let editor = EditorBench()
        let (launch, request) = try await launchInTerminal(editor)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // A shell of the editor between: the id that the editor knows is not that of the program.
        process.arguments = ["-c", "\"$@\"; true", "sh"] + (request["args"]?.elements.compactMap(\.text) ?? [])
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in request["env"]?.members ?? [:] { environment[name] = value.text }
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        answer(editor, ["processId": .int(Int64(process.processIdentifier))])
        try await editor.event("initialized")
        try await editor.ask("configurationDone")
        #expect(try await editor.response(to: launch)["success"] == true)
        let pid = try await editor.pid()
        #expect(pid != Int(process.processIdentifier))
        try await editor.event("progressEnd")
        try await editor.ask("disconnect")
        #expect(try await DemoBench.ended(pid))
    }

    @Test("a process id that is no process id is refused, and so is a launch that the terminal refuses")
    func wrongTerminal() async throws {
        for (body, reason) in [(["processId": .double(1e300)], "processId"), (nil, "no room")] as [(Value?, String)] {
            let editor = EditorBench()
            let (launch, _) = try await launchInTerminal(editor)
            answer(editor, body)
            #expect(try await editor.response(to: launch)["message"]?.text?.contains(reason) == true)
        }
    }

    private func launchInTerminal(_ editor: EditorBench) async throws -> (Int64, Value) {
        try await editor.ask("initialize", ["supportsRunInTerminalRequest": true, "supportsProgressReporting": true])
        let launch = editor.request(
            "launch",
            [
                "command": [.string(DemoBench.demo), "--when-asked", "--quiet"], "console": "integratedTerminal",
                "env": ["XDG_RUNTIME_DIR": .string(runtimeFolder)],
            ])
        let request = try await editor.received("runInTerminal") { $0["command"] == "runInTerminal" }
        #expect(request["arguments"]?["kind"] == "integrated" && request["arguments"]?["env"]?["STROBE"] == "1")
        return (launch, request["arguments"] ?? .null)
    }

    /// Answers the request for a terminal; refuses it without a body.
    private func answer(_ editor: EditorBench, _ body: Value?) {
        let seq = editor.received.first { $0["command"] == "runInTerminal" }?["seq"]
        editor.post(
            .body([
                "seq": 900, "type": "response", "command": "runInTerminal", "success": .bool(body != nil),
                "request_seq": seq, "body": body, "message": body == nil ? "no room" : nil,
            ]))
    }
}

/// The folder in which the processes of these tests find each other.
private let runtimeFolder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
