import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeTransport
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Branches over the wire")
struct BranchTests {
    let store = makeShop()
    let server: DebugServer

    init() {
        server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "shop")
    }

    /// A client of a server whose log begins with the first client.
    private func attach(to server: DebugServer? = nil) async throws -> WireClient {
        let client = try await (server ?? self.server).attach()
        for step in 1...6 { store.dispatch(.increment(by: step)) }
        store.dispatch(.add(Item(id: 7, title: "tea")))
        store.dispatch(.save)
        return client
    }

    @Test("blame in a branch names its own entries, and before them those of the log")
    func blame() async throws {
        let client = try await attach()
        _ = try await client.send(
            BranchCreate(edits: [.skip(2...3), .replace(5, action: ["increment": ["by": 100]])], name: "less"))
        let path = Path(["count"])
        let all = try await client.send(StateBlame(path: path, at: .branch("less", at: nil)))
        #expect(all.entries.map(\.entry.seq) == [4, 3, 2, 1] && all.seq == 6 && all.next == nil)
        #expect(all.entries.map(\.entry.originSeq) == [6, 5, 4, nil])
        #expect(all.entries[1].changes == [Change(.replace, path, value: 105, old: 5)])
        let two = try await client.send(StateBlame(path: path, at: .branch("less", at: 3), limit: 2))
        #expect(two.entries.map(\.entry.seq) == [3, 2] && two.next == 1)
        let before = try await client.send(StateBlame(path: path, at: .branch("less", at: 1)))
        #expect(before.entries.map(\.entry.seq) == [1])
        let last = try #require(try await client.send(StateBlame(path: path, at: .live)).entries.first)
        #expect(last.entry.label == ".increment(by: 6)")
        await #expect(throws: ProtocolError.self) {
            try await client.send(StateBlame(path: path, at: .branch("less", at: 70)))
        }
    }

    @Test("a branch is made, read like the log, compared, adopted and dropped")
    func life() async throws {
        let client = try await attach()
        let made = try await client.send(
            BranchCreate(
                edits: [
                    .skip(2...3), .replace(5, action: ["increment": ["by": 100]]), .move(8, before: 7),
                    .insert(before: 9, action: ["annotate": "end"]),
                ],
                name: "less"))
        let branch = made.branch
        #expect(branch.id == "1" && branch.name == "less" && branch.base == 1 && branch.from == 2 && branch.to == 8)
        #expect(branch.seq == 7 && branch.errors == 0 && branch.more == nil)
        #expect(
            branch.edits == [
                "skip 2..3", "replace 5 .increment(by: 100)", "move 8 before 7", #"insert 9 .annotate("end")"#,
            ])
        let page = try await client.send(LogList(branch: "less"))
        #expect(page.seq == 7 && page.next == nil && page.previous == nil)
        #expect(page.entries.map(\.seq) == [2, 3, 4, 5, 6, 7])
        #expect(page.entries.map(\.originSeq) == [4, 5, 6, 8, 7, nil])
        #expect(page.entries.map(\.edited) == [nil, true, nil, true, nil, true])
        #expect(page.entries.map(\.changed) == [true, true, true, false, true, true])
        // The effects are those of the branch, and none is run.
        #expect(page.entries[3].effects.map(\.label) == [".write(count: 111)"])
        let some = try await client.send(
            LogList(limit: 1, filter: .init(action: ".increment*"), branch: "1"))
        #expect(some.entries.map(\.seq) == [4] && some.previous == 3)
        let entry = try await client.send(LogGet(seq: 3, branch: "less"))
        #expect(entry.changes == [Change(.replace, Path(["count"]), value: 105, old: 5)])
        #expect(try await client.send(StateGet(path: Path(["count"]), at: .branch("less", at: 2))).value == 5)
        #expect(try await client.send(StateGet(path: Path(["count"]), at: .branch("less", at: 0))).value == 0)
        let tree = try await client.send(StateTree(path: Path(["items"]), at: .branch("1")))
        #expect(tree.seq == 7 && tree.node.count == 1)
        let diff = try await client.send(StateDiff(from: .branch("less"), to: .seq(8), path: Path(["count"])))
        #expect(diff.from == 7 && diff.to == 8)
        #expect(diff.changes == [Change(.replace, Path(["count"]), value: 21, old: 111)])
        let run = try await client.send(
            ActionDispatch(action: ["increment": ["by": 1]], dryRun: true, at: .branch("less")))
        #expect(run.seq == 7 && run.changes == [Change(.replace, Path(["count"]), value: 112, old: 111)])
        #expect(store.seq == 8 && store.state.count == 21)

        let adopted = try await client.send(BranchAdopt(id: "less", ifSeq: 8))
        #expect(adopted.seq == 9 && store.state == Shop(count: 111, note: "end", items: [Item(id: 7, title: "tea")]))
        let logged = try await client.send(LogGet(seq: 9)).entry
        #expect(logged.label == "adopted branch less" && logged.origin == "restore" && logged.cause == nil)
        #expect(try await client.send(BranchList()).branches == [branch])
        #expect(try await client.send(BranchDelete(id: "1")).branch == branch)
        #expect(try await client.send(BranchList()).branches.isEmpty)
    }

    @Test("every client sees the branches, and they stay when all have gone")
    func staying() async throws {
        let first = try await attach()
        _ = try await first.send(BranchCreate(edits: [.skip(8...8)], name: "less"))
        await first.connection.close()
        try await within { await server.waitForSessions(0) }
        let second = try await server.attach()
        #expect(try await second.send(BranchList()).branches.map(\.name) == ["less"])
        #expect(try await second.send(StateGet(path: Path(["count"]), at: .branch("less"))).value == 21)
    }

    @Test("an action that does not decode makes no branch, and the error says which edit it is in")
    func undecodable() async throws {
        let client = try await attach()
        let error = try await client.failure(
            "branch/create", ["edits": [["skip": 1], ["insert": 3, "action": ["incremet": ["by": 1]]]]])
        #expect(error.code == .undecodableAction && error.message.hasPrefix("Edit 2 of the branch: "))
        #expect(error.data["suggestion"] == (Declarations.areRead ? "increment" : nil))
        #expect(try await client.send(BranchList()).branches.isEmpty)
    }

    @Test("what cannot be branched, found or placed is refused with the reason")
    func refused() async throws {
        let client = try await attach()
        _ = try await client.send(BranchCreate(edits: [.skip(8...8)]))
        for (method, params, code) in [
            ("branch/create", ["edits": [["skip": 9]]], ErrorCode.invalidParams),
            ("branch/create", ["edits": [["skip": [2, 1]]]], .invalidParams),
            ("branch/create", ["edits": [["move": 2, "before": 1], ["skip": 2]]], .invalidParams),
            ("branch/create", ["edits": [], "to": 99], .invalidParams),
            ("branch/create", ["edits": [], "name": "a b"], .invalidParams),
            ("branch/adopt", ["id": "2"], .invalidParams), ("branch/delete", ["id": "2"], .invalidParams),
            ("log/list", ["branch": "2"], .invalidParams), ("log/get", ["branch": "1", "seq": 8], .invalidParams),
            ("log/get", ["branch": "1", "seq": 7], .invalidParams), ("state/get", ["at": "branch:1@8"], .invalidParams),
            ("graph/get", ["path": "/count", "to": 99], .invalidParams),
            ("history/minimize", ["condition": "/count > 0", "to": 99], .invalidParams),
            ("history/minimize", ["condition": "/count > 999"], .invalidParams),
            ("history/minimize", ["condition": "/count >"], .invalidParams),
        ] as [(String, Value.Object, ErrorCode)] {
            let error = try await client.failure(method, params)
            #expect(error.code == code, "\(method) \(params): \(error.message)")
        }
        #expect(store.seq == 8)
    }

    @Test("a client that may only read can branch, but not adopt")
    func access() async throws {
        let server = DebugServer(configuration: .init(access: .read), logger: .silent)
        server.add(store, id: "shop")
        let client = try await attach(to: server)
        _ = try await client.send(BranchCreate(edits: [.skip(4...4)]))
        #expect(try await client.failure("branch/adopt", ["id": "1"]).code == .readOnly)
        _ = try await client.send(BranchDelete(id: "1"))
    }

    @Test("a store that cannot be replayed has no branches")
    func notReplayed() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(GatedTarget().target)
        let client = try await server.attach()
        #expect(try await client.failure("branch/create", ["edits": []]).code == .notSupported)
        #expect(try await client.failure("history/minimize", ["condition": "seq > 0"]).code == .notSupported)
        #expect(try await client.send(BranchList()).branches.isEmpty)
    }

    @Test("minimising returns the entries that are needed, and makes a branch of them")
    func minimize() async throws {
        let client = try await attach()
        let least = try await client.send(HistoryMinimize(condition: "/count >= 11 && count(/items) == 1"))
        #expect(least.count == 3 && least.minimal && least.kept.last == 7)
        #expect(least.entries.map(\.originSeq) == least.kept && least.entries.map(\.seq) == [1, 2, 3])
        #expect(least.branch.base == 0 && least.branch.seq == 3 && least.branch.to == 7)
        let end = try await client.send(StateGet(path: Path(["count"]), at: .branch(least.branch.id))).value
        #expect(end == 11)
        #expect(store.seq == 8)
    }
}
