import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("The gate", .timeLimit(.minutes(5)))
struct GateTests {
    private let store = makeShop()
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    @Test("a paused store holds what its program dispatches, in order, and the program goes on")
    func pause() async throws {
        let client = try await server.attach()
        let status = try await client.send(GatePause())
        #expect(status == GateDescription(seq: 0, paused: true))
        store.dispatch(.increment(by: 1))
        store.dispatch(.add(Item(id: 1, title: "tea")), origin: .effect, cause: 7)
        #expect(store.seq == 0)
        let held = try await client.send(GateStatus())
        #expect(held.held.map(\.label) == [".increment(by: 1)", ".add(Item(id: 1, title: \"tea\"))"])
        #expect(held.held.map(\.id) == [1, 2] && held.count == 2)
        #expect(held.held.map(\.origin) == ["app", "effect"] && held.held.map(\.cause) == [nil, 7])
        #expect(held.held.allSatisfy { $0.source?.contains("GateTests.swift") == true })
        #expect(held.stopped?.reason == .pause && held.stopped?.pending == held.held.first)
        #expect(held.stopped?.changes == [Change(.replace, Path(["count"]), value: 1, old: 0)])
        let description = try await client.send(StoreDescribe())
        #expect(description.paused && description.capabilities.gate)
        #expect(description.queued?.count == 2 && description.queued?.actions.map(\.label) == held.held.map(\.label))
        let resumed = try await client.send(GateResume())
        #expect(resumed == GateDescription(seq: 2, paused: false))
        #expect(store.state == Shop(count: 1, items: [Item(id: 1, title: "tea")]))
        store.dispatch(.reset)
        #expect(store.seq == 3)
    }

    @Test("a dispatch to a paused store is answered at once with its place at the gate")
    func dispatch() async throws {
        let client = try await server.attach()
        try await client.send(GatePause())
        let first = try await client.send(ActionDispatch(action: "reset"))
        let second = try await client.send(ActionDispatch(action: ["increment": ["by": 2]]))
        #expect(first == .init(seq: 0, changed: false, changes: nil, effects: [], held: 1))
        #expect(second.held == 2)
        // It is decoded before it is held.
        #expect(try await client.failure("action/dispatch", ["action": "nonsense"]).code == .undecodableAction)
        try await client.send(GateResume())
        #expect(store.state.count == 2 && store.seq == 2)
    }

    @Test("clients cannot fill the memory with what is held for them, and the program may go on")
    func heldForClients() async throws {
        let client = try await server.attach()
        try await client.send(GatePause())
        let large = Value.object(["annotate": ["_0": .string(String(repeating: "x", count: 3 << 18))]])
        var held = 0
        while true {
            do {
                try await client.send(ActionDispatch(action: large))
                held += 1
                #expect(held < 100)
            } catch let error as ProtocolError {
                #expect(error.code == .tooLarge && error.data["limit"] == .int(16 << 20))
                break
            }
        }
        #expect(held == 21)
        let edit = await #expect(throws: ProtocolError.self) {
            try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
            for id in 22...23 { try await client.send(GateEdit(id: id, action: large)) }
        }
        #expect(edit?.code == .tooLarge)
        store.dispatch(.reset)
        #expect(store.heldCount == 23)
        // A held action can be edited, and a dropped one frees space.
        try await client.send(GateEdit(id: 1, action: large))
        try await client.send(GateDrop(ids: [5]))
        try await client.send(ActionDispatch(action: large))
        try await client.send(GateStep(count: 2))
        try await client.send(ActionDispatch(action: large))
        try await client.send(GateResume())
        #expect(store.heldCount == 0 && store.seq == 24)
        try await client.send(GatePause())
        try await client.send(ActionDispatch(action: large))
        try await client.send(ActionDispatch(action: large))
    }

    @Test("a step lets one action through and stops before the next")
    func step() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate, .log]))
        try await client.send(GatePause())
        for step in 1...3 { store.dispatch(.increment(by: step)) }
        #expect(try await client.notification(GateStopped.self).stop.pending?.label == ".increment(by: 1)")
        let status = try await client.send(GateStep())
        #expect(status.seq == 1 && status.count == 2 && status.paused && status.credit == nil)
        #expect(status.stopped?.reason == .step && status.stopped?.phase == .before)
        #expect(status.stopped?.entry?.seq == 1 && status.stopped?.pending?.id == 2)
        #expect(status.stopped?.changes == [Change(.replace, Path(["count"]), value: 3, old: 1)])
        let told = client.takeNotifications()
        #expect(told.map(\.method).sorted() == ["gate/stopped", "log/appended"])
        let stopped = try GateStopped(params: try #require(told.first { $0.method == "gate/stopped" }).params)
        #expect(stopped.stop == status.stopped && stopped.count == 2 && stopped.seq == 1)
        let last = try await client.send(GateStep(count: 2))
        #expect(last.seq == 3 && last.count == 0 && last.paused)
        #expect(last.stopped?.reason == .step && last.stopped?.phase == .after && last.stopped?.entry?.seq == 3)
        #expect(last.stopped?.changes == [Change(.replace, Path(["count"]), value: 6, old: 3)])
    }

    @Test("what is stepped over but not there yet is let through when it comes")
    func credit() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        let status = try await client.send(GateStep(count: 2))
        #expect(status.paused && status.credit == 2 && status.stopped == nil)
        store.dispatch(.increment(by: 1))
        #expect(try await client.send(GateStatus()).credit == 1)
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 2)
        #expect(try await client.notification(GateStopped.self).stop.entry?.seq == 2)
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 2)
        let stopped = try await client.notification(GateStopped.self)
        #expect(stopped.stop.reason == .pause && stopped.stop.pending?.id == 1)
    }

    @Test("what is dropped is never reduced, and the next one is pending")
    func drop() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        try await client.send(GatePause())
        for step in 1...5 { store.dispatch(.increment(by: step)) }
        #expect(try await client.notification(GateStopped.self).stop.pending?.id == 1)
        let first = try await client.send(GateDrop())
        #expect(first.dropped == [1] && first.status.stopped?.pending?.id == 2)
        #expect(try await client.notification(GateStopped.self).stop.pending?.id == 2)
        let some = try await client.send(GateDrop(ids: [4, 77, 3]))
        #expect(some.dropped == [3, 4] && some.status.held.map(\.id) == [2, 5])
        #expect(client.takeNotifications().isEmpty)
        try await client.send(GateStep())
        #expect(store.state.count == 2)
        let all = try await client.send(GateDrop(all: true))
        #expect(all.dropped == [5] && all.status.count == 0 && all.status.stopped == nil)
        #expect(try await client.send(GateDrop()).dropped == [])
        #expect(store.seq == 1)
    }

    @Test("an edited action keeps its place, and what it would change is reported again")
    func edit() async throws {
        let client = try await server.attach()
        try await client.send(GatePause())
        store.dispatch(.increment(by: 1))
        store.dispatch(.reset)
        let edited = try await client.send(GateEdit(action: ["increment": ["by": 40]]))
        #expect(edited.id == 1 && edited.status.held.map(\.label) == [".increment(by: 40)", ".reset"])
        #expect(edited.status.stopped?.changes == [Change(.replace, Path(["count"]), value: 40, old: 0)])
        #expect(try await client.send(GateEdit(id: 2, action: "save")).status.held.last?.label == ".save")
        let wrong = try await client.failure("gate/edit", ["action": ["increment": ["by": "x"]]])
        #expect(wrong.code == .undecodableAction && wrong.data["path"] == "/increment/by")
        #expect(try await client.failure("gate/edit", ["id": 9, "action": "reset"]).data["path"] == "/id")
        let resumed = try await client.send(GateResume())
        #expect(resumed.seq == 2 && store.state.count == 40)
        #expect(try await client.failure("gate/edit", ["action": "reset"]).code == .invalidParams)
    }

    @Test("a paused store can be read, set and sent back, and what waits is said of the new state")
    func restore() async throws {
        store.dispatch(.increment(by: 5))
        let client = try await server.attach()
        try await client.send(GatePause())
        store.dispatch(.increment(by: 1))
        #expect(try await client.send(StateGet(path: Path(["count"]))).value == 5)
        try await client.send(StateSet(path: Path(["count"]), value: 10))
        #expect(store.state.count == 10)
        let status = try await client.send(GateStatus())
        #expect(status.stopped?.changes == [Change(.replace, Path(["count"]), value: 11, old: 10)])
        #expect(try await client.send(HistoryJump(seq: 1)).seq == 3)
        #expect(try await client.send(GateStatus()).count == 1)
        try await client.send(GateResume())
        #expect(store.state.count == 6 && store.seq == 4)
    }

    @Test("with the last client that used it the gate opens, and the log says so")
    func lastClientLeaves() async throws {
        let (first, second, reader) = (
            try await server.attach(), try await server.attach(), try await server.attach(.read)
        )
        try await reader.send(Subscribe(store: "shop", events: [.gate]))
        try await first.send(GatePause())
        try await second.send(BreakpointSet(action: ".reset"))
        store.dispatch(.increment(by: 3))
        #expect(try await reader.notification(GateStopped.self).stop.reason == .pause)
        try await first.request("shutdown")
        #expect(try await first.next() == nil)
        try await within { [server] in await server.waitForSessions(2) }
        #expect(store.seq == 0)
        // The other process is killed in the middle of a line.
        try? await second.connection.write(Array(#"{"jsonrpc":"2.0","id":3,"meth"#.utf8))
        await second.connection.close()
        let resumed = try await reader.notification(GateResumed.self)
        #expect(resumed.reason == .controllerLeft)
        try await within { [server] in await server.waitForSessions(1) }
        #expect(store.state.count == 3)
        store.dispatch(.reset)
        #expect(store.seq == 2)
        let status = try await reader.send(GateStatus())
        #expect(status == GateDescription(seq: 2, paused: false))
        let target = try #require(
            server.feeds.first?.target as? InspectedStore<NativeStoreAdapter<Shop, ShopAction, ShopEffect>>)
        let notes = target.adapter.history.notes(in: 0...2)
        #expect(notes.map(\.text) == ["the gate opened: the last controlling client left"])
        #expect(notes.map(\.afterSeq) == [0])
    }

    @Test("a client that only looked at the gate leaves it as it is")
    func readerLeaves() async throws {
        let (client, reader) = (try await server.attach(), try await server.attach())
        try await client.send(GatePause())
        try await reader.send(GateStatus())
        try await reader.send(BreakpointList())
        await reader.connection.close()
        try await within { [server] in await server.waitForSessions(1) }
        store.dispatch(.reset)
        #expect(store.seq == 0)
    }

    @Test("when the server stops, or lets go of the store, everything held is reduced")
    func serverStops() async throws {
        let client = try await server.attach()
        try await client.send(GatePause())
        store.dispatch(.increment(by: 1))
        let server = server
        let target = try #require(
            server.feeds.first?.target as? InspectedStore<NativeStoreAdapter<Shop, ShopAction, ShopEffect>>)
        try await within { await server.stop() }
        #expect(store.seq == 1)
        #expect(
            target.adapter.history.notes(in: 0...1).map(\.text) == [
                "the gate opened: the last controlling client left"
            ])
        let (other, shop) = (DebugServer(configuration: .init(access: .control), logger: .silent), makeShop())
        other.add(shop, id: "shop")
        let again = try await other.attach()
        try await again.send(GatePause())
        shop.dispatch(.increment(by: 2))
        other.remove(id: "shop")
        #expect(shop.seq == 1)
        shop.dispatch(.increment(by: 2))
        #expect(shop.state.count == 4)
    }

    @Test("a client that may only read cannot hold, release, drop or edit")
    func readOnly() async throws {
        let client = try await server.attach(.read)
        for (method, params) in [
            ("gate/pause", [:]), ("gate/resume", [:]), ("gate/step", [:]), ("gate/drop", [:]),
            ("gate/edit", ["action": "reset"]), ("breakpoint/set", ["action": "*"]), ("breakpoint/remove", ["id": 1]),
        ] as [(String, Value.Object)] {
            #expect(try await client.failure(method, params).code == .readOnly, "\(method)")
        }
        #expect(try await client.send(GateStatus()) == GateDescription(seq: 0, paused: false))
        #expect(try await client.send(BreakpointList()).breakpoints.isEmpty)
    }

    @Test("a foreign store has no gate")
    func foreign() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(GatedTarget().target)
        let client = try await server.attach()
        #expect(try await client.send(StoreDescribe()).capabilities.gate == false)
        for method in ["gate/status", "gate/pause", "breakpoint/list"] {
            #expect(try await client.failure(method).code == .notSupported)
        }
        // A subscription to all events is none to a missing gate.
        try await client.send(Subscribe(events: [.gate]))
    }

    @Test("an asynchronous store is held before its reduction begins")
    func asynchronous() async throws {
        let store = AsyncStore(initial: 0) { (sum: Int, step: Int) in sum + step }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "sum")
        let client = try await server.attach()
        try await client.send(GatePause())
        store.dispatch(1)
        let held = try await client.send(ActionDispatch(action: 2))
        #expect(held.held == 2)
        let status = try await client.send(GateStatus())
        #expect(status.held.map(\.label) == ["1", "2"] && status.stopped?.changes == nil)
        try await client.send(Subscribe(events: [.gate]))
        try await client.send(GateStep())
        var seen = (entry: false, pending: false)
        while !seen.entry || !seen.pending {
            let stop = try await client.notification(GateStopped.self).stop
            if stop.entry?.seq == 1 { seen.entry = true }
            if stop.pending?.id == 2 { seen.pending = true }
        }
        #expect(store.state == 1)
        try await client.send(GateResume())
        let answer = try await client.send(ActionDispatch(action: 3))
        #expect(answer.seq == 3 && store.state == 6)
    }

    @Test("threads that dispatch while a client pauses, steps and resumes lose nothing and keep their order")
    func threads() async throws {
        let client = try await server.attach()
        let store = store
        let writers = (0..<4).map { writer in
            Task.detached {
                for step in 0..<2_000 { store.dispatch(.rename(id: writer, title: String(step))) }
            }
        }
        for round in 0..<50 {
            try await client.send(GatePause())
            if round.isMultiple(of: 3) { try await client.send(GateStep(count: 7)) }
            try await client.send(GateResume())
        }
        for writer in writers { await writer.value }
        try await client.send(GateResume())
        #expect(store.seq == 8_000 && store.heldCount == 0)
        var next = [0, 0, 0, 0]
        var from: Int? = 1
        while let start = from {
            let page = try await client.send(LogList(from: start, limit: 1_000))
            for entry in page.entries {
                guard case .object(let action)? = entry.action, case .object(let payload)? = action["rename"],
                    case .int(let writer)? = payload["id"], case .string(let step)? = payload["title"]
                else {
                    Issue.record("unexpected \(entry.label)")
                    return
                }
                #expect(step == String(next[Int(writer)]))
                next[Int(writer)] += 1
            }
            from = page.next
        }
        #expect(next == [2_000, 2_000, 2_000, 2_000])
    }
}
