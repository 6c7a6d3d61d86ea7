import Foundation
import Strobe
import StrobeClient
import StrobeServer
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorDAP

@Suite("Ends, and what is lost", .timeLimit(.minutes(5)))
struct EndingTests {
    /// A process of the adapter, with its streams.
    private func process() throws -> (process: Process, input: FileHandle, output: FileHandle, errors: FileHandle) {
        let process = Process()
        process.executableURL = URL(filePath: DemoBench.strobe)
        process.arguments = ["dap"]
        let pipes = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = pipes
        try process.run()
        return (process, pipes.0.fileHandleForWriting, pipes.1.fileHandleForReading, pipes.2.fileHandleForReading)
    }

    private func send(_ command: String, _ arguments: Value, to input: FileHandle) throws {
        let body = JSON.text(["seq": 1, "type": "request", "command": .string(command), "arguments": arguments])
        try input.write(contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    }

    @Test("an adapter that is killed leaves its gates open")
    func killed() async throws {
        let bench = try await ShopBench()
        let (process, input, output, _) = try process()
        try send("initialize", [:], to: input)
        try send("attach", ["target": .string(bench.path), "stopOnEntry": true], to: input)
        let received = AsyncStream.makeStream(of: Data.self)
        output.readabilityHandler = { received.continuation.yield($0.availableData) }
        var (text, isDone) = ("", false)
        for await data in received.stream {
            text += String(decoding: data, as: UTF8.self)
            if text.contains("\"initialized\""), !isDone {
                isDone = true
                try send("configurationDone", [:], to: input)
            }
            if text.contains("\"stopped\"") { break }
        }
        output.readabilityHandler = nil
        bench.shop.dispatch(.increment(by: 1))
        #expect(bench.shop.seq == 0)
        let start = ContinuousClock.now
        kill(process.processIdentifier, SIGKILL)
        try await bench.reach(1)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("the end of the input ends the adapter within a second, and a header that cannot be read with status 2")
    func input() async throws {
        for (text, status, reason) in [
            ("", 0, ""), ("Content-Length: 5\r\n\r\n{", 0, "inside a message"),
            ("GET / HTTP/1.1\r\n\r\n", 2, "no name and value"),
            ("Content-Length: 3\r\n\r\n{x}", 0, "not JSON"),
        ] {
            let (process, input, output, errors) = try process()
            let start = ContinuousClock.now
            try input.write(contentsOf: Data(text.utf8))
            try input.close()
            let said = String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(ContinuousClock.now - start < .seconds(30))
            #expect(process.terminationStatus == status, "\(text)")
            #expect(reason.isEmpty ? said.isEmpty : said.contains(reason), "\(said)")
            #expect(try output.readToEnd() ?? Data() == Data())
        }
    }

    @Test("stops that were lost on the way are asked for")
    func lost() async throws {
        let bench = try await ShopBench()
        let proxy = try await LossyProxy(to: bench.path)
        var host = DapCommand.host
        host.find = { _ in Discovery.Target(endpoints: [.unix(path: proxy.path)]) }
        let editor = EditorBench(host: host)
        try await editor.attach()
        try await editor.ask("setFunctionBreakpoints", ["breakpoints": [["name": ".reset"]]])
        proxy.lose()
        bench.shop.dispatch(.reset)
        let stop = try await editor.event("stopped")
        #expect(stop["reason"] == "function breakpoint" && stop["hitBreakpointIds"] == [1])
        let client = try await bench.client()
        try await client.send(GateResume(store: "shop"))
        try await editor.event("continued")
        await client.close()
        try await editor.ask("disconnect")
    }

    @Test("a process that is busy writes at most a line more than twenty a second to the console")
    func busy() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        for _ in 0..<5_000 { bench.shop.dispatch(.increment(by: 1)) }
        // However long that took: twenty lines for each line that says how many more there were, then at most twenty of the
        // last second, and nothing is left out.
        try await editor.all("5,000 entries") { received in
            let lines = received.compactMap { $0["body"]?["output"]?.text }
            let rest = lines.filter { $0.hasSuffix(" more\n") }
            let more = rest.compactMap { Int($0.filter(\.isNumber)) }.reduce(0, +)
            return lines.count - rest.count + more == 5_000 && lines.count <= 21 * rest.count + 20
        }
        #expect(try await editor.stop("pause")["reason"] == "pause")
    }

    @Test("notifications that are asked for are passed on, and any method can be requested")
    func raw() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach(["events": ["log/appended"], "log": "changes"])
        bench.shop.dispatch(.increment(by: 2))
        let told = try await editor.event("strobe/notification")
        #expect(told["method"] == "log/appended" && told["params"]?["entry"]?["seq"] == 1)
        let output = try await editor.event("output")["output"]?.text
        #expect(output == "shop #1 .increment(by: 2)\n  .count  0 → 2\n")
        let state = try await editor.ask("strobe/request", ["method": "state/get", "params": ["store": "shop"]])
        #expect(state["value"]?["count"] == 2)
        #expect(try await editor.refusal("strobe/request", ["method": "no/such"]).contains("no/such"))
    }

    @Test("an attach that waits for the configuration is cancelled when the editor disconnects")
    func unconfigured() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.ask("initialize")
        let attach = editor.request("attach", [:])
        try await editor.event("initialized")
        try await editor.ask("disconnect")
        #expect(try await editor.response(to: attach)["message"] == "cancelled")
        #expect(try await editor.status() == 0)
        #expect(editor.received.count { $0["request_seq"] == .int(attach) } == 1)
    }

    @Test("a process that is gone is told once, though the editor disconnects meanwhile")
    func killedMeanwhile() async throws {
        for _ in 0..<5 {
            let editor = EditorBench()
            try await editor.launch()
            kill(pid_t(try await editor.pid()), SIGKILL)
            try await editor.ask("disconnect")
            #expect(try await editor.status() == 0)
            let events = editor.received.compactMap { $0["event"]?.text }
            #expect(events.suffix(2) == ["exited", "terminated"])
            #expect(events.count { $0 == "terminated" } == 1)
        }
    }

    @Test("breakpoints of the editor go with it, though another client uses the gate")
    func breakpoints() async throws {
        let bench = try await ShopBench()
        let client = try await bench.client()
        try await client.send(BreakpointSet(store: "shop", action: ".reset"))
        try await bench.editor.attach()
        try await bench.editor.ask("setFunctionBreakpoints", ["breakpoints": [["name": ".load"]]])
        #expect(try await client.send(BreakpointList(store: "shop")).breakpoints.count == 2)
        try await bench.editor.ask("disconnect")
        #expect(try await client.send(BreakpointList(store: "shop")).breakpoints.map(\.action) == [".reset"])
        await client.close()
    }

    @Test("what a process writes into its errors reaches no terminal as it is")
    func errors() {
        let known = AdapterSession.known(ClientError(.refused, "no \u{1B}[2J\n"))
        #expect(known == AdapterError(.refused, #"no \u{1b}[2J\n"#))
    }

    @Test("the file with all messages is for its owner alone")
    func tap() throws {
        let folder = try DemoBench.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tap = try #require(AdapterTap(folder: folder))
        tap.note(["type": "event"], isOut: true)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let file = try #require(files.first)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a message that is no request does not end the session")
    func nonsense() async throws {
        let bench = try await ShopBench()
        let editor = bench.editor
        try await editor.attach()
        editor.post(["type": "event", "seq": 1, "event": "x"])
        editor.post(["type": "response", "seq": 1, "request_seq": 77, "success": true])
        editor.post(["type": "request", "seq": 0, "command": "threads"])
        #expect(try await editor.response(to: 0)["success"] == true)
    }
}
