import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Causes", .timeLimit(.minutes(5)))
struct CauseTests {
    /// A server that followed the store from its beginning.
    private func serving(_ fill: (ShopStore) -> Void) async throws -> (ShopStore, WireClient) {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        fill(store)
        return (store, client)
    }

    /// Chains of causes: 1 led to 2 and 4, 2 led to 3; 5 has no cause.
    private func fill(_ store: ShopStore) {
        store.dispatch(.save)
        store.dispatch(.increment(by: 1), origin: .effect, cause: 1)
        store.dispatch(.increment(by: 2), origin: .effect, cause: 2)
        store.dispatch(.increment(by: 3), origin: .effect, cause: 1)
        store.dispatch(.reset)
    }

    @Test("the chain that led to an entry begins with its root and shows how long each step took")
    func chain() async throws {
        let (store, client) = try await serving(fill)
        let why = try await client.send(LogWhy(seq: 3))
        #expect(why.links.map(\.seq) == [1, 2, 3])
        #expect(why.links.map(\.cause) == [nil, 1, 2])
        #expect(why.links[0].afterMicros == nil)
        #expect(why.links[1].afterMicros == why.links[1].time - why.links[0].time)
        #expect(why.links[0].effects.map(\.label) == [".write(count: 0)"])
        #expect(why.children.isEmpty)
        withExtendedLifetime(store) {}
    }

    @Test("what an entry led to is listed, and how much more there is")
    func children() async throws {
        let (store, client) = try await serving(fill)
        let why = try await client.send(LogWhy(seq: 1))
        #expect(why.links.map(\.seq) == [1])
        #expect(why.children.map(\.seq) == [2, 4])
        #expect(why.more == nil)
        let short = try await client.send(LogWhy(seq: 1, limit: 1))
        #expect(short.children.map(\.seq) == [2])
        #expect(short.more == 1)
        withExtendedLifetime(store) {}
    }

    @Test("of a chain that is longer than wanted the nearest links are given")
    func longChain() async throws {
        let (store, client) = try await serving { store in
            store.dispatch(.increment(by: 1))
            for cause in 1..<50 { store.dispatch(.increment(by: 1), origin: .effect, cause: cause) }
        }
        let why = try await client.send(LogWhy(seq: 50, limit: 5))
        #expect(why.links.map(\.seq) == [46, 47, 48, 49, 50])
        #expect(why.links[0].cause == 45)
        withExtendedLifetime(store) {}
    }

    @Test("a restore is never an effect, whatever state it restores")
    func restores() async throws {
        let (store, client) = try await serving(fill)
        try await client.send(HistoryJump(seq: 1))
        #expect(try await client.send(LogWhy(seq: 1)).children.map(\.seq) == [2, 4])
        #expect(try await client.send(LogWhy(seq: 6)).links.map(\.seq) == [6])
        #expect(try await client.failure("log/why", ["seq": 9]).code == .invalidParams)
        withExtendedLifetime(store) {}
    }

    @Test("an effect that still runs is listed with the entry that asked for it")
    func running() async throws {
        let store = makeShop()
        let suspension = Suspension()
        store.setEffectHandler(async: { _, _ in await suspension.wait() })
        let client = try await DebugServer.serving(store).attach()
        store.dispatch(.save)
        let why = try await client.send(LogWhy(seq: 1))
        #expect(why.running.map(\.cause) == [1])
        suspension.end()
    }
}
