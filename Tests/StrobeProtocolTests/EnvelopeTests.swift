@testable import StrobeProtocol
import StrobeTree
import Testing

struct EnvelopeTests {
    private func decode(_ text: String) throws(ProtocolError) -> Envelope {
        try Envelope.decode(Array(text.utf8))
    }

    private func refusal(_ text: String) throws -> ProtocolError {
        try #require(throws: ProtocolError.self, "\(text)") { try decode(text) }
    }

    @Test("messages survive writing and reading, and are one line each")
    func roundTrip() throws {
        let error = ProtocolError(.stale, "line\nbreak", data: ["ifSeq": 1])
        let messages: [Envelope] = [
            .request(id: .int(.max), method: "ping", params: [:]),
            .request(id: .string(""), method: "state/get", params: ["path": "/\u{2028}\n\"é"]),
            .notification(method: "$/cancelRequest", params: ["id": 1]),
            .result(id: .int(-1), ["value": 18_446_744_073_709_551_615.0]),
            .result(id: .int(0), .null),
            .failure(id: .string("x"), error), .failure(id: nil, error),
        ]
        for message in messages {
            let line = message.encode()
            #expect(line.last == UInt8(ascii: "\n"))
            #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
            #expect(try Envelope.decode(line.dropLast()) == message)
            #expect(try Envelope.decode(line.dropLast() + [UInt8(ascii: "\r")]) == message)
        }
    }

    @Test("an entry of the log lists the members that it has, as its coding does")
    func listedMembers() throws {
        let change = Change(.move, Path(["a", "b/c"]), from: .root, value: [1, nil], old: "\"")
        var placeholder = Change(.replace, .root)
        placeholder.isIncomparable = true
        let whole = LogEntry(
            seq: 7, time: .min, action: ["a": 1.5], label: "é\n", origin: "app", cause: 6, afterMicros: -1,
            changed: true, incomplete: .hidden, effects: [.init(label: "e"), .init(label: "f", value: ["g": nil])],
            durationNanos: .max, source: "a:1", error: "no", editedFrom: ".b", originSeq: 5, edited: false,
            changes: [change, placeholder], fromSeq: 3)
        let text = MessageText()
        for entry in [whole, LogEntry(seq: 1, time: 0, action: nil, label: "", origin: "edit")] {
            let message = LogAppended(subscription: "1", store: "s", entry: entry)
            let line = try Envelope.line(of: message, with: text)
            let expected = try Envelope.notification(message).encode()
            #expect(String(decoding: line, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        }
        // A new member has to be listed, too.
        guard case .object(let members) = try MessageEncoder().encode(whole) else { Issue.record("no object"); return }
        #expect(Array(members.keys) == LogEntry.members.map(\.name))
    }

    @Test("absent params are an empty object and are written as none")
    func absentParams() throws {
        let message = try decode(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        #expect(message == .request(id: .int(1), method: "ping", params: [:]))
        #expect(
            String(decoding: message.encode(), as: UTF8.self) == #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
        #expect(
            try decode(#"{"method":"ping","params":{},"x":[1],"id":"1","jsonrpc":"2.0"}"#)
                == .request(id: .string("1"), method: "ping", params: [:]))
    }

    @Test("a line that is not JSON is a parse error with the place")
    func notJSON() throws {
        for text in ["", " ", "{", "nope", #"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#, "{\"a\":01}", "\u{0}"] {
            let error = try refusal(text)
            #expect(error.code == .parseError)
            #expect(error.id == nil)
            #expect(error.data["offset"] != nil)
        }
        let bytes = try #require(throws: ProtocolError.self) { try Envelope.decode([0x22, 0xFF, 0x22]) }
        #expect(bytes.code == .parseError)
    }

    @Test("a line over the limits on depth or size is too large")
    func limits() throws {
        let deep = String(repeating: "[", count: 129) + String(repeating: "]", count: 129)
        #expect(try refusal(#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":\#(deep)}}"#).code == .tooLarge)
        let small = JSONLimits(maxBytes: 16)
        let error = try #require(throws: ProtocolError.self) {
            try Envelope.decode(Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8), limits: small)
        }
        #expect(error.code == .tooLarge)
    }

    @Test("a batch is refused in words that say so")
    func batch() throws {
        for text in ["[]", #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#] {
            let error = try refusal(text)
            #expect(error.code == .invalidRequest)
            #expect(error.message.contains("Batches"))
        }
    }

    @Test("a wrong envelope is an invalid request with its id wherever that could be read")
    func wrongEnvelopes() throws {
        let withID = [
            #"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, #"{"id":"a","method":"ping"}"#,
            #"{"jsonrpc":2.0,"id":"a","method":"ping"}"#, #"{"jsonrpc":"2.0","id":"a"}"#,
            #"{"jsonrpc":"2.0","id":"a","method":7}"#,
            #"{"jsonrpc":"2.0","id":"a","method":"ping","result":1}"#,
            #"{"jsonrpc":"2.0","id":"a","result":1,"error":{"code":1,"message":"m"}}"#,
            #"{"jsonrpc":"2.0","id":"a","error":{"code":1.5,"message":"m"}}"#,
            #"{"jsonrpc":"2.0","id":"a","error":{"code":1}}"#,
        ]
        for text in withID {
            let error = try refusal(text)
            #expect(error.code == .invalidRequest, "\(text)")
            #expect(error.id == .string("a"), "\(text)")
        }
        let without = [
            "7", "null", "\"ping\"", "{}", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, #"{"jsonrpc":"2.0","result":1}"#,
            #"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#,
        ]
        for text in without {
            let error = try refusal(text)
            #expect(error.code == .invalidRequest, "\(text)")
            #expect(error.id == nil, "\(text)")
        }
    }

    @Test("the name of a method may be any text, the empty one included: that there is none of that name is said later")
    func methodNames() throws {
        #expect(
            try decode(#"{"jsonrpc":"2.0","id":5,"method":""}"#) == .request(id: .int(5), method: "", params: [:]))
        #expect(try decode(#"{"jsonrpc":"2.0","method":""}"#) == .notification(method: "", params: [:]))
    }

    @Test("params that are no object are invalid params, with the id")
    func wrongParams() throws {
        for params in ["[1]", "[]", "null", "7", "\"x\""] {
            let error = try refusal(#"{"jsonrpc":"2.0","id":5,"method":"ping","params":\#(params)}"#)
            #expect(error.code == .invalidParams)
            #expect(error.id == .int(5))
            #expect(error.data["path"] == "")
        }
    }

    @Test("the lines that the specification calls invalid are refused")
    func invalidLines() throws {
        let lines = try SpecificationFiles.text("invalid/lines/lines.jsonl").split(separator: "\n")
        #expect(lines.count > 10)
        for line in lines { #expect(throws: ProtocolError.self, "\(line)") { try decode(String(line)) } }
    }

    @Test("messages make their envelopes, and results leave out what is absent")
    func messages() throws {
        #expect(
            try Envelope.request(id: .int(3), StateGet(path: Path(["a/b"]), at: .seq(2)))
                == .request(id: .int(3), method: "state/get", params: ["path": "/a~1b", "at": 2]))
        #expect(
            try Envelope.notification(CancelRequest(id: .string("x")))
                == .notification(method: "$/cancelRequest", params: ["id": "x"]))
        #expect(
            try Envelope.result(id: .int(1), of: HistoryJump.Result(seq: 4, changes: nil))
                == .result(id: .int(1), ["seq": 4]))
        #expect(try Envelope.result(id: .int(1), of: Empty()) == .result(id: .int(1), [:]))
        let nothing = try Envelope.result(id: .int(1), of: StateGet.Result(seq: 1, value: ["a": nil]))
        #expect(nothing == .result(id: .int(1), ["seq": 1, "value": ["a": nil]]))
    }
}
