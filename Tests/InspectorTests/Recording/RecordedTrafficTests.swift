import Foundation
import Strobe
import StrobeClient
import StrobeHistory
import StrobeProtocol
import StrobeRecording
import StrobeReflection
import StrobeServer
import StrobeTransport
import StrobeTree
import Synchronization
import Testing

@testable import Inspector
@testable import InspectorCore

private struct Till: Codable, Sendable, Equatable {
    var total = 0
    var items: [String] = []
    var blob = ""
}

private enum TillAction: Codable, Sendable {
    case add(String, price: Int)
    case look
    case refund
    case fill(String)
}

/// A client's connection that counts what goes over it.
private final class CountedConnection: Connection {
    struct Traffic {
        var requests: [String: Int] = [:]
        var bytes = 0
    }

    private let connection: any Connection
    private let counted = Mutex(Traffic())

    init(_ connection: any Connection) { self.connection = connection }

    var traffic: Traffic { counted.withLock { $0 } }
    var peer: Peer { connection.peer }

    func nextLine() async throws(TransportError) -> [UInt8]? {
        let line = try await connection.nextLine()
        counted.withLock { $0.bytes += line?.count ?? 0 }
        return line
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        counted.withLock { counted in
            counted.bytes += bytes.count
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let text = try? JSON.parse(String(decoding: line, as: UTF8.self)),
                    case .string(let method)? = text.value(at: Path(["method"]))
                else { continue }
                counted.requests[method, default: 0] += 1
            }
        }
        try await connection.write(bytes)
    }

    func setLineLimit(_ limit: Int) { connection.setLineLimit(limit) }
    func close() async { await connection.close() }
}

@Suite("What a recorder from outside asks for", .timeLimit(.minutes(5)))
struct RecordedTrafficTests {
    private let store = Store<Till, TillAction, String>(initial: Till()) { till, action in
        switch action {
        case .add(let item, let price):
            till.items.append(item)
            till.total += price
            return ["print \(item)"]
        case .look: return []
        case .refund:
            till = Till()
            return []
        case .fill(let text):
            till.blob = text
            return []
        }
    }
    private let server = DebugServer(configuration: .init(access: .control))
    private let path = FileManager.default.temporaryDirectory.appending(path: "traffic-\(UUID().uuidString).jsonl")
        .path()

    private func start() async throws -> (ClientRecorder, DebugClient, CountedConnection) {
        server.add(store, id: "till")
        let (near, far) = MemoryConnection.pair()
        Task { [server] in await server.serve(far) }
        let connection = CountedConnection(near)
        let client = DebugClient(connection: connection)
        let opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .read)
        let recorder = try await ClientRecorder.start(
            client, process: opened.process, stores: opened.stores,
            options: ClientRecorder.Options(path: path, place: "headless"))
        Task { for await event in client.events { recorder.receive(event) } }
        // It follows once the page after its subscription has come.
        try await eventually { connection.traffic.requests["log/list"] == 2 }
        return (recorder, client, connection)
    }

    private func wait(_ recorder: ClientRecorder, for count: Int) async throws {
        try await eventually { await recorder.status.transitions >= count }
    }

    private func eventually(_ holds: () async -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while await !holds() {
            try #require(ContinuousClock.now < deadline, "it does not come")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test("what was sent of an action is not asked for again")
    func paced() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (recorder, client, connection) = try await start()
        let before = connection.traffic
        let count = 100
        for turn in 1...count {
            store.dispatch(turn.isMultiple(of: 4) ? .look : .add("item \(turn)", price: turn))
            try await wait(recorder, for: turn)
        }
        // A machine that is very busy may hold one back for longer than a recorder waits.
        #expect((connection.traffic.requests["log/list"] ?? 0) - (before.requests["log/list"] ?? 0) < count / 10)
        let status = await recorder.stop(reason: "stopped")
        #expect(status.transitions == count && status.losses.isNothing)
        try await compare(client)
    }

    @Test("a burst is asked for in a few pages")
    func burst() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (recorder, client, connection) = try await start()
        for turn in 1...3_000 { store.dispatch(.add("\(turn & 7)", price: turn & 1)) }
        let status = await recorder.stop(reason: "stopped", patience: .seconds(300))
        #expect(status.transitions == 3_000 && status.losses.gaps == 0)
        #expect((connection.traffic.requests["log/list"] ?? 0) < 100)
        let reader = try RecordingReader(paths: [path])
        #expect(try reader.state(at: 3_000, of: "till") == TreeEncoder().encode(store.state))
        await client.close()
    }

    @Test("bursts, remarks, restored states, large actions and what cancels out are recorded as the log has them")
    func mixed() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (recorder, client, _) = try await start()
        let history = History.shared(of: store)
        var count = 0
        for turn in 0..<60 {
            switch turn % 6 {
            case 0: store.dispatch(.add("a \(turn)", price: 1))
            case 1:
                for price in 1...5 { store.dispatch(.add("b", price: price)) }
                count += 4
            case 2: store.restore(Till(total: turn), note: "put back")
            case 3:
                // Both changed the state, which is the same after them as before.
                store.dispatch(.fill("x"))
                store.dispatch(.fill(""))
                count += 1
            case 4: store.dispatch(.fill(String(repeating: "large ", count: turn * 1_500)))
            default: store.dispatch(.refund)
            }
            count += 1
            history.note("after \(turn)")
            if turn % 7 != 0 { try await wait(recorder, for: count) }
        }
        try await wait(recorder, for: count)
        let status = await recorder.stop(reason: "stopped")
        #expect(status.transitions == count && status.losses.isNothing)
        history.release()
        let reader = try RecordingReader(paths: [path])
        #expect(reader.notes(of: "till").map(\.text) == (0..<60).map { "after \($0)" })
        try await compare(client)
    }

    /// Compares what was recorded with what the log has.
    private func compare(_ client: DebugClient) async throws {
        let reader = try RecordingReader(paths: [path])
        let page = try await client.send(LogList(store: "till", from: 1, limit: 1_000, changes: true))
        let start = try #require(reader.recordings.first?.header.startMicros)
        var expected: [RecordingLine] = []
        for var entry in page.entries {
            if entry.lacksAction {
                entry.action = try await client.send(LogGet(store: "till", seq: entry.seq)).entry.action
            }
            expected.append(
                .transition(
                    RecordedTransition(
                        entry, store: "till", startMicros: start, changes: entry.changes, fromSeq: entry.fromSeq)))
        }
        let found = try reader.transitions(1...page.seq, of: "till").map { RecordingLine.transition($0) }
        #expect(found.map(\.text) == expected.map(\.text))
        #expect(try reader.state(at: page.seq, of: "till") == TreeEncoder().encode(store.state))
        await client.close()
    }
}
