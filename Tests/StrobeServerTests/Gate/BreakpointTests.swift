import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Breakpoints", .timeLimit(.minutes(5)))
struct BreakpointTests {
    private let store = makeShop(Shop(items: (0..<3).map { Item(id: $0, title: "item \($0)") }))
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    private func increment(_ step: Int64) -> Value { ["increment": ["by": .int(step)]] }

    @Test("a path that would change stops its action before it is reduced, and not again when it goes on")
    func path() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        let breakpoint = try await client.send(BreakpointSet(path: Path(["items", "1", "title"]))).breakpoint
        #expect(breakpoint == BreakpointDescription(id: 1, path: Path(["items", "1", "title"])))
        store.dispatch(.increment(by: 1))
        store.dispatch(.rename(id: 2, title: "x"))
        store.dispatch(.rename(id: 1, title: "item 1"))
        #expect(store.seq == 3)
        store.dispatch(.rename(id: 1, title: "tea"))
        #expect(store.seq == 3)
        let stopped = try await client.notification(GateStopped.self)
        #expect(stopped.stop.reason == .breakpoint && stopped.stop.breakpoint == 1 && stopped.stop.phase == .before)
        #expect(stopped.stop.pending?.label == ".rename(id: 1, title: \"tea\")" && stopped.seq == 3)
        #expect(
            stopped.stop.changes
                == [Change(.replace, Path(["items", "1", "title"]), value: "tea", old: "item 1")])
        store.dispatch(.increment(by: 1))
        #expect(try await client.send(GateResume()).seq == 5)
        #expect(store.state.items[1].title == "tea")
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 6)
        // The path is above the change, and its value is removed.
        store.dispatch(.reset)
        #expect(store.seq == 6)
        #expect(try await client.send(BreakpointList()).breakpoints.map(\.hits) == [2])
    }

    @Test("a condition stops the action after which it would hold")
    func condition() async throws {
        let client = try await server.attach()
        try await client.send(BreakpointSet(condition: ".count > 3 && changed(/count)"))
        for expected in [1, 2, 3, 3] {
            store.dispatch(.increment(by: 1))
            #expect(store.seq == expected)
        }
        let status = try await client.send(GateStatus())
        #expect(status.stopped?.breakpoint == 1 && status.paused)
        // A dropped action leaves no trace.
        try await client.send(GateDrop())
        try await client.send(GateResume())
        store.dispatch(.increment(by: -3))
        store.dispatch(.increment(by: 3))
        #expect(store.seq == 5 && store.state.count == 3)
        try await client.send(StateSet(path: Path(["count"]), value: 7))
        store.dispatch(.annotate("count is not changed"))
        #expect(store.seq == 7)
        store.dispatch(.increment(by: -1))
        #expect(store.seq == 7)
    }

    @Test("a condition that cannot be read is refused with the place in it")
    func badCondition() async throws {
        let client = try await server.attach()
        let error = try await client.failure("breakpoint/set", ["condition": "/count >"])
        #expect(error.code == .invalidParams && error.data["path"] == "/condition" && error.data["offset"] == 8)
        #expect(try await client.failure("breakpoint/set", ["condition": "duration > 3"]).code == .invalidParams)
        #expect(try await client.failure("breakpoint/set", ["id": 4, "enabled": true]).data["path"] == "/id")
        for log in ["{", "{/count", "{??}"] {
            let error = try await client.failure("breakpoint/set", ["action": "*", "log": .string(log)])
            #expect(error.code == .invalidParams && error.data["path"] == "/log", "\(log)")
        }
        #expect(try await client.send(BreakpointList()).breakpoints.isEmpty)
        #expect(store.heldCount == 0)
    }

    @Test(
        "a glob is held against the label, or the name without the payload",
        arguments: [
            (".increment", ".increment(by: 3)", true), (".incr*", ".increment(by: 3)", true),
            (".increment(by: 3)", ".increment(by: 3)", true), (".increment(by: 4)", ".increment(by: 3)", false),
            ("*by: 3*", ".increment(by: 3)", true), ("*by: 4*", ".increment(by: 3)", false),
            (".reset", ".increment(by: 3)", false), ("*", ".reset", true), (".rese?", ".reset", true),
            (".rese??", ".reset", false), ("reset", ".reset", false), ("", ".reset", false),
            (".add(*tea*", ".add(Item(id: 1, title: \"tea\"))", true), (".a*d", ".add(Item(id: 1, title: \"\"))", true),
        ])
    func globs(_ pattern: String, _ label: String, _ matches: Bool) {
        let glob = ActionGlob(pattern)
        #expect(glob.matches(label) == matches)
        switch glob.verdict(onName: String(label.prefix { $0 != "(" })) {
        case .all: #expect(matches)
        case .none: #expect(!matches)
        // Other payloads would match.
        case .some: break
        }
    }

    @Test("all that a breakpoint asks for has to hold, from the hit on that it counts to")
    func criteria() async throws {
        let client = try await server.attach()
        let set = BreakpointSet(action: ".increment", path: Path(["count"]), condition: "/count >= 2", hitCount: 2)
        let breakpoint = try await client.send(set).breakpoint
        store.dispatch(.increment(by: 1))
        store.dispatch(.increment(by: 0))
        store.dispatch(.increment(by: 1))
        store.dispatch(.annotate("x"))
        #expect(store.seq == 4)
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 4)
        #expect(try await client.send(BreakpointList()).breakpoints.first?.hits == 2)
        try await client.send(GateResume())
        // Other members are kept; the criterion is new, and so is the count.
        let changed = try await client.send(BreakpointSet(id: breakpoint.id, hitCount: 1)).breakpoint
        #expect(changed.hits == 0 && changed.condition == "/count >= 2" && changed.path == Path(["count"]))
        let off = try await client.send(BreakpointSet(id: breakpoint.id, enabled: false)).breakpoint
        #expect(!off.enabled)
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 6)
    }

    @Test("a one-shot breakpoint is gone once it stopped")
    func once() async throws {
        let client = try await server.attach()
        try await client.send(BreakpointSet(action: ".save", once: true))
        store.dispatch(.save)
        let stop = try #require(try await client.send(GateStatus()).stopped)
        #expect(stop.breakpoint == 1 && stop.effects?.map(\.label) == [".write(count: 0)"])
        #expect(try await client.send(BreakpointList()).breakpoints.isEmpty)
        try await client.send(GateResume())
        store.dispatch(.save)
        #expect(store.seq == 2)
    }

    @Test("a step passes the breakpoint of what is pending, and stops at the next one's")
    func steps() async throws {
        let client = try await server.attach()
        try await client.send(BreakpointSet(condition: "/count == 2"))
        try await client.send(GatePause())
        for _ in 1...5 { store.dispatch(.increment(by: 1)) }
        let status = try await client.send(GateStep(count: 4))
        #expect(status.seq == 1 && status.stopped?.reason == .breakpoint && status.credit == nil)
        let next = try await client.send(GateStep(count: 3))
        #expect(next.seq == 4 && next.stopped?.reason == .step)
        #expect(try await client.send(GateResume()).seq == 5)
    }

    @Test("an edited action goes on, whatever the breakpoint says, and the next one is looked at from there")
    func edited() async throws {
        let client = try await server.attach()
        try await client.send(BreakpointSet(condition: "/count > 9"))
        store.dispatch(.increment(by: 10))
        try await client.send(GateEdit(action: increment(20)))
        #expect(try await client.send(GateResume()).seq == 1)
        #expect(store.state.count == 20)
        store.dispatch(.increment(by: -15))
        #expect(store.seq == 2)
        store.dispatch(.increment(by: 4))
        #expect(store.seq == 3)
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 3)
    }

    @Test("a breakpoint that is set while another one holds its action is looked at for what comes after it")
    func setWhileStopped() async throws {
        let client = try await server.attach()
        try await client.send(BreakpointSet(action: ".reset"))
        store.dispatch(.reset)
        try await client.send(BreakpointSet(condition: "/count == 1"))
        store.dispatch(.increment(by: 1))
        let status = try await client.send(GateResume())
        #expect(status.seq == 1 && status.stopped?.breakpoint == 2)
        #expect(try await client.send(BreakpointRemove(all: true)).removed == [1, 2])
        #expect(store.seq == 1)
        #expect(try await client.send(GateResume()).seq == 2)
        #expect(try await client.send(BreakpointRemove(id: 1)).removed == [])
    }

    @Test("a store that cannot be replayed stops after the transition")
    func asynchronous() async throws {
        let store = AsyncStore(initial: 0) { (sum: Int, step: Int) in sum + step }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "sum")
        let client = try await server.attach()
        try await client.send(Subscribe(events: [.gate]))
        try await client.send(BreakpointSet(path: Path([]), condition: ". > 3"))
        for _ in 1...6 { store.dispatch(2) }
        let stopped = try await client.notification(GateStopped.self)
        #expect(stopped.stop.phase == .after && stopped.stop.breakpoint == 1 && stopped.stop.entry?.seq == 2)
        #expect(stopped.stop.changes == [Change(.replace, Path([]), value: 4, old: 2)])
        #expect(store.seq == 2 && store.state == 4)
        try await client.send(BreakpointRemove(id: 1))
        // Only its criteria for the action can be decided before.
        try await client.send(BreakpointSet(action: "2"))
        try await client.send(GateResume())
        let status = try await client.send(GateStatus())
        #expect(status.stopped?.phase == .before && status.stopped?.breakpoint == 2 && status.seq == 2)
    }

    @Test("a store that is not replayed any more stops after the transition, and before it once it is again")
    func replayOff() async throws {
        let client = try await server.attach()
        try await client.send(BreakpointSet(path: Path(["count"])))
        try await client.send(HistoryReplay(on: false))
        store.dispatch(.annotate("x"))
        store.dispatch(.increment(by: 1))
        let after = try await client.send(GateStatus())
        #expect(after.seq == 2 && after.count == 0)
        #expect(after.stopped?.phase == .after && after.stopped?.entry?.seq == 2)
        store.dispatch(.increment(by: 1))
        try await client.send(HistoryReplay(on: true))
        try await client.send(GateResume())
        let before = try await client.send(GateStatus())
        #expect(before.seq == 2 && before.stopped?.phase == .before && before.stopped?.pending?.id == 1)
        #expect(before.stopped?.changes == [Change(.replace, Path(["count"]), value: 2, old: 1)])
    }

    @Test("there are at most 256 breakpoints, and their texts have an end")
    func limits() async throws {
        let client = try await server.attach()
        for _ in 0..<256 { try await client.send(BreakpointSet(action: ".nothing")) }
        let many = try await client.failure("breakpoint/set", ["action": "*"])
        #expect(many.code == .tooLarge && many.data["limit"] == 256)
        let long = Value.string(String(repeating: "x", count: 5_000))
        for params in [["action": long], ["action": "*", "log": long], ["condition": long]] as [Value.Object] {
            var params = params
            params["id"] = 1
            #expect(try await client.failure("breakpoint/set", params).code == .tooLarge)
        }
        for method in ["history/find", "history/minimize"] {
            #expect(try await client.failure(method, ["condition": long]).code == .tooLarge)
        }
        store.dispatch(.reset)
        #expect(store.seq == 1)
    }
}
