import StrobeProtocol
import StrobeTree
import Testing

@testable import InspectorMCP

/// Revisions, lines and errors of the protocol.
@Suite("Lines of agents")
struct AgentLineTests {
    @Test("a request without a revision is refused before initialize, and answered after it")
    func legacy() async throws {
        try await AgentBench.with { bench in
            let early = try await bench.client.ask("tools/list", isModern: false)
            #expect(Value.object(early).value(at: Path(["error", "code"])) == -32602)
            let opened = try await bench.client.ask(
                "initialize", ["protocolVersion": "2025-06-18", "capabilities": [:], "clientInfo": [:]], isModern: false
            )
            #expect(Value.object(opened).value(at: Path(["result", "protocolVersion"])) == "2025-06-18")
            let list = try await bench.client.ask("tools/list", isModern: false)
            guard case .object(let result)? = list["result"] else {
                throw AgentTestClient.Failure(description: "\(list)")
            }
            #expect(result["ttlMs"] == nil && result["resultType"] == nil && result["tools"] != nil)
            let modern = try await bench.client.ask("tools/list")
            #expect(Value.object(modern).value(at: Path(["result", "resultType"])) == "complete")
            #expect(Value.object(modern).value(at: Path(["result", "cacheScope"])) == "private")
            let ping = try await bench.client.ask("ping", isModern: false)
            #expect(ping["result"] == [:])
        }
    }

    @Test(
        "an unknown revision is agreed down by initialize, and refused with the supported ones in a request of its own")
    func revisions() async throws {
        try await AgentBench.with { bench in
            let opened = try await bench.client.ask(
                "initialize", ["protocolVersion": "1999-01-01", "capabilities": [:]], isModern: false)
            #expect(Value.object(opened).value(at: Path(["result", "protocolVersion"])) == "2025-11-25")
            let version = "io.modelcontextprotocol/protocolVersion"
            let wrong = try await bench.client.ask(
                "tools/list", ["_meta": .object([version: "2099-01-01"])])
            #expect(Value.object(wrong).value(at: Path(["error", "code"])) == -32022)
            #expect(Value.object(wrong).value(at: Path(["error", "data", "supported", "0"])) == "2026-07-28")
            let bare = try await bench.client.ask(
                "tools/list", ["_meta": .object([version: "2026-07-28"])], isModern: false)
            #expect(Value.object(bare).value(at: Path(["error", "code"])) == -32602)
        }
    }

    @Test("lines that are no messages are answered by their kind, and the next line is read as usual")
    func malformed() async throws {
        try await AgentBench.with { bench in
            let lines: [(String, Value)] = [
                ("{", -32700), ("[]", -32600), ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", -32600),
                ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600),
                (String(repeating: " ", count: (1 << 20) + 1), -32600),
            ]
            for (line, code) in lines {
                let before = bench.client.notifications.count
                try await bench.client.send(line: Array(line.utf8))
                let all = try await bench.client.waitForNotifications(before + 1)
                #expect(all[before]["id"] == .null)
                #expect(Value.object(all[before]).value(at: Path(["error", "code"])) == code, "\(line.prefix(40))")
            }
            let named = try await bench.client.ask("ping", isModern: false)
            #expect(named["result"] == [:])
        }
    }

    @Test("unknown tools, methods, resources and prompts are errors of the protocol; wrong arguments are results")
    func unknown() async throws {
        try await AgentBench.with { bench in
            let client = bench.client
            let cases: [(String, Value.Object, Value)] = [
                ("tools/call", ["name": "no"], -32602), ("nothing/at_all", [:], -32601),
                ("resources/read", ["uri": "strobe://cart"], -32602), ("prompts/get", ["name": "no"], -32602),
                ("tools/call", ["name": "help", "arguments": []], -32602),
            ]
            for (method, params, code) in cases {
                let answer = try await client.ask(method, params)
                #expect(Value.object(answer).value(at: Path(["error", "code"])) == code, "\(method)")
            }
            let misspelt = try await client.call("read_state", ["stor": "cart"])
            #expect(misspelt.isError && misspelt.text.contains("Did you mean `store`?"))
            let near = try await client.call("read_state", ["store": "cat"])
            #expect(near.isError && near.text.contains("did you mean cart?"))
            let large = try await client.call("search", ["query": .string(String(repeating: "x", count: 70_000))])
            #expect(large.isError && large.text.contains("64 KiB"))
        }
    }

    @Test("a tool that is not there without control says what brings it")
    func leftOut() async throws {
        try await AgentBench.with(isControlling: false) { bench in
            let answer = try await bench.client.ask("tools/call", ["name": "send_action"])
            let message = Value.object(answer).value(at: Path(["error", "message"]))
            #expect(
                message
                    == "That tool changes programs: it is there with `strobe mcp --control`, and not for recordings.")
        }
    }

    @Test("the list of tools fits its budget, has one page, and no schema that clients refuse")
    func list() throws {
        for (isControlling, count, budget) in [(false, 17, 12_000), (true, 23, 17_000)] {
            let table = AgentToolTable(AgentOptions(isControlling: isControlling))
            let list = Value.array(table.tools.map { .object($0.description(.small)) })
            #expect(table.tools.count == count)
            #expect(JSON.text(list).utf8.count <= budget, "\(JSON.text(list).utf8.count) bytes")
            for word in ["oneOf", "anyOf", "allOf", "$ref", "format"] {
                #expect(!JSON.text(list).contains("\"\(word)\""))
            }
            for tool in table.tools { #expect(tool.text.utf8.count <= 400, "\(tool.name)") }
            #expect(AgentRequests.instructions.utf8.count <= 1_500)
        }
        let recorded = AgentToolTable(AgentOptions(files: ["shop.jsonl"], isControlling: true))
        #expect(recorded.tools.count == 17)
        for tool in AgentToolTable.reading { #expect(tool.effect == .reads) }
        let reaching = AgentToolTable.writing.filter {
            if case .writes(_, _, let reachesOut) = $0.effect { reachesOut } else { true }
        }
        #expect(reaching.map(\.name) == ["send_action"])
        for prompt in AgentPrompt.all {
            let long = String(repeating: "x", count: 300)
            let given = Dictionary(uniqueKeysWithValues: prompt.arguments.map { ($0.name, long) })
            #expect(prompt.message(given).utf8.count <= 1_500)
        }
        for topic in AgentTopic.allCases { #expect(topic.lines.joined(separator: "\n").utf8.count <= 4_096) }
    }

    @Test("addresses are read with their escapes, and wrong ones are none")
    func addresses() throws {
        let address = try #require(AgentAddress("strobe://my%20shop/a%2Fb/state?path=%2Fitems%2F0&at=5"))
        #expect(address.parts == ["my shop", "a/b", "state"])
        #expect(address.parameters == ["path": "/items/0", "at": "5"])
        for text in ["http://x", "strobe://%zz/a", "strobe://%f", "strobe://%ff/x", "strobe://a/b?path"] {
            #expect(AgentAddress(text) == nil, "\(text)")
        }
    }
}
