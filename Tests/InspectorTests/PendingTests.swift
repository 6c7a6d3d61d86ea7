import Foundation
import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Pending actions", .timeLimit(.minutes(5)))
struct PendingTests {
    private static let zone = TimeText(zone: TimeZone(secondsFromGMT: 0) ?? .current)
    /// 12:00:00 of some day.
    private static let noon: Int64 = 1_795_262_400_000_000

    private static let pending = PendingDescription(
        action: "authenticate", label: ".authenticate", origin: "app", since: noon - 1_200_000, effect: 3)
    private static let queued = QueueDescription(
        count: 22,
        actions: [
            PendingDescription(
                action: ["username": "x"], label: ".username(\"x\")", origin: "inspector", since: noon - 700_000),
            PendingDescription(
                action: "authenticated", label: ".authenticated", origin: "effect", cause: 4, since: noon - 100_000),
        ])

    private func store(_ pending: PendingDescription?, _ queued: QueueDescription?) -> StoreDescription {
        StoreDescription(
            id: "login", name: "login", stateType: "Login", actionType: "LoginAction", kind: "async", seq: 4,
            firstSeq: 0, paused: false, capabilities: .init(dispatch: true, replay: false, jump: true),
            pending: pending, queued: queued)
    }

    private func rendering(width: Int = 80) -> PendingRendering {
        PendingRendering(layout: Layout(width: width), time: Self.zone, now: Self.noon)
    }

    @Test("the current and the waiting actions are a table of action, origin, and since when")
    func table() {
        let lines = rendering().lines(store(Self.pending, Self.queued)).map(\.plain).joined(separator: "\n")
        #expect(
            lines == """
                reducing .authenticate for 1.2 s, 22 queued
                ▸  .authenticate   app          since 11:59:58.800   1.2 s  effect 3
                1  .username("x")  inspector    since 11:59:59.300  700 ms
                2  .authenticated  effect of 4  since 11:59:59.900  100 ms
                … 20 more
                """)
        #expect(rendering().lines(store(nil, nil)).map(\.plain) == ["nothing is pending"])
        for width in [30, 60, 100] {
            let lines = rendering(width: width).lines(store(Self.pending, Self.queued))
            #expect(lines.allSatisfy { $0.width <= max(width, 72) })
        }
    }

    @Test("a reduction that was cancelled and has not returned says so")
    func cancelled() {
        var pending = Self.pending
        (pending.effect, pending.cancelled) = (nil, true)
        let lines = rendering().lines(store(pending, nil)).map(\.plain)
        #expect(lines[0] == "reducing .authenticate (cancelled) for 1.2 s")
        #expect(lines[1].hasSuffix("1.2 s  cancelled, its reducer has not returned"))
    }

    @Test("in a few words a long action is cut")
    func summary() {
        var pending = Self.pending
        pending.label = ".username(\"\(String(repeating: "x", count: 100))\")"
        let summary = rendering().summary(of: store(pending, Self.queued), limit: 20)
        #expect(summary == "reducing .username(\"xxxxxxxx… for 1.2 s, 22 queued")
        #expect(rendering().summary(of: store(nil, Self.queued)) == "22 queued")
        #expect(rendering().summary(of: store(nil, nil)) == nil)
    }

    @Test("the list of stores and the banner say that a reducer is suspended")
    func stores() {
        let store = store(Self.pending, Self.queued)
        let lines = StoreRendering(layout: Layout(width: 120), now: Self.noon).lines([store], current: nil)
        let note = "async, reducing .authenticate for 1.2 s, 22 queued, no replay"
        #expect(lines.map(\.plain) == ["   login  @4  Login ← LoginAction  \(note)"])
        let opened = Initialize.Result(
            protocolVersion: 1, server: .init(name: "x", version: "1"),
            process: .init(pid: 1, name: "x", startedAt: 0), session: "1", access: .read, limits: .init(),
            capabilities: .init(methods: [], events: []), stores: [store])
        #expect(BannerRendering.lines(opened).contains { $0.plain.contains("reducing .authenticate for ") })
    }

    @Test("the state's first line says so too, for the present state only")
    func state() async throws {
        let bench = try await Bench()
        // Started in the future, as with the clock of another machine: shown as zero.
        await bench.peer.suspend(
            PendingDescription(action: nil, label: ".authenticate", origin: "app", since: 1 << 53),
            queued: Self.queued)
        #expect(try await bench.run("stores").contains("reducing .authenticate for 0 ns, 22 queued"))
        let state = try await bench.run("state")
        #expect(state.hasPrefix("Counter  @0  reducing .authenticate for 0 ns, 22 queued\n  count: 0"))
        #expect(try await bench.run("state --at 0").hasPrefix("Counter  @0\n"))
        #expect(
            try await bench.run("pending").hasPrefix("reducing .authenticate for 0 ns, 22 queued\n▸  .authenticate"))
    }

    @Test("a state of one line has the remark before it")
    func line() {
        var rendering = StateRendering()
        rendering.remark = "reducing .go for 1.2 s"
        let node = TreeNode(name: "", path: .root, kind: .scalar, type: "Int", value: 3)
        #expect(rendering.render(node, seq: 1).map(\.plain) == ["reducing .go for 1.2 s", "3"])
    }

    @Test("with --json pending prints the store, and state nothing but the state")
    func json() async throws {
        let bench = try await Bench(isJSON: true)
        await bench.peer.suspend(Self.pending)
        _ = try await bench.run("stores")
        let pending = #""pending":{"action":"authenticate","label":".authenticate","origin":"app","since":"#
        #expect(try await bench.run("pending").contains(pending))
        #expect(try await !bench.run("state").contains("pending"))
    }
}
