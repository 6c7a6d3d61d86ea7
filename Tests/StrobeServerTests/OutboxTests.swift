import Testing

@testable import StrobeServer

@Suite("The outbox")
struct OutboxTests {
    private let stream = Outbox.Stream(store: "s", subscription: "1")
    private let other = Outbox.Stream(store: "s", subscription: "2")

    private func makeOutbox(_ limit: Int = 10) -> Outbox {
        Outbox(notificationLimit: limit, responseLimit: limit) { stream, seqs in
            Array("gap \(stream.subscription) \(seqs.lowerBound)-\(seqs.upperBound)\n".utf8)
        }
    }

    private func text(_ outbox: Outbox) async -> String {
        outbox.finish()
        var bytes: [UInt8] = []
        while let more = await outbox.next() { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

    @Test("what fits is written in order")
    func order() async {
        let outbox = makeOutbox()
        outbox.notify(stream, 1...1, line("a"))
        outbox.respond(line("r"))
        outbox.notify(stream, 2...2, line("b"))
        #expect(await text(outbox) == "a\nr\nb\n")
    }

    @Test("what does not fit becomes one gap in its place; responses are never dropped")
    func gap() async {
        let outbox = makeOutbox()
        outbox.notify(stream, 1...1, line("12345678"))
        outbox.notify(stream, 2...3, line("12345678"))
        outbox.respond(line("a response that is longer than the limit"))
        outbox.notify(stream, 4...4, line("x"))
        outbox.notify(stream, 5...5, nil)
        #expect(outbox.isBehind(stream) && !outbox.isBehind(other))
        #expect(await text(outbox) == "12345678\ngap 1 2-5\na response that is longer than the limit\n")
    }

    @Test("each stream has a gap of its own")
    func streams() async {
        let outbox = makeOutbox()
        outbox.notify(stream, 1...1, line("12345678"))
        outbox.notify(stream, 2...2, line("12345678"))
        outbox.notify(other, 2...2, line("12345678"))
        outbox.notify(stream, 3...3, line("12345678"))
        #expect(await text(outbox) == "12345678\ngap 1 2-3\ngap 2 2-2\n")
    }

    @Test("once the gap is written the stream goes on")
    func after() async {
        let outbox = makeOutbox()
        outbox.notify(stream, 1...1, line("12345678"))
        outbox.notify(stream, 2...2, line("12345678"))
        #expect(await outbox.next() == line("12345678\ngap 1 2-2"))
        #expect(!outbox.isBehind(stream))
        outbox.notify(stream, 3...3, line("12345678"))
        #expect(await text(outbox) == "12345678\n")
    }

    @Test("a stream that ended leaves no gap behind")
    func ended() async {
        let outbox = makeOutbox()
        outbox.notify(stream, 1...1, line("12345678"))
        outbox.notify(stream, 2...2, line("12345678"))
        outbox.drop(stream)
        #expect(await text(outbox) == "12345678\n")
    }

    @Test("an answer waits until enough others were read")
    func room() async throws {
        let outbox = makeOutbox()
        outbox.respond(line("1234567890"))
        let waiter = Task { await outbox.waitForRoom() }
        #expect(await outbox.next() == line("1234567890"))
        try await within { await waiter.value }
    }

    @Test("announcements are bounded as well")
    func announcements() {
        let outbox = makeOutbox()
        #expect(outbox.announce(line("123456789")))
        #expect(outbox.announce(line("123456789")))
        #expect(!outbox.announce(line("1")))
    }

    @Test("nothing gets in after the end")
    func closed() async {
        let outbox = makeOutbox()
        outbox.finish()
        outbox.respond(line("a"))
        outbox.notify(stream, 1...1, line("a"))
        #expect(outbox.announce(line("a")))
        #expect(await outbox.next() == nil)
    }
}
