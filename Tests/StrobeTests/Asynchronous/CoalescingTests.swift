import Strobe
import Testing

@Suite("Coalescing of actions that wait", .timeLimit(.minutes(5)))
struct CoalescingTests {
    private enum Action: Sendable, Equatable { case typed(String), tap, late }

    /// The last text counts of those that wait.
    @Sendable private static func last(_ waiting: Action, _ newer: Action) -> Action? {
        if case .typed = waiting, case .typed = newer { newer } else { nil }
    }

    private let gate = Gate()

    /// A store that records its actions, the first once the gate is open.
    private func makeStore() -> AsyncStore<[Action], Action> {
        AsyncStore(initial: [], coalescing: Self.last) { [gate] state, action in
            if state.isEmpty { await gate.wait() }
            return state + [action]
        }
    }

    /// A store whose first reduction is suspended.
    private func busyStore() async throws -> AsyncStore<[Action], Action> {
        let store = makeStore()
        store.dispatch(.tap)
        _ = try await gate.arrivals.wait(for: 1)
        return store
    }

    @Test("25 keystrokes delay a tap by two reductions: the one at hand is left alone, and those after it are one")
    func keystrokes() async throws {
        let store = makeStore()
        let notes = TransitionNotes<[Action], Action>()
        store.install(notes)
        for number in 1...25 {
            store.dispatch(.typed("\(number)"))
            if number == 1 { _ = try await gate.arrivals.wait(for: 1) }
        }
        store.dispatch(.tap)
        #expect(store.pending?.action == .typed("1") && store.queued.map(\.action) == [.typed("25"), .tap])
        gate.open()
        #expect(try await store.receipt(of: .tap).seq == 4)
        #expect(store.state == [.typed("1"), .typed("25"), .tap, .tap])
        // What was replaced never was a transition.
        #expect(notes.told.all.count == 4)
    }

    @Test("an action that comes between keeps its place")
    func order() async throws {
        let store = try await busyStore()
        for action: Action in [.typed("a"), .typed("b"), .tap, .typed("c"), .typed("d"), .tap] {
            store.dispatch(action)
        }
        #expect(store.queued.map(\.action) == [.typed("b"), .tap, .typed("d"), .tap])
        gate.open()
        try await store.receipt(of: .tap)
        #expect(store.state == [.tap, .typed("b"), .tap, .typed("d"), .tap, .tap])
    }

    @Test("the one that takes the place is listed with its own time")
    func listed() async throws {
        let store = try await busyStore()
        store.dispatch(.typed("a"))
        let first = try #require(store.queued.first)
        while Timing.now() <= first.sinceNanos { await Task.yield() }
        store.dispatch(.typed("b"))
        let second = try #require(store.queued.first)
        #expect(second.origin == .app && second.cause == nil && second.sinceNanos > first.sinceNanos)
        gate.open()
    }

    @Test("what somebody waits for, what has a condition or a cause, and what another than the program sends is kept")
    func kept() async throws {
        let store = try await busyStore()
        let (one, other) = (ReceiptRequest(), ReceiptRequest())
        store.dispatch(.typed("a"))
        store.dispatch(.typed("b"), origin: .app, request: one)
        store.dispatch(.typed("c"))
        store.dispatch(.typed("d"), origin: .app, ifSeq: 4)
        store.dispatch(.typed("e"))
        store.dispatch(.typed("f"), origin: .inspector)
        store.dispatch(.typed("g"))
        store.dispatch(.typed("h"), origin: .app, cause: 1)
        store.dispatch(.typed("i"))
        store.restore([.late], origin: .edit, cause: nil, note: nil, ifSeq: nil, request: other)
        store.dispatch(.typed("j"))
        let texts = "abcdefghi".map { Action.typed("\($0)") }
        #expect(store.queued.map(\.action) == texts + [nil, .typed("j")])
        gate.open()
        #expect(try await one.receipt().seq == 3)
        #expect(try await other.receipt().seq == 11)
        try await store.receipt(of: .tap)
        #expect(store.state == [.late, .typed("j"), .tap])
    }

    @Test("an action that is held is kept, and so are those behind it")
    func held() async throws {
        let store = makeStore()
        store.setGateKeeper(SwitchKeeper())
        for text in ["a", "b", "c"] { store.dispatch(.typed(text)) }
        #expect(store.held.map(\.action) == ["a", "b", "c"].map { .typed($0) })
        gate.open()
        store.release(3)
        for await state in store.states() where state.count == 3 { break }
        #expect(store.state == ["a", "b", "c"].map { .typed($0) })
    }

    /// Leaves a keystroke for later with each tap, and is suspended in `late`.
    private struct Answering: AsyncReducer {
        let later: Later<Action>
        let gate: Gate

        func reduce(state: [Action], action: Action) async -> [Action] {
            if action == .tap { later("answer") { .typed("answer") } }
            if action == .late { await gate.wait() }
            return state + [action]
        }

        func coalesce(_ waiting: Action, with newer: Action) -> Action? { CoalescingTests.last(waiting, newer) }
    }

    @Test("a result of late work is kept, with its cause, and is withdrawn when its work is cancelled")
    func lateWork() async throws {
        let store = AsyncStore(initial: []) { [gate] in Answering(later: $0, gate: gate) }
        let request = ReceiptRequest()
        store.dispatch(.tap, origin: .app, request: request)
        store.dispatch(.late)
        #expect(try await request.receipt().seq == 1)
        _ = try await gate.arrivals.wait(for: 1)
        while store.queued.isEmpty, store.state.count < 2 { await Task.yield() }
        try #require(store.queued.map(\.action) == [.typed("answer")])
        store.dispatch(.typed("a"))
        store.dispatch(.typed("b"))
        #expect(store.queued.map(\.action) == [.typed("answer"), .typed("b")])
        #expect(store.queued.map(\.cause) == [1, nil])
        #expect(store.cancelEffects(named: "answer") == 1)
        #expect(store.queued.map(\.action) == [.typed("b")])
        gate.open()
        let last = ReceiptRequest()
        store.dispatch(.typed("c"), origin: .app, request: last)
        #expect(try await last.receipt().seq == 4)
        #expect(store.state == [.tap, .late, .typed("b"), .typed("c")])
        #expect(store.runningEffects.isEmpty)
    }

    @Test("two may become a third one, from any number of threads at the same time: nothing of them is lost")
    func threads() async throws {
        let store = AsyncStore(initial: 0, coalescing: { (one: Int, other: Int) in one + other }) { state, action in
            await Task.yield()
            return state + action
        }
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for number in 1...500 { store.dispatch(number) } }
            }
        }
        try await store.receipt(of: 0)
        #expect(store.state == 8 * 500 * 501 / 2)
    }

    @Test("what decides may look at the store")
    func looking() async throws {
        let box = Collector<AsyncStore<[Action], Action>>()
        let store = AsyncStore(
            initial: [],
            coalescing: { (waiting: Action, newer: Action) in
                box.all.first?.queued.count == 1 ? Self.last(waiting, newer) : nil
            },
            reduce: { [gate] (state: [Action], action: Action) in
                if state.isEmpty { await gate.wait() }
                return state + [action]
            })
        box.add(store)
        store.dispatch(.tap)
        _ = try await gate.arrivals.wait(for: 1)
        for text in ["a", "b"] { store.dispatch(.typed(text)) }
        #expect(store.queued.map(\.action) == [.typed("b")])
        gate.open()
    }

    @Test("a subscriber that always sends is cut off, though its actions become one")
    func loop() async throws {
        let store = AsyncStore(initial: 0, nestingLimit: 5, coalescing: { (_: Int, newer: Int) in newer }) {
            (state: Int, action: Int) in state + action
        }
        store.chainSpan = .seconds(3_600)
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        let subscription = store.subscribe { [weak store] _ in
            guard faults.all.isEmpty else { return }
            store?.dispatch(1)
            store?.dispatch(1)
        }
        store.dispatch(1)
        #expect(try await faults.wait(for: 1).first?.code == .runawayLoop)
        subscription.cancel()
    }
}
