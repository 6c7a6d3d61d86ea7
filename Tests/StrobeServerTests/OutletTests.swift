import Strobe
import StrobeProtocol
import Testing

@testable import StrobeServer

@Suite("Notifications of a subscription before its answer", .timeLimit(.minutes(5)))
struct OutletTests {
    private let outbox = Outbox(notificationLimit: 1 << 16, responseLimit: 1 << 16) { _, seqs in
        Array("gap \(seqs.lowerBound)-\(seqs.upperBound)\n".utf8)
    }
    private let outlet: SubscriptionBuffer

    init() { outlet = SubscriptionBuffer(Outbox.Stream(store: "s", subscription: "1"), outbox) }

    private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

    /// All lines that the client gets.
    private func lines() async -> [String] {
        outbox.finish()
        var bytes: [UInt8] = []
        while let more = await outbox.next() { bytes += more }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("they are sent after the answer, in order, and later ones at once")
    func order() async {
        outlet.insist(3, line("rare"))
        outlet.send(4...4, line("usual"))
        outlet.send(5...6, nil)
        outbox.respond(line("answer"))
        outlet.begin()
        outlet.send(7...7, line("in the gap"))
        outlet.insist(8, line("rare again"))
        outlet.begin()
        #expect(await lines() == ["answer", "rare", "usual", "gap 5-7", "rare again"])
    }

    @Test("of too many the oldest are reported as missed")
    func tooMuch() async {
        for seq in 1...1_003 { outlet.insist(seq, line("\(seq)")) }
        outlet.begin()
        let lines = await lines()
        #expect(lines.first == "gap 1-3")
        #expect(lines.dropFirst().first == "4" && lines.last == "1003" && lines.count == 1_001)
    }

    @Test("nothing is sent for a subscription that ends before its answer")
    func over() async {
        outlet.send(1...1, line("usual"))
        outlet.end()
        outlet.begin()
        outlet.insist(2, line("rare"))
        #expect(outlet.hasEnded)
        #expect(await lines() == [])
    }

    @Test("a remark that is made between the answer and the moment at which a subscription joins the others is sent")
    func remark() async throws {
        let store = makeShop()
        let server = DebugServer.serving(store)
        let client = try await server.attach()
        // Makes sure that the history has begun.
        try await client.send(Subscribe(store: "shop", events: [.log]))
        let feed = try server.feed(for: "shop")
        let listener = StreamListener(
            subscription: "9", store: "shop", tracks: [.log], paths: nil, outbox: outbox, limits: SessionLimits(),
            clock: ContinuousClock())
        let told = feed.add(listener)
        try await client.send(ReplayBegin(store: "shop", effects: .live, source: "a film"))
        try await client.send(ReplayEnd(store: "shop"))
        listener.begin()
        await feed.join(listener, from: told)
        let lines = await lines()
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""method":"log/noted""#) })
        #expect(lines.first?.contains("a film") == true)
        withExtendedLifetime(store) {}
    }
}
