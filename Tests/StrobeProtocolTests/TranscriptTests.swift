import StrobeProtocol
import StrobeTree
import Testing

/// The transcripts in `transcripts/`, checked with the message types.
struct TranscriptTests {
    @Test(
        "every line is a message of its side, and every answer is one of its method",
        arguments: SpecificationFiles.transcripts)
    func valid(_ name: String) throws {
        var methods: [RequestID: String] = [:]
        for step in try SpecificationFiles.transcript(name) {
            switch step.side {
            case "client":
                guard case .request(let id, let method, let params) = try Envelope(step.content) else {
                    Issue.record("\(step.place): not a request")
                    continue
                }
                methods[id] = method
                if let request = MethodRegistry.requests.first(where: { $0.method == method }),
                    method != "action/dispatch"
                {
                    #expect(throws: Never.self, "\(step.place)") { try request.rewritten(params: params) }
                }
            case "server":
                try expectAnswer(step, methods)
            default:
                #expect(step.content.string != nil)
            }
        }
        #expect(!methods.isEmpty)
    }

    private func expectAnswer(_ step: SpecificationFiles.Step, _ methods: [RequestID: String]) throws {
        switch try Envelope(filled(step.content, "")) {
        case .result(let id, let value):
            let method = try #require(methods[id], "\(step.place)")
            let request = try #require(MethodRegistry.requests.first { $0.method == method })
            let again = try request.rewritten(result: value).value
            #expect(again == value, "\(step.place)")
        case .notification(let method, let params):
            let notification = try #require(MethodRegistry.notifications.first { $0.method == method })
            #expect(try notification.rewritten(params: params).members == params, "\(step.place)")
        case .failure(_, let error):
            #expect(ErrorCode.allCases.contains(error.code), "\(step.place)")
            #expect(step.content.object?["error"]?.object?["data"]?.object?["kind"]?.string == error.code.kind)
        case .request:
            Issue.record("\(step.place): a server asks nothing")
        }
    }

    /// The line with its placeholders replaced.
    private func filled(_ value: Value, _ name: String) throws -> Value {
        switch value {
        case .string(let text) where text.hasPrefix("<any"):
            switch name {
            case "pid", "startedAt", "time", "since", "durationNanos", "offset", "tests", "fromSeq", "bytes",
                "budgetBytes", "checkpoints":
                return 0
            case "changed": return true
            case "limits": return try MessageEncoder().encode(SessionLimits())
            case "capabilities": return ["methods": [], "events": []]
            default: return "any"
            }
        case .array(let elements): return .array(try elements.map { try filled($0, name) })
        case .object(let object):
            var result = Value.Object()
            for (key, member) in object { result[key] = try filled(member, key) }
            return .object(result)
        default: return value
        }
    }

    @Test("the transcripts cover every method and every kind of notification that a counter can show")
    func coverage() throws {
        var seen: Set<String> = []
        for name in SpecificationFiles.transcripts {
            for step in try SpecificationFiles.transcript(name) {
                if let method = step.content.object?["method"]?.string { seen.insert(method) }
            }
        }
        let requests = Set(MethodRegistry.requests.map { $0.method })
        #expect(
            requests.subtracting(seen) == ["protocol/describe"],
            "add the others to a conversation in protocols/v1/transcripts")
        #expect(seen.isSuperset(of: ["log/appended", "state/changed"]))
    }
}
