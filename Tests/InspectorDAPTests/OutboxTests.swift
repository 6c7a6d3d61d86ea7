import StrobeSystem
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("What waits for an editor, and for the adapter", .timeLimit(.minutes(5)))
struct OutboxTests {
    @Test("requests that are too many to wait are refused, and those before them are not")
    func flood() {
        func request(_ seq: Int64) -> AdapterRequest {
            AdapterRequest(seq: seq, command: "threads", arguments: Arguments([:]))
        }
        var lane = RequestLane()
        let taken = (0..<Int64(RequestLane.limit)).filter { lane.add(request($0)) }
        #expect(taken.count == RequestLane.limit)
        let isOneMoreTaken = lane.add(request(5_000))
        #expect(!isOneMoreTaken)
        let removed = lane.remove(7)
        #expect(removed?.seq == 7)
        let isNextTaken = lane.add(request(5_001))
        #expect(isNextTaken)
    }

    @Test("what is newly told of a stop replaces what waits, unless the store went on between")
    func notices() {
        func stop(_ thread: Int64, keepsFocus: Bool = true) -> Value {
            AdapterSession.event("stopped", ["threadId": .int(thread), "preserveFocusHint": .bool(keepsFocus)])
        }
        let output = AdapterSession.event("output", ["output": "x"])
        let continued = AdapterSession.event("continued", ["threadId": .int(1)])
        let many = Array(repeating: output, count: EditorOutbox.noticeLimit)
        func place(by message: Value, _ waiting: [Value]) -> Int? {
            EditorOutbox.placeToReplace(by: message, in: many + waiting).map { $0 - many.count }
        }
        #expect(place(by: stop(1), [stop(1), stop(2), output]) == 0)
        #expect(place(by: stop(1), [stop(1), continued, stop(2)]) == nil)
        #expect(place(by: stop(1), [stop(1, keepsFocus: false)]) == nil)
        #expect(place(by: stop(1, keepsFocus: false), [stop(1)]) == nil)
        #expect(place(by: output, [output]) == nil)
        #expect(EditorOutbox.placeToReplace(by: stop(1), in: [stop(1)]) == nil, "few are all told")
    }

    @Test("an editor that does not read finds the first and the last of many stops, with numbers that count up")
    func unread() async throws {
        let (begun, isRead) = (AsyncCondition(false), AsyncCondition(false))
        let written = AsyncCondition<[Value]>([])
        let outbox = EditorOutbox { bytes in
            begun.update { $0 = true }
            _ = await isRead.wait { $0 ? true : nil }
            let messages = Self.messages(in: bytes)
            written.update { $0 += messages }
            return true
        }
        outbox.post(AdapterSession.event("initialized", [:]))
        // The others wait until it is written.
        _ = await begun.wait { $0 ? true : nil }
        let (limit, count) = (EditorOutbox.noticeLimit, 500)
        for number in 1...count {
            let body: Value = ["threadId": .int(1), "preserveFocusHint": true, "description": .string("\(number)")]
            outbox.post(AdapterSession.event("stopped", body))
        }
        outbox.post(AdapterSession.event("continued", ["threadId": .int(1)]))
        isRead.update { $0 = true }
        let all = await written.wait(within: .seconds(60)) { $0.last?["event"] == "continued" ? $0 : nil }
        let messages = try #require(all)
        #expect(messages.compactMap { $0["seq"]?.number } == Array(1...limit + 2))
        #expect(messages.count { $0["event"] == "stopped" } == limit)
        #expect(messages[limit]["body"]?["description"] == .string("\(count)"))
    }

    private static func messages(in bytes: [UInt8]) -> [Value] {
        var reader = FrameReader()
        reader.feed(bytes)
        var messages: [Value] = []
        while let body = try? reader.next(), let value = try? JSON.parse(body) { messages.append(value) }
        return messages
    }
}
