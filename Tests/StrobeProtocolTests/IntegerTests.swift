import StrobeProtocol
import StrobeTree
import Testing

@Suite("The integers of messages")
struct IntegerTests {
    private static let range = "an integer from 0 to 9007199254740992"

    private func entry(_ member: String, _ number: Value) -> Value {
        var entry: Value.Object = ["seq": 1, "time": 0, "label": ".a", "origin": "app", "effects": []]
        entry[member] = number
        return ["seq": 1, "entries": [.object(entry)]]
    }

    @Test(
        "a number of an answer that is out of range is reported with its place, and the answer is not used",
        arguments: [
            ("seq", .int(.min)), ("seq", -1), ("seq", .int(1 << 53 + 1)), ("cause", .int(.max)), ("cause", .uint(.max)),
            ("time", .int(.min)), ("time", .int(1 << 53 + 1)), ("durationNanos", .uint(.max)), ("durationNanos", -1),
        ] as [(String, Value)])
    func answers(_ member: String, _ number: Value) throws {
        let error = try #require(throws: ProtocolError.self) { try LogList.result(from: entry(member, number)) }
        #expect(error.message.contains("9007199254740992"), "\(error.message)")
        #expect(error.data["path"] == .string("/entries/0/\(member)"))
    }

    @Test("numbers at the ends of the range are taken, and times may be before 1970")
    func ends() throws {
        for (member, number) in [("seq", 1 << 53), ("time", 1 << 53), ("time", -1 << 53), ("durationNanos", 1 << 53)] {
            let page = try LogList.result(from: entry(member, .int(Int64(number))))
            #expect(page.entries.count == 1, "\(member)")
        }
    }

    @Test("a notification is held to the range as well")
    func notifications() throws {
        let params: Value.Object = ["subscription": "1", "store": "s", "fromSeq": .int(.min), "seq": .int(.max)]
        let error = try #require(throws: ProtocolError.self) { try StateChanged(params: params) }
        #expect(error.data["expected"] == .string("\(Self.range) (Int)"))
    }

    @Test("the numbers of states, actions and ids of requests stay as they are")
    func values() throws {
        for number in [Value.int(.min), .int(.max), .uint(.max)] {
            #expect(try StateGet.result(from: ["seq": 1, "value": number]).value == number)
        }
        #expect(try CancelRequest(params: ["id": .int(.max)]).id == .int(.max))
    }

    @Test("sums and differences that cannot be written are the nearest that can")
    func reckoning() {
        let end = WireInteger.greatest
        #expect(WireInteger.sum(end, end) == end)
        #expect(WireInteger.sum(Int64.min, Int64.min) == -end)
        #expect(WireInteger.difference(Int64.min, Int64.max) == -end)
        #expect(WireInteger.difference(Int64.max, Int64.min) == end)
        #expect(WireInteger.sum(2, 3) == 5)
        #expect(WireInteger.difference(2, 3) == -1)
        #expect(WireInteger.held(Int.max) == Int(end))
    }
}
