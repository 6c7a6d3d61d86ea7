import Foundation
import StreamTesting
import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

/// The maximum number of clients, some of which do not read.
@Suite("Overload", .timeLimit(.minutes(10)))
struct BurstTests {
    /// The number of actions in a burst; set by the environment.
    private let total = ProcessInfo.processInfo.environment["STROBE_BURST"].flatMap { Int($0) } ?? 8_000
    private let clock = ManualClock()
    private let store = makeShop()

    private func server() -> DebugServer {
        var configuration = DebugServer.Configuration(access: .control, handshakeTimeout: .seconds(60))
        configuration.clock = clock
        configuration.limits.queueBytes = 128 << 10
        // Large enough for the whole burst, however far its readers are behind.
        configuration.history.budgetBytes = 1 << 30
        return DebugServer.serving(store, configuration)
    }

    private func reader(of server: DebugServer) async throws -> LogReader {
        let (here, there) = MemoryConnection.pair(capacity: 16_384)
        Task { await server.serve(there) }
        let reader = LogReader(here, store: "shop")
        try await within { try await reader.subscribe(to: "shop") }
        return reader
    }

    private func sessions(of server: DebugServer) -> [ClientSession] {
        server.state.read { Array($0.sessions.values) }
    }

    @Test("of 64 clients 8 never read: the 56 others get every action of a burst, the 8 learn what they missed")
    func burst() async throws {
        let server = server()
        var readers: [LogReader] = []
        for _ in 0..<56 { readers.append(try await reader(of: server)) }
        var stuck: [LogReader] = []
        for _ in 0..<8 { stuck.append(try await reader(of: server)) }

        // In small steps, until the patience with clients that do not read is used up.
        while sessions(of: server).count(where: { $0.outbox.patience <= .zero }) < stuck.count {
            for _ in 0..<100 { store.dispatch(.increment(by: 1)) }
            let seq = store.seq
            try await clock.passing(Outbox.patience) { [readers] in try await Self.read(readers, to: seq) }
        }
        let before = store.seq
        // The clock does not move from here on: readers have unlimited time.
        let burst = total
        let dispatching = Task.detached { [store] in
            for _ in 0..<burst { store.dispatch(.increment(by: 1)) }
        }
        // Unless a reader was faster, no line of it was read when the last action is dispatched.
        try await within { await dispatching.value }
        #expect(store.seq == before + burst)
        try await within(.seconds(500)) { [readers] in try await Self.read(readers, to: before + burst) }
        for reader in readers {
            #expect(reader.gaps.isEmpty && reader.told == before + burst)
        }
        for session in sessions(of: server) {
            #expect(session.outbox.peakBytes <= (128 << 10) + 16_384)
        }

        // The clients that did not read get one gap, continue after it, and are answered.
        for reader in stuck {
            try await within { try await reader.read(to: before + burst) }
            #expect(reader.gaps.count == 1)
            #expect(reader.told + (reader.gaps.first?.count ?? 0) == before + burst)
        }
        store.dispatch(.save)
        for reader in readers + stuck {
            try await within { try await reader.read(to: before + burst + 1) }
            _ = try await within { try await reader.request("ping") }
        }
        for reader in stuck { #expect(reader.gaps.count == 1) }
    }

    @Test("no client waits for an answer until others have read")
    func answers() async throws {
        let server = server()
        let stuck = try await reader(of: server)
        let other = try await server.attach()
        for _ in 0..<5_000 { store.dispatch(.increment(by: 1)) }
        // The clock does not move: a server that waited for the stuck reader would wait forever.
        let answer = try await other.send(ActionDispatch(action: "save"))
        #expect(answer.seq == 5_001)
        try await within { try await stuck.read(to: 5_001) }
        #expect(stuck.gaps.count == 1)
    }

    @Test("a subscription from the past on gets all of it, however slowly it reads")
    func past() async throws {
        let server = server()
        let keeping = try await reader(of: server)
        for _ in 0..<5_000 { store.dispatch(.increment(by: 1)) }
        try await within { try await keeping.read(to: 5_000) }
        let late = server.connect(capacity: 4_096)
        try await late.initialize(.read)
        try await late.send(Subscribe(store: "shop", events: [.log], fromSeq: 0))
        for seq in 1...5_000 {
            #expect(try await late.notification(LogAppended.self).entry.seq == seq)
        }
    }

    /// Makes many readers read concurrently.
    private static func read(_ readers: [LogReader], to seq: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in readers { group.addTask { try await reader.read(to: seq) } }
            try await group.waitForAll()
        }
    }
}
