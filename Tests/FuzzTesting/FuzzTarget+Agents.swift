internal import InspectorMCP
internal import StrobeProtocol
internal import StrobeTransport
internal import StrobeTree

extension FuzzTarget {
    /// The reader of `strobe mcp`, in a server without processes: no request is answered twice, or by another id, each with a result
    /// or one of the errors of the protocol, and what follows is still answered.
    static let agentLine = FuzzTarget(
        serving: "agentLine",
        FuzzSamples(
            agentSamples,
            tokens: FuzzSamples.jsonTokens + [
                "\"method\":", "\"params\":", "\"_meta\":", "\"id\":", "\"arguments\":", "\"name\":\"help\"",
                "\"requestId\":1", "\"2026-07-28\"", "tools/call", "strobe://stores",
            ], isLines: true)
    ) { input in
        let (near, far) = MemoryConnection.pair()
        let server = AgentServer(AgentOptions(isControlling: true, directories: []), on: far)
        let running = Task { await server.run() }
        // With a last line of ours: an unfinished one before it must not swallow it.
        try await near.write(input + Array("\n\(sentinel)\n".utf8))
        // Refusals may come after the answer to what follows.
        var (answers, waiting, isAnswered) = ([[UInt8]](), refusals(of: input), false)
        while !isAnswered || !waiting.isEmpty, let line = try await near.nextLine() {
            answers.append(line)
            isAnswered = isAnswered || isSentinel(line)
            waiting.firstIndex(of: line).map { _ = waiting.remove(at: $0) }
        }
        await near.close()
        await running.value
        return try check(answers, to: input)
    }

    private static let mark = "\"fuzz-sentinel\""
    private static let sentinel = #"{"jsonrpc":"2.0","id":"fuzz-sentinel","method":"ping"}"#

    private static func isSentinel(_ answer: [UInt8]) -> Bool {
        String(decoding: answer, as: UTF8.self).contains(mark)
    }

    /// What each line of an input is by itself.
    private static func messages(of input: [UInt8]) -> [AgentMessage.Reading] {
        input.split(separator: 0x0A).filter { $0 != [0x0D] }.map { line in
            AgentMessage.read(Array(line.last == 0x0D ? line.dropLast() : line))
        }
    }

    private static func refusals(of input: [UInt8]) -> [[UInt8]] {
        messages(of: input).compactMap { if case .refused(let answer) = $0 { Array(answer.dropLast()) } else { nil } }
    }

    private static func check(_ answers: [[UInt8]], to input: [UInt8]) throws -> FuzzOutcome {
        try FuzzFinding.unless(answers.contains(where: isSentinel), "the request after the input is not answered")
        var asked: [Value: Int] = [:]
        var refused = refusals(of: input)
        for case .message(.request(let id, _, _)) in messages(of: input) { asked[id.value, default: 0] += 1 }
        var isUnderstood = false
        for answer in answers where !isSentinel(answer) {
            guard case .object(let message) = try JSON.parse(answer) else {
                throw FuzzFinding("an answer is no object")
            }
            try FuzzFinding.unless(message["jsonrpc"] == "2.0", "an answer is of no JSON-RPC")
            guard message["method"] == nil else { continue }
            try FuzzFinding.unless(
                (message["result"] != nil) != (message["error"] != nil), "an answer is both or neither")
            if case .object(let error)? = message["error"] {
                guard case .int(let code)? = error["code"], case .string(let text)? = error["message"] else {
                    throw FuzzFinding("an error has no code and message")
                }
                try FuzzFinding.unless(codes.contains(code), "an error has the code \(code)")
                try FuzzFinding.unless(!text.isEmpty, "an error says nothing")
            }
            if let place = refused.firstIndex(of: answer) {
                refused.remove(at: place)
                continue
            }
            let id = message["id"] ?? .null
            try FuzzFinding.unless(
                asked[id, default: 0] > 0, "an answer was not asked for: \(String(decoding: answer, as: UTF8.self))")
            asked[id, default: 0] -= 1
            isUnderstood = isUnderstood || message["result"] != nil
        }
        try FuzzFinding.unless(refused.isEmpty, "a line that is no message is not answered")
        return isUnderstood ? .understood() : .refused
    }

    private static let codes: Set<Int64> = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_022]

    private static var agentSamples: [String] {
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#
        let opening =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}"#
        let modern = [
            #""method":"server/discover","params":{\#(meta)}"#, #""method":"tools/list","params":{\#(meta)}"#,
            #""method":"tools/call","params":{"name":"help","arguments":{"topic":"paths"},\#(meta)}"#,
            #""method":"tools/call","params":{"name":"read_state","arguments":{"store":"a","at":"branch:1@2","path":".a[0]"},\#(meta)}"#,
            #""method":"tools/call","params":{"name":"send_action","arguments":{"action":".a","if_seq":1},"requestState":"1-2","inputResponses":{"confirm":{"action":"accept","content":{"confirm":true}}},\#(meta)}"#,
            #""method":"resources/read","params":{"uri":"strobe://stores",\#(meta)}"#,
            #""method":"prompts/get","params":{"name":"find_cause","arguments":{"store":"a","symptom":"b"},\#(meta)}"#,
            #""method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"find_cause"},"argument":{"name":"store","value":"a"},\#(meta)}"#,
        ]
        let legacy = [
            #""method":"ping""#, #""method":"tools/list""#, #""method":"prompts/list","params":{}"#,
            #""method":"tools/call","params":{"name":"list_stores","_meta":{"progressToken":1}}"#,
            #""method":"resources/templates/list""#,
        ]
        let cancelled = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#
        func lines(_ bodies: [String]) -> [String] {
            bodies.enumerated().map { index, body in #"{"jsonrpc":"2.0","id":\#(index + 1),\#(body)}"# }
        }
        return [
            lines(modern).joined(separator: "\n"), ([opening] + lines(legacy) + [cancelled]).joined(separator: "\n"),
            "[\(opening)]\n\(cancelled)\n{}\n" + lines(legacy).joined(separator: "\r\n"),
        ] + lines(modern + legacy)
    }
}
