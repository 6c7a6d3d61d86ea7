import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

/// States of 100,000 elements that change while clients read them.
@Suite("Huge states", .timeLimit(.minutes(10)))
struct HugeStateTests {
    private static let count = 100_000

    private struct Ledger: Codable, Sendable {
        var items = [Int](repeating: 0, count: HugeStateTests.count)
    }

    private enum Change: Codable, Sendable {
        case bumpAll
        case bump(Int)
    }

    private func ledger() -> (DebugServer, Store<Ledger, Change, Never>) {
        let store = Store(initial: Ledger()) { (ledger: inout Ledger, change: Change) -> Void in
            ledger.items.withUnsafeMutableBufferPointer { items in
                switch change {
                case .bumpAll: for index in items.indices { items[index] += 1 }
                case .bump(let index): items[index] += 1
                }
            }
        }
        let server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60)), logger: .silent)
        server.add(store, id: "ledger")
        return (server, store)
    }

    @Test("pages of 100,000 elements that are all changed meanwhile are pages of one state")
    func pages() async throws {
        let (server, store) = ledger()
        let client = try await server.attach()
        for _ in 0..<3 { store.dispatch(.bumpAll) }
        var start = 0
        var seq: Int?
        while start < Self.count {
            let answer = try await client.send(
                StateTree(path: Path(["items"]), at: seq.map { .seq($0) }, depth: 1, start: start, count: 1_000))
            if let seq { #expect(answer.seq == seq) } else { seq = answer.seq }
            let children = try #require(answer.node.children)
            #expect(answer.node.count == Self.count && children.count == 1_000)
            #expect(children.allSatisfy { $0.value == 3 }, "the page from \(start) is of another state")
            start += children.count
            store.dispatch(start % 10_000 == 0 ? .bumpAll : .bump(start % Self.count))
        }
        #expect(seq == 3)
    }

    @Test("what does not fit into a message is refused with the count, or sent without the values")
    func tooLarge() async throws {
        let (server, store) = ledger()
        let client = try await server.attach()
        let error = try await client.failure("state/get")
        #expect(error.code == .tooLarge)
        #expect(error.data["count"] != nil && error.data["limit"] != nil)
        try await client.send(Subscribe(store: "ledger", events: [.state]))
        // Every element changes: the client learns that it changed, but not how.
        store.dispatch(.bumpAll)
        let changed = try await client.notification(StateChanged.self)
        #expect(changed.seq == 1 && changed.changes == nil)
        store.dispatch(.bump(7))
        let next = try await client.notification(StateChanged.self)
        #expect(next.fromSeq == 1 && next.seq == 2 && next.changes?.count == 1)
    }
}
