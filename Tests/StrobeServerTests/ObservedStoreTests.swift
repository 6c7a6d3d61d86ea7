import Dispatch
import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeHistory
@testable import StrobeServer

@Suite("Observed stores", .timeLimit(.minutes(5)))
struct ObservedStoreTests {
    private enum Login: String, Codable, Sendable { case idle, authenticating, authenticated }

    private enum LoginAction: Codable, Sendable {
        case username(String)
        case authenticate
        case authenticated
    }

    private let suspension = Suspension()

    /// A login that is suspended in each `authenticate` until the test continues it, and then gets its result.
    private struct Reducer: AsyncReducer {
        let later: Later<LoginAction>
        let suspension: Suspension

        func reduce(state: Login, action: LoginAction) async -> Login {
            switch action {
            case .username: return .idle
            case .authenticate:
                later("authenticate") { .authenticated }
                await suspension.wait()
                return .authenticating
            case .authenticated: return .authenticated
            }
        }
    }

    private func makeStore() -> AsyncStore<Login, LoginAction> {
        AsyncStore(initial: .idle) { Reducer(later: $0, suspension: suspension) }
    }

    private func serve(_ store: some ObservedStore) -> DebugServer {
        let server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60)), logger: .silent)
        server.add(store: store, id: "login")
        return server
    }

    @Test(
        "a client that attaches while a reducer is suspended sees what is reduced and queued, and the state before it")
    func suspended() async throws {
        let store = makeStore()
        let server = serve(store)
        store.dispatch(.username("somebody"))
        store.dispatch(.authenticate)
        await suspension.waitForArrivals(1)
        store.dispatch(.username("else"))
        let client = server.connect()
        let opened = try await client.initialize(.control)
        let description = try #require(opened.stores.first)
        #expect(description.kind == "async" && description.seq == 1 && !description.capabilities.replay)
        // No client was attached before, and the current state is still available.
        #expect(description.firstSeq == 1)
        let pending = try #require(description.pending)
        #expect(pending.action == "authenticate" && pending.label == ".authenticate" && pending.origin == "app")
        #expect(pending.effect == store.pending?.effect && pending.cancelled == nil && pending.cause == nil)
        let queued = try #require(description.queued)
        #expect(queued.count == 1)
        #expect(queued.actions.map(\.label) == [".username(\"else\")"] && queued.actions[0].effect == nil)
        #expect(pending.since > 1_500_000_000_000_000 && pending.since <= queued.actions[0].since)
        #expect(try await client.send(StateGet()) == .init(seq: 1, value: "idle"))

        // Another client's action waits in the same queue.
        let other = try await server.attach()
        let id = try await other.post("action/dispatch", ["action": ["username": "a third"]])
        while store.queued.count < 2 { await Task.yield() }
        let seen = try await client.send(StoreDescribe())
        #expect(seen.queued?.actions.map(\.origin) == ["app", "inspector"])

        suspension.end()
        #expect(try await ActionDispatch.result(from: other.answer(to: id).get()).seq == 4)
        let after = try await client.send(StoreDescribe())
        #expect(after.pending == nil && after.queued == nil)
        let entries = try await client.send(LogList(from: 2, to: 4)).entries
        #expect(entries.map(\.label) == [".authenticate", ".username(\"else\")", ".username(\"a third\")"])
        let diff = try await client.send(StateDiff(from: .seq(1), to: .seq(2)))
        #expect(diff.changes == [Change(.replace, .root, value: "authenticating", old: "idle")])
    }

    @Test("a late result is sent to subscribers as an action with its cause")
    func late() async throws {
        let store = makeStore()
        let client = try await serve(store).attach()
        try await client.send(Subscribe(events: [.log]))
        suspension.end()
        store.dispatch(.authenticate)
        #expect(try await client.notification(LogAppended.self).entry.label == ".authenticate")
        let entry = try await client.notification(LogAppended.self).entry
        #expect(entry.label == ".authenticated" && entry.origin == "effect" && entry.cause == 1)
        #expect(entry.changed == true)
    }

    @Test(
        "an entry right after the answer to a subscription is sent with its changes, however busy the history is")
    func subscribedWhileBusy() async throws {
        let store = makeStore()
        let client = try await serve(store).attach()
        let history = History<Login, LoginAction, Never>.shared(observing: store)
        // The thread that retains states is blocked; the block ends when it is waited for.
        let busy = DispatchSemaphore(value: 0)
        history.thread.post { _ in _ = busy.wait(timeout: .now() + 1) }
        try await client.send(Subscribe(events: [.log]))
        suspension.end()
        store.dispatch(.authenticate)
        while store.snapshot().seq < 2 { await Task.yield() }
        busy.signal()
        for label in [".authenticate", ".authenticated"] {
            let entry = try await client.notification(LogAppended.self).entry
            #expect(entry.label == label && entry.changed == true)
        }
        history.release()
    }

    @Test("of many actions that wait 20 are described, and large ones by their label alone")
    func many() async throws {
        let store = makeStore()
        let server = serve(store)
        store.dispatch(.authenticate)
        store.dispatch(.username(String(repeating: "x", count: 100_000)))
        for number in 0..<30 { store.dispatch(.username("\(number)")) }
        let queued = try #require(try await server.attach(.read).send(StoreDescribe()).queued)
        #expect(queued.count == 31 && queued.actions.count == 20)
        #expect(queued.actions[0].action == nil && queued.actions[0].label.count < 200)
        #expect(queued.actions[1].action == ["username": "0"])
        suspension.end()
    }

    @Test("a dispatch that is cancelled before its turn is taken back")
    func takenBack() async throws {
        let store = makeStore()
        let server = serve(store)
        store.dispatch(.authenticate)
        await suspension.waitForArrivals(1)
        let client = try await server.attach()
        let id = try await client.post("action/dispatch", ["action": ["username": "x"]])
        while store.queued.isEmpty { await Task.yield() }
        try await client.notify("$/cancelRequest", ["id": id.value])
        guard case .failure(let error) = try await client.answer(to: id) else {
            Issue.record("the request was answered")
            return
        }
        #expect(error.code == .cancelled && error.message.contains("cancelled before it was reduced"))
        #expect(store.queued.isEmpty)
        suspension.end()
    }

    @Test("a cancelled reduction is an entry with an error, and the answer to its dispatch")
    func cancelled() async throws {
        let store = makeStore()
        let server = serve(store)
        let client = try await server.attach()
        let id = try await client.post("action/dispatch", ["action": "authenticate"])
        await suspension.waitForArrivals(1)
        // The session that dispatched waits for its answer; another one cancels.
        let other = try await server.attach()
        let effect = try #require(try await other.send(EffectList()).effects.first)
        #expect(effect.phase == "reducing" && effect.name == "authenticate")
        #expect(try await other.send(EffectCancel(id: effect.id)).cancelled)
        #expect(try await other.send(EffectList()).effects.isEmpty)
        #expect(try await other.send(StoreDescribe()).pending?.cancelled == true)
        suspension.end()
        let result = try await ActionDispatch.result(from: client.answer(to: id).get())
        #expect(result.error == "cancelled" && result.changed == false)
        #expect(try await client.send(LogGet(seq: 1)).entry.error == "cancelled")
        #expect(try await client.send(StateGet()) == .init(seq: 1, value: "idle"))
    }

    @Test("a client's first dispatch knows what it changed, and a past state can be restored")
    func changes() async throws {
        let store = makeStore()
        suspension.end()
        let client = try await serve(store).attach()
        let result = try await client.send(ActionDispatch(action: "authenticated", ifSeq: 0))
        #expect(result.changes == [Change(.replace, .root, value: "authenticated", old: "idle")])
        #expect(try await client.failure("history/jump", ["seq": 0, "ifSeq": 0]).code == .stale)
        let back = try await client.send(HistoryJump(seq: 0, ifSeq: 1))
        #expect(back.seq == 2 && back.changes == [Change(.replace, .root, value: "idle", old: "authenticated")])
        #expect(store.state == .idle)
        #expect(try await client.failure("action/dispatch", ["action": "authenticate", "ifSeq": 1]).code == .stale)
        let dryRun = try await client.failure("action/dispatch", ["action": "authenticate", "dryRun": true])
        #expect(dryRun.code == .notSupported)
    }

    @Test("a client that waits does not keep the store alive, and learns of its end")
    func end() async throws {
        weak var observed: AsyncStore<Login, LoginAction>?
        let client: WireClient
        let id: RequestID
        do {
            let store = makeStore()
            observed = store
            client = try await serve(store).attach()
            id = try await client.post("action/dispatch", ["action": "authenticate"])
            await suspension.waitForArrivals(1)
        }
        guard case .failure(let error) = try await client.answer(to: id) else {
            Issue.record("the request was answered")
            return
        }
        #expect(error.code == .notSupported && observed == nil)
        #expect(try await client.failure("action/dispatch", ["action": "authenticate"]).message.contains("has ended"))
        #expect(try await client.send(StateGet()) == .init(seq: 0, value: "idle"))
        suspension.end()
    }

    @Test("a machine of state objects is driven from outside on the main actor, and says why it rejects")
    func machine() async throws {
        let host = Host()
        let machine = await Gate.machine(of: host)
        let client = try await serve(machine).attach()
        let description = try await client.send(StoreDescribe())
        #expect(description.kind == "machine" && description.pending == nil && description.queued == nil)
        let opened = try await client.send(ActionDispatch(action: "open"))
        #expect(opened.changes == [Change(.replace, .root, value: "opened", old: "closed")])
        #expect(opened.error == nil)
        let again = try await client.send(ActionDispatch(action: "open"))
        #expect(again.error == "open is illegal in opened" && again.changed == false)
        #expect(try await client.send(HistoryJump(seq: 0)).seq == 3)
        #expect(await host.steps == ["closed", "opened", "closed"])
    }
}

@MainActor
private final class Host {
    var steps: [String] = []
}

private enum GateKind: String, Codable, Sendable { case closed, opened }
private enum GateEvent: String, Codable, Sendable { case open, close }

private final class Gate: StateObject<GateKind, GateEvent, Host> {
    let kind: GateKind

    init(_ kind: GateKind, host: Host) {
        self.kind = kind
        super.init(host: host)
    }

    override func enter() { host?.steps.append(kind.rawValue) }

    override func next(on event: GateEvent) -> GateKind? {
        switch (kind, event) {
        case (.closed, .open): .opened
        case (.opened, .close): .closed
        default: nil
        }
    }

    static func machine(of host: Host) -> StateObjectMachine<GateKind, GateEvent, Host> {
        StateObjectMachine(initial: .closed, host: host) { Gate($0, host: $1) }
    }
}
