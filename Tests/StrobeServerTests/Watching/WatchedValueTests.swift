import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

private actor Session {
    private(set) var requests = 0
    private(set) var reads = 0

    func request() { requests += 1 }
    func set(_ count: Int) { requests = count }

    func read() -> Int {
        reads += 1
        return requests
    }

    /// Keeps the actor busy until it is told to go on.
    func work(until isDone: @Sendable () -> Bool) { while !isDone() {} }
}

private final class Cache: Sendable {
    private let contents = Mutex((values: ["a": 1], reads: 0))

    var reads: Int { contents.withLock { $0.reads } }

    func read() -> [String: Int] {
        contents.withLock { contents in
            contents.reads += 1
            return contents.values
        }
    }

    func set(_ values: [String: Int]) { contents.withLock { $0.values = values } }

    /// Changes a value, and says so under the lock.
    func add(_ number: Int, at key: String, _ watch: Watch<[String: Int]>) {
        contents.withLock { contents in
            contents.values[key, default: 0] += number
            watch.changed(to: contents.values, "add \(number)")
        }
    }
}

@Suite("Values behind locks and actors", .timeLimit(.minutes(5)))
struct WatchedValueTests {
    private let server = DebugServer(configuration: .init(access: .control), logger: .silent)

    /// Never: what is read then is read because someone said so.
    private static let never = Duration.seconds(1_000_000)

    @Test("a value is read while a client is attached, and only then; what is equal makes no entry")
    func polled() async throws {
        let cache = Cache()
        server.watch("cache", every: .milliseconds(1)) { cache.read() }
        let before = cache.reads
        #expect(before == 0)
        let client = try await server.attach()
        try await client.send(Subscribe(store: "cache", events: [.log]))
        cache.set(["a": 2])
        #expect(try await client.notification(LogAppended.self).entry.label == "change")
        #expect(try await client.send(StateGet()).value == ["a": 2])
        let seen = cache.reads
        try await within { while cache.reads < seen + 5 { await Task.yield() } }
        #expect(try await client.send(StoreDescribe()).seq == 1)
        #expect(try await client.send(LogGet(seq: 1)).entry.origin == "app")
        cache.set(["a": 2, "b": 1])
        #expect(try await client.notification(LogAppended.self).entry.seq == 2)
        #expect(try await client.send(StateDiff(from: .seq(1), to: .seq(2))).changes.map(\.path) == [Path(["b"])])
        await server.stop()
        // The read that was under way, and no other.
        let last = cache.reads
        await Task.yield()
        #expect(cache.reads <= last + 1)
    }

    @Test("what the program says changed is read at once, or logged as it is, under the lock")
    func told() async throws {
        let cache = Cache()
        let watch = server.watch("cache", every: Self.never, set: { cache.set($0) }) { cache.read() }
        cache.add(0, at: "a", watch)
        let client = try await server.attach()
        try await client.send(Subscribe(store: "cache", events: [.log]))
        #expect(try await client.send(StateGet()).value == ["a": 1])
        cache.add(1, at: "b", watch)
        cache.add(0, at: "b", watch)
        let entries = [
            try await client.notification(LogAppended.self).entry,
            try await client.notification(LogAppended.self).entry,
        ]
        #expect(entries.map(\.label) == ["add 1", "add 0"] && entries.map(\.changed) == [true, false])
        cache.set(["a": 9])
        watch.changed()
        #expect(try await client.notification(LogAppended.self).entry.seq == 3)
        #expect(try await client.send(StateSet(path: Path(["a"]), value: 4)).seq == 4)
        #expect(cache.read() == ["a": 4])
        #expect(try await client.send(HistoryJump(seq: 2)).seq == 5)
        #expect(cache.read() == ["a": 1, "b": 1])
    }

    @Test("an actor is read in a job of its own, one at a time, while it is busy and after")
    func actor() async throws {
        let session = Session()
        await server.watch("session", on: session, every: .milliseconds(1), set: { $0.set($1) }) { $0.read() }
        let client = try await server.attach()
        try await client.send(Subscribe(store: "session", events: [.log]))
        let isDone = Mutex(false)
        let reads = await session.reads
        let work = Task { await session.work { isDone.withLock { $0 } } }
        // The state is there whatever the actor does.
        #expect(try await client.send(StateGet()).value == 0)
        for _ in 0..<50 { try await client.send(StateGet()) }
        isDone.withLock { $0 = true }
        await work.value
        #expect(await session.reads <= reads + 60)
        await session.request()
        #expect(try await client.notification(LogAppended.self).entry.label == "change")
        #expect(try await client.send(StateGet()).value == 1)
        #expect(try await client.send(StateSet(path: .root, value: 7)).changes?.first?.value == 7)
        #expect(await session.requests == 7)
    }

    @Test("an actor that is gone leaves its last state, and an error for what would change it")
    func ended() async throws {
        var session: Session? = Session()
        await server.watch("session", on: try #require(session), every: Self.never, set: { $0.set($1) }) { $0.read() }
        session = nil
        let client = try await server.attach()
        #expect(try await client.send(StateGet()).value == 0)
        await #expect(throws: ProtocolError.self) { try await client.send(StateSet(path: .root, value: 1)) }
        server.remove(id: "session")
        #expect(try await client.failure("state/get").code == .unknownStore)
    }
}
