import Actomaton
import StrobeClient
import StrobeServer
import Testing

private struct Counter: Codable, Sendable { var count = 0 }
private enum Action: Codable, Sendable { case up, add(Int), later }

private let counting = Reducer<Action, Counter, ()> { action, state, _ in
    switch action {
    case .up: state.count += 1
    case .add(let number): state.count += number
    case .later: return Effect(run: { .add(10) })
    }
    return .empty
}

@Suite("The adapter of Actomaton, with a stand-in for the library", .timeLimit(.minutes(5)))
struct ActomatonTests {
    private func open() async throws -> (store: Actomaton<Action, Counter>, inspection: Inspection) {
        let server = DebugServer.controlled()
        let target = DebugTarget<Counter, Action>(
            id: "counter", state: Counter(),
            reducer: { state, action in _ = counting.run(action, &state, ()) }, gated: true)
        let store = Actomaton(state: Counter(), reducer: counting.debugged(by: target))
        target.connect(to: store, carrier: .up)
        server.add(target)
        return (store, try await Inspection(server))
    }

    @Test("what the program, its effects and clients send is in the log, with its changes")
    func log() async throws {
        let (store, inspection) = try await open()
        #expect(
            inspection.stores.first?.capabilities
                == .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
        await store.send(.up)
        let answer = try await inspection.send(["add": 5])
        #expect(answer.seq == 2 && answer.changes == [Change(.replace, Path(["count"]), value: 6, old: 1)])
        try await inspection.send("later")
        #expect(try await inspection.entry(4).changed == true)
        #expect(
            try await inspection.log() == ["1 app .up", "2 inspector .add(5)", "3 inspector .later", "4 app .add(10)"])
        #expect(try await inspection.state("count", at: 1) == 1)
        #expect(await store.state.count == 16)
        await inspection.end()
    }

    @Test("states are set and jumped to with the carrier, which is not reduced")
    func restoring() async throws {
        let (store, inspection) = try await open()
        await store.send(.up)
        #expect(try await inspection.client.send(StateSet(path: Path(["count"]), value: 100)).seq == 2)
        #expect(await store.state.count == 100)
        #expect(try await inspection.client.send(HistoryJump(seq: 0)).seq == 3)
        await store.send(.up)
        #expect(await store.state.count == 1)
        #expect(try await inspection.log().map { $0.prefix(6) } == ["1 app ", "2 edit", "3 rest", "4 app "])
        #expect(try await inspection.client.send(HistoryVerify()).divergence == nil)
        await inspection.end()
    }

    @Test("a breakpoint holds actions, which come again in order when they are let go")
    func gate() async throws {
        let (store, inspection) = try await open()
        _ = try await inspection.client.send(BreakpointSet(condition: "/count > 2"))
        await store.send(.up)
        await store.send(.add(2))
        await store.send(.up)
        let sent = try await inspection.send(["add": 4])
        #expect(sent.held != nil)
        let status = try await inspection.client.send(GateStatus())
        #expect(status.held.map(\.label) == [".add(2)", ".up", ".add(4)"])
        #expect(await store.state.count == 1)
        _ = try await inspection.client.send(GateEdit(action: ["add": 50]))
        _ = try await inspection.client.send(BreakpointRemove(all: true))
        _ = try await inspection.client.send(GateResume())
        _ = try await inspection.entry(4)
        #expect(try await inspection.log() == ["1 app .up", "2 app .add(50)", "3 app .up", "4 inspector .add(4)"])
        #expect(await store.state.count == 56)
        await inspection.end()
    }

    @Test("steps let one action go at a time")
    func steps() async throws {
        let (store, inspection) = try await open()
        _ = try await inspection.client.send(GatePause())
        for number in 1...3 { await store.send(.add(number)) }
        _ = try await inspection.client.send(GateStep())
        _ = try await inspection.entry(1)
        #expect(await store.state.count == 1)
        let status = try await inspection.client.send(GateStatus())
        #expect(status.paused && status.count == 2)
        _ = try await inspection.client.send(GateResume())
        _ = try await inspection.entry(3)
        #expect(await store.state.count == 6)
        await inspection.end()
    }

    @Test("a store that is gone takes nothing, and harms nothing")
    func gone() async throws {
        var (store, inspection): (Actomaton<Action, Counter>?, Inspection) = try await open()
        weak let gone = store
        store = nil
        #expect(gone == nil)
        #expect(try await inspection.send("up").applied == false)
        #expect(try await inspection.state("count") == 0)
        await inspection.end()
    }

    @Test("nothing is lost, doubled or put in another order while a client pauses and resumes")
    func pausing() async throws {
        let (store, inspection) = try await open()
        let sending = Task {
            for number in 1...1000 { await store.send(.add(number)) }
        }
        for _ in 0..<30 {
            _ = try await inspection.client.send(GatePause())
            _ = try await inspection.client.send(GateStep())
            _ = try await inspection.client.send(GateResume())
        }
        await sending.value
        let last = try await inspection.entry(1000)
        #expect(last.label == ".add(1000)")
        let labels = try await inspection.client.send(LogList(from: 1, limit: 1000)).entries.map(\.label)
        #expect(labels == (1...1000).map { ".add(\($0))" })
        #expect(await store.state.count == 500_500)
        #expect(try await inspection.client.send(HistoryVerify()).divergence == nil)
        await inspection.end()
    }

    @Test("what a client holds is let go when it leaves")
    func leaving() async throws {
        let (store, inspection) = try await open()
        _ = try await inspection.client.send(GatePause())
        await store.send(.up)
        await store.send(.add(2))
        #expect(await store.state.count == 0)
        await inspection.client.close()
        let next = try await Inspection(inspection.server)
        _ = try await next.entry(2)
        #expect(await store.state.count == 3)
        await next.end()
    }
}
