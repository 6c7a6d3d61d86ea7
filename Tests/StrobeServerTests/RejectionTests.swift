import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

private enum Turnstile: Kinded, CaseIterable, Codable { case locked, unlocked }
private enum TurnstileEvent: Kinded, CaseIterable, Codable { case coin, push }

@Suite("Stores that reject actions")
struct RejectionTests {
    private let store = Store(
        machine: StateMachine<Turnstile, TurnstileEvent, String>(
            initial: .locked,
            transitions: [
                .on(.coin, from: .locked, to: .unlocked, run: ["unlock"]),
                .on(.push, from: .unlocked, to: .locked, run: ["lock"]),
            ]))
    private let server = DebugServer(
        configuration: .init(access: .control, handshakeTimeout: .seconds(60)), logger: .silent)
    private let reason = "no transition on push from locked"

    init() {
        server.add(store, id: "turnstile")
    }

    @Test("a state machine is a store of its own kind")
    func kind() async throws {
        let client = try await server.attach()
        let description = try await client.send(StoreDescribe())
        #expect(description.kind == "machine")
        #expect(description.capabilities == .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
    }

    @Test("a rejected action is answered with the reason, and is a transition that changes nothing")
    func dispatch() async throws {
        let client = try await server.attach()
        let rejected = try await client.send(ActionDispatch(action: "push"))
        #expect(rejected.error == reason)
        #expect(rejected.seq == 1 && rejected.changed == false && rejected.changes == [] && rejected.effects.isEmpty)
        #expect(store.snapshot() == (1, .locked))
        let taken = try await client.send(ActionDispatch(action: "coin"))
        #expect(taken.seq == 2 && taken.changed == true && taken.error == nil)
        #expect(taken.effects.map(\.value) == ["unlock"])
    }

    @Test("an answer without rejection has no member for it")
    func absent() async throws {
        let client = try await server.attach()
        let taken = try await client.request("action/dispatch", ["action": "coin"])
        guard case .object(let members) = taken else { throw WireClient.Ended() }
        #expect(members["error"] == nil)
    }

    @Test("a dry run has the reason, in the present and in the past, and logs nothing")
    func dryRun() async throws {
        let client = try await server.attach()
        let now = try await client.send(ActionDispatch(action: "push", dryRun: true))
        #expect(now.error == reason && now.seq == 0 && now.changed == false)
        store.dispatch(.coin)
        #expect(try await client.send(ActionDispatch(action: "push", dryRun: true)).error == nil)
        let past = try await client.send(ActionDispatch(action: "push", dryRun: true, at: .seq(0)))
        #expect(past.error == reason)
        #expect(store.seq == 1)
    }

    @Test("the log and its subscribers get the reason")
    func log() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "turnstile", events: [.log]))
        store.dispatch(.push)
        let appended = try await client.notification(LogAppended.self)
        #expect(appended.entry.error == reason && appended.entry.changed == false)
        try await client.send(ActionDispatch(action: "coin"))
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.error) == [reason, nil])
        #expect(entries.map(\.label) == [".push", ".coin"])
        let whole = try await client.send(LogGet(seq: 1))
        #expect(whole.entry.error == reason && whole.changes == [])
    }

    @Test("a filter for what changed leaves rejected actions out")
    func filter() async throws {
        let client = try await server.attach()
        store.dispatch(.push)
        store.dispatch(.coin)
        #expect(try await client.send(LogList(filter: .init(changed: true))).entries.map(\.seq) == [2])
        #expect(try await client.send(LogList(filter: .init(changed: false))).entries.map(\.error) == [reason])
    }

    @Test("a reason that is too long for a line of the log is shortened on its way")
    func longReason() async throws {
        let endless = Store<Int, Int, Never>(
            initial: 0, reduce: { (_: inout Int, _: Int) in try reject(String(repeating: "no ", count: 100_000)) })
        let server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60)), logger: .silent)
        server.add(endless, id: "endless")
        let client = try await server.attach()
        let answer = try await client.send(ActionDispatch(action: 1))
        #expect(answer.error?.count == 1_000)
        #expect(try await client.send(LogGet(seq: 1)).entry.error == answer.error)
        #expect(try await client.send(StoreDescribe()).kind == "reducer")
    }

    @Test("a condition on the reason stops a rejected action before it is reduced, and finds it afterwards")
    func conditionOnReason() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "turnstile", events: [.gate]))
        try await client.send(BreakpointSet(condition: "error contains \"from locked\""))
        store.dispatch(.coin)
        store.dispatch(.push)
        #expect(store.seq == 2)
        store.dispatch(.push)
        let stopped = try await client.notification(GateStopped.self)
        #expect(stopped.seq == 2 && stopped.stop.phase == .before && stopped.stop.error == reason)
        try await client.send(GateResume())
        #expect(store.seq == 3)
        #expect(try await client.send(HistoryFind(condition: "error != \"\"")).seq == 3)
        #expect(try await client.send(HistoryFind(condition: "seq > 0 && !(error != \"\")", last: true)).seq == 2)
    }

    @Test("a condition on the source stops what is dispatched at that line, and what clients dispatch has none")
    func conditionOnSource() async throws {
        let client = try await server.attach()
        let line = #line + 2
        try await client.send(BreakpointSet(condition: "source like \"*/RejectionTests.swift:\(line)\""))
        for _ in 0..<2 { store.dispatch(.coin) }
        #expect(store.seq == 0)
        try await client.send(BreakpointRemove(all: true))
        try await client.send(GateResume())
        try await client.send(ActionDispatch(action: "push"))
        #expect(store.seq == 3)
        let found = try await client.send(HistoryFind(condition: "source endsWith \":\(line)\"", last: true))
        #expect(found.seq == 2)
        #expect(try await client.send(HistoryFind(condition: "seq == 3 && source like \"*\"")).seq == nil)
    }

    @Test("where anything may be hidden, a condition sees that an action was rejected, and nothing of the reason")
    func hiddenReason() async throws {
        let secret = Store(initial: ["password": "sesame"]) { (state: inout [String: String], action: String) in
            guard action != state["password"] else { return }
            try reject("not \(state["password"] ?? "")")
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(secret, id: "secret")
        let client = try await server.attach()
        secret.dispatch("open")
        #expect(try await client.send(HistoryFind(condition: "error contains \"sesame\"")).seq == nil)
        #expect(try await client.send(HistoryFind(condition: "error != \"\"")).seq == 1)
        try await client.send(BreakpointSet(condition: "error contains \"sesame\""))
        secret.dispatch("again")
        #expect(secret.seq == 2)
        try await client.send(BreakpointSet(condition: "error contains \"hidden\""))
        secret.dispatch("again")
        #expect(secret.seq == 2)
    }

    @Test("the declaration of a machine is part of the adapter, and other stores have none")
    func declaration() {
        #expect(NativeStoreAdapter(store, id: "a", name: "a").declaration == store.declaration)
        #expect(NativeStoreAdapter(makeShop(), id: "b", name: "b").declaration == nil)
    }
}
