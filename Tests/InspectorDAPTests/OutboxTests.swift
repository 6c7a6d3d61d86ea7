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

    @Test("an editor that does not read loses outputs, is told how many, and finds all else in order")
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
        let output = AdapterSession.event("output", ["output": .string(String(repeating: "x", count: 1 << 20))])
        for _ in 0..<10 { outbox.post(output, isOutput: true) }
        for thread in 1...3 { outbox.post(AdapterSession.event("stopped", ["threadId": .count(thread)])) }
        isRead.update { $0 = true }
        _ = await written.wait(within: .seconds(60)) { $0.count < 9 ? nil : true }
        outbox.post(AdapterSession.event("terminated", [:]))
        let all = await written.wait(within: .seconds(60)) { $0.last?["event"] == "terminated" ? $0 : nil }
        let messages = try #require(all)
        #expect(
            messages.compactMap { $0["event"]?.text } == ["initialized"] + Array(repeating: "output", count: 4)
                + ["stopped", "stopped", "stopped", "output", "terminated"])
        #expect(messages.compactMap { $0["seq"]?.number } == Array(1...messages.count))
        let told = messages.first { $0["body"]?["category"] == "console" }?["body"]?["output"]?.text
        #expect(told == "… 6 outputs were dropped, since the editor did not read them\n")
    }

    @Test("an editor that does not read at all ends the session before memory is used up")
    func overflow() async throws {
        let written = AsyncCondition(0)
        let overflows = AsyncCondition(0)
        let outbox = EditorOutbox(
            write: { bytes in
                // Nobody reads.
                written.update { $0 += bytes.count }
                _ = await written.wait { $0 < 0 ? true : nil }
                return true
            }, overflow: { overflows.update { $0 += 1 } })
        let text = String(repeating: "x", count: 1 << 20)
        for _ in 0..<80 { outbox.post(AdapterSession.event("stopped", ["text": .string(text)])) }
        #expect(overflows.read { $0 } == 1)
        written.update { $0 = -1 }
        await outbox.drained()
        #expect(written.read { $0 } == -1, "nothing more is written")
    }

    private static func messages(in bytes: [UInt8]) -> [Value] {
        var reader = FrameReader()
        reader.feed(bytes)
        var messages: [Value] = []
        while let body = try? reader.next(), let value = try? JSON.parse(body) { messages.append(value) }
        return messages
    }
}
