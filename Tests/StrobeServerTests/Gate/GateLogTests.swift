import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("What the log says of the gate", .timeLimit(.minutes(5)))
struct GateLogTests {
    private let store = makeShop()
    private let server: DebugServer
    private let tea = ShopAction.add(Item(id: 1, title: "tea"))

    init() {
        server = DebugServer.serving(store)
    }

    @Test("an entry that was edited at the gate says what was dispatched, and keeps its origin")
    func edited() async throws {
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        try await client.send(GatePause())
        store.dispatch(tea, origin: .effect, cause: 1)
        store.dispatch(.reset)
        try await client.send(GateEdit(id: 1, action: ["increment": ["by": 40]]))
        // The original action is reported, however often it is edited.
        try await client.send(GateEdit(id: 1, action: ["increment": ["by": 41]]))
        try await client.send(GateResume())
        let page = try await client.send(LogList(from: 2))
        #expect(page.entries.map(\.label) == [".increment(by: 41)", ".reset"])
        #expect(page.entries.map(\.editedFrom) == [".add(Item(id: 1, title: \"tea\"))", nil])
        let entry = try await client.send(LogGet(seq: 2)).entry
        #expect(entry.origin == "effect" && entry.cause == 1 && entry.editedFrom == page.entries[0].editedFrom)
        let why = try await client.send(LogWhy(seq: 2))
        #expect(why.links.map(\.editedFrom) == [nil, entry.editedFrom])
        // A branch that repeats it reports it as well.
        _ = try await client.send(BranchCreate(edits: [.skip(3...3)], from: 2, name: "b"))
        let branch = try await client.send(LogList(branch: "b"))
        #expect(branch.entries.map(\.editedFrom).contains(entry.editedFrom))
    }

    @Test("what is dropped leaves a remark, with what asked for it, and takes no number")
    func dropped() async throws {
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        try await client.send(GatePause())
        store.dispatch(tea, origin: .effect, cause: 1)
        store.dispatch(.reset)
        try await client.send(GateDrop(ids: [1]))
        try await client.send(GateResume())
        let text = "dropped at the gate: .add(Item(id: 1, title: \"tea\")), effect of 1 (held as 1)"
        let page = try await client.send(LogList())
        #expect(page.entries.map(\.label) == [".increment(by: 1)", ".reset"] && page.seq == 2)
        #expect(page.notes?.map(\.text) == [text] && page.notes?.map(\.afterSeq) == [1])
        #expect(page.notes?.map(\.cause) == [1])
        // The note is found by its cause, and before the entry that follows it.
        #expect(try await client.send(LogWhy(seq: 1)).notes?.map(\.text) == [text])
        #expect(try await client.send(LogGet(seq: 1)).notes?.map(\.text) == [text])
        #expect(try await client.send(LogGet(seq: 2)).notes?.map(\.text) == [text])
        store.dispatch(.reset)
        #expect(try await client.send(LogGet(seq: 3)).notes == nil)
    }

    @Test("what the program drops leaves a remark as well, whatever holds it")
    func droppedByTheProgram() async throws {
        final class Holding: GateKeeper, @unchecked Sendable {
            func answer(
                to _: UnsafePointer<ShopAction>, at _: Int, state _: UnsafePointer<Shop>,
                _: () -> HeldAction<ShopAction>
            ) -> GateAnswer { .held }
        }
        let client = try await server.attach()
        store.dispatch(.increment(by: 1))
        try await client.send(Subscribe(store: "shop", events: [.log]))
        try await client.send(GatePause())
        store.dispatch(.reset)
        #expect(store.dropHeld([1]) == [1] && store.dropHeld([1]) == [])
        try await client.send(GateResume())
        store.setGateKeeper(Holding())
        store.dispatch(tea, origin: .effect, cause: 1)
        store.dropHeld([2])
        store.setGateKeeper(nil)
        store.dispatch(.reset)
        var told: [String] = []
        while told.count < 2 {
            let (method, params) = try await client.notification()
            if method == LogNoted.method { told.append(try LogNoted(params: params).note.text) }
        }
        let page = try await client.send(LogList())
        #expect(page.notes?.map(\.text) == told)
        #expect(
            told == [
                "dropped at the gate: .reset, app (held as 1)",
                "dropped at the gate: .add(Item(id: 1, title: \"tea\")), effect of 1 (held as 2)",
            ])
        #expect(page.notes?.map(\.afterSeq) == [1, 1] && page.seq == 2)
    }

    @Test("of many that are dropped at once the first are named, and the others counted")
    func many() async throws {
        let client = try await server.attach()
        try await client.send(GatePause())
        for number in 1...130 { store.dispatch(.increment(by: number)) }
        #expect(try await client.send(GateDrop(all: true)).dropped.count == 130)
        let notes = try await client.send(LogList()).notes ?? []
        #expect(notes.count == 101 && notes.first?.text.hasSuffix(".increment(by: 1), app (held as 1)") == true)
        #expect(notes.last?.text == "dropped at the gate: 30 more")
    }

    @Test("what is hidden in an action that was edited or dropped is hidden in the log")
    func hidden() async throws {
        let server = DebugServer.serving(
            store,
            .init(
                access: .control, handshakeTimeout: .seconds(60), redaction: try Redaction(parsing: ["title"])))
        let client = try await server.attach()
        try await client.send(GatePause())
        store.dispatch(tea)
        store.dispatch(tea)
        try await client.send(GateEdit(id: 1, action: "reset"))
        try await client.send(GateDrop(ids: [2]))
        try await client.send(GateResume())
        let page = try await client.send(LogList())
        let texts = page.entries.compactMap(\.editedFrom) + (page.notes ?? []).map(\.text)
        #expect(texts.count == 2 && texts.allSatisfy { $0.contains(".add") && !$0.contains("tea") })
    }
}
