import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("What the specification says of gates and breakpoints", .timeLimit(.minutes(5)))
struct GateRuleTests {
    private let store = makeShop()
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    @Test("an action that is held and meets another seq than its ifSeq is dropped, and uses up no step")
    func stale() async throws {
        let client = try await server.attach()
        try await client.send(GatePause())
        store.dispatch(.increment(by: 1))
        let held = try await client.send(ActionDispatch(action: "reset", ifSeq: 0))
        #expect(held.held == 2)
        store.dispatch(.increment(by: 2))
        store.dispatch(.increment(by: 4))
        let status = try await client.send(GateStep(count: 2))
        #expect(status.seq == 2 && store.state.count == 3)
        #expect(status.held.map(\.id) == [4] && status.stopped?.reason == .step)
    }

    @Test("a step with nothing behind it stops after its last transition")
    func lastStep() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        #expect(try await client.send(GateStep()).stopped == nil)
        store.dispatch(.increment(by: 1))
        let told = try await client.notification(GateStopped.self)
        #expect(told.stop.reason == .step && told.stop.phase == .after && told.stop.pending == nil)
        #expect(told.stop.entry?.seq == 1 && told.count == 0)
        store.dispatch(.increment(by: 1))
        let next = try await client.notification(GateStopped.self)
        #expect(next.stop.reason == .pause && next.stop.pending?.id == 1 && next.count == 1)
    }

    @Test("of several breakpoints the first is reported, all count, and a log point prints when the action is reduced")
    func several() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        try await client.send(BreakpointSet(action: ".increment", log: "here"))
        try await client.send(BreakpointSet(action: ".increment", once: true))
        try await client.send(BreakpointSet(path: Path(["count"]), once: true))
        store.dispatch(.increment(by: 1))
        #expect(try await client.notification(GateStopped.self).stop.breakpoint == 2)
        let left = try await client.send(BreakpointList()).breakpoints
        #expect(left.map(\.id) == [1, 3] && left.map(\.hits) == [1, 1])
        // It passes without another check, and a step also passes the action that would stop next.
        try await client.send(GateResume())
        #expect(try await client.notification(GateResumed.self).reason == .request)
        #expect(try await client.notification(GateLogged.self).seq == 1)
        try await client.send(GatePause())
        store.dispatch(.increment(by: 1))
        #expect(try await client.notification(GateStopped.self).stop.reason == .pause)
        #expect(try await client.send(GateStep()).seq == 2)
        #expect(try await client.notification(GateLogged.self).seq == 2)
        let passed = try await client.send(BreakpointList()).breakpoints
        #expect(passed.map(\.id) == [1, 3] && passed.map(\.hits) == [2, 2])
    }
}
