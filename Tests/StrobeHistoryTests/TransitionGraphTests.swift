import SeededTesting
import Strobe
import StrobeHistory
import StrobeTree
import Testing

@Suite("Graphs")
struct TransitionGraphTests {
    private typealias DeskStore = Store<Desk, DeskAction, DeskEffect>

    private let phase = Path(["phase"])
    private let dialog = Path(["side", "dialog"])

    private func makeStore() -> DeskStore {
        DeskStore(initial: Desk(), reduce: workOrReject)
    }

    /// Dispatches random actions and restores, and adds them to a model.
    private func play(
        _ count: Int, on store: DeskStore, _ model: inout GraphModel, _ generator: inout SeededGenerator
    ) async {
        for _ in 0..<count {
            guard Int.random(in: 0..<40, using: &generator) > 0 else {
                let state = model.states.randomElement(using: &generator) ?? Desk()
                await withCheckedContinuation { done in store.restore(state) { _ in done.resume() } }
                model.add(nil, to: store.state)
                continue
            }
            let action = DeskAction.random(&generator)
            store.dispatch(action)
            model.add(action, to: store.state)
        }
    }

    @Test("a count may be asked to begin at any number, however far from the log", arguments: [Int.min, -1, 0, .max])
    func extremeBeginnings(from: Int) async throws {
        var generator = SeededGenerator(seed: 11)
        let store = makeStore()
        var model = GraphModel(states: [store.state])
        let history = History(store: store)
        history.attach()
        await play(50, on: store, &model, &generator)
        let graph = try await history.graph(at: phase, from: from)
        #expect(model.expectPhase(graph, from: from == .max ? 50 : 0, to: 50))
        withExtendedLifetime(store) {}
    }

    @Test("random logs are counted as the definition says, all of them and parts of them", arguments: 0..<4)
    func randomLogs(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed) &* 977 &+ 3)
        let store = makeStore()
        var model = GraphModel(states: [store.state])
        let history = History(store: store)
        history.attach()
        for _ in 0..<3 {
            await play(.random(in: 1..<5_000, using: &generator), on: store, &model, &generator)
            let last = model.steps.count
            let whole = try await history.graph(at: phase)
            #expect(model.expectPhase(whole, from: 0, to: last))
            let dialogs = try await history.graph(at: dialog)
            #expect(model.expectDialog(dialogs, from: 0, to: last))
            for _ in 0..<6 {
                let from = Int.random(in: 1...last, using: &generator)
                let to = Int.random(in: from...last, using: &generator)
                let part = try await history.graph(at: phase, from: from, to: to)
                #expect(model.expectPhase(part, from: from - 1, to: to))
                let past = try await history.graph(at: dialog, to: to)
                #expect(model.expectDialog(past, from: 0, to: to))
            }
        }
        withExtendedLifetime(store) {}
    }

    @Test("states are come to by restores too, and what an action did is not counted for them")
    func restores() async throws {
        let store = makeStore()
        let history = History(store: store)
        store.dispatch(.close)
        await withCheckedContinuation { done in store.restore(Desk()) { _ in done.resume() } }
        let graph = try await history.graph(at: phase)
        #expect(graph.visits == ["idle 2", "closed 1"])
        #expect(graph.table == ["close in idle: 1 0 0"])
        #expect(graph.ways == ["idle -close-> closed 1"])
    }

    @Test("what asks for effects counts as changed, what changes another part of the state as ignored")
    func outcomes() async throws {
        let store = makeStore()
        let history = History(store: store)
        for action in [DeskAction.count, .load, .retry, .ready("x"), .ready("x"), .ready("y"), .retry, .close, .retry] {
            store.dispatch(action)
        }
        let graph = try await history.graph(at: phase)
        #expect(
            Set(graph.table) == [
                "count in idle: 0 1 0", "load in idle: 1 0 0", "retry in loading: 1 0 0", "ready in loading: 1 0 0",
                "retry in ready: 1 0 0", "ready in ready: 1 1 0", "close in ready: 1 0 0", "retry in closed: 0 0 1",
            ])
        #expect(graph.last == "closed")
    }

    @Test("an empty part of the log has the state at its position")
    func empty() async throws {
        let store = makeStore()
        let history = History(store: store)
        store.dispatch(.close)
        let graph = try await history.graph(at: phase, to: 0)
        #expect(graph.seq == 0)
        #expect(graph.visits == ["idle 1"])
        #expect(graph.pairs.isEmpty)
        #expect(graph.moves.isEmpty)
        let error = await #expect(throws: HistoryError.self) { try await history.graph(at: phase, to: 2) }
        #expect(error?.code == .noSuchSeq)
    }

    @Test("more paths than are kept are counted all the same")
    func manyPaths() async throws {
        struct Wide: Codable, Sendable {
            var modes = [Desk.Dialog](repeating: .ask, count: 40)
        }
        let store = Store<Wide, Int, Never>(initial: Wide()) { state, index in
            state.modes[index] = state.modes[index] == .ask ? .warn : .ask
            return []
        }
        let history = History(store: store)
        for index in 0..<400 { store.dispatch(index % 40) }
        for _ in 0..<2 {
            for index in 0..<40 {
                let graph = try await history.graph(at: Path(["modes", String(index)]))
                #expect(graph.visits == ["ask 6", "warn 5"])
                #expect(graph.ways == ["ask -Int-> warn 5", "warn -Int-> ask 5"])
                #expect(graph.pairs.map(\.ignored).reduce(0, +) == 390)
            }
        }
    }

    /// Encodes other values than it stores, from some point on.
    private struct Masked: Encodable, Sendable {
        enum Mode: String, Codable { case on, off, hidden }
        enum CodingKeys: CodingKey { case mode }
        var mode = Mode.on
        var hides = false

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(hides ? .hidden : mode, forKey: .mode)
        }
    }

    @Test("what the tree shows is counted where a state encodes itself in its own way")
    func ownEncoding() async throws {
        let store = Store<Masked, Bool, Never>(initial: Masked()) { state, hides in
            state.mode = state.mode == .on ? .off : .on
            state.hides = hides
            return []
        }
        let history = History(store: store)
        for seq in 1...20_000 { store.dispatch(seq > 100) }
        // The first query ends before anything is redacted.
        #expect(try await history.graph(at: Path(["mode"]), to: 10).states.map(\.name) == ["on", "off"])
        let graph = try await history.graph(at: Path(["mode"]))
        #expect(graph.visits == ["on 51", "off 50", "hidden 1"])
        #expect(graph.last == "hidden")
    }

    private protocol AnyStep: Sendable {}
    private struct Forward: AnyStep {}
    private enum Turn: AnyStep { case left, right }

    @Test("actions of many types go by the names of their types")
    func existentialActions() async throws {
        let store = Store<Desk.Dialog, any AnyStep, Never>(initial: .ask) { state, step in
            if step is Turn { state = state == .ask ? .warn : .ask }
            return []
        }
        let history = History(store: store)
        for step in [Forward(), Turn.left, Turn.right, Forward()] as [any AnyStep] { store.dispatch(step) }
        let graph = try await history.graph(at: .root)
        let merged = try await history.graph(at: .root) { _ in "Step" }
        #expect(merged.table == ["Step in ask: 1 2 0", "Step in warn: 1 0 0"])
        #expect(merged.ways == ["ask -Step-> warn 1", "warn -Step-> ask 1"])
        #expect(graph.table == ["Forward in ask: 0 2 0", "Turn in ask: 1 0 0", "Turn in warn: 1 0 0"])
    }
}
