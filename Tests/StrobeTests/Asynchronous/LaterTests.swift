import Strobe
import Testing

@Suite("Late results", .timeLimit(.minutes(5)))
struct LaterTests {
    private enum Action: Sendable, Equatable {
        case authenticate
        case authenticated
        case failed
    }

    /// Authenticates like the published login, except for where the result goes.
    private struct Login: AsyncReducer {
        let later: Later<Action>
        let network: Gate
        var suspension = Gate.opened

        func reduce(state: String, action: Action) async -> String {
            switch action {
            case .authenticate:
                later("authenticate") { [network] in
                    await network.wait()
                    return Task.isCancelled ? .failed : .authenticated
                }
                await suspension.wait()
                return "authenticating"
            case .authenticated: return "authenticated"
            case .failed: return "failed"
            }
        }
    }

    private let network = Gate(heedsCancellation: true)

    @Test("a late result arrives as an action of its own, with the action that was reduced as its cause")
    func cause() async throws {
        let store = AsyncStore(initial: "idle") { Login(later: $0, network: network) }
        let observer = TransitionNotes<String, Action>()
        store.install(observer)
        store.dispatch(.failed)
        try await store.receipt(of: .authenticate)
        #expect(store.state == "authenticating")
        _ = try await network.arrivals.wait(for: 1)
        let listed = try #require(store.runningEffects.first)
        #expect(listed.name == "authenticate" && listed.cause == 2 && listed.phase == .running)
        network.open()
        #expect(
            try await observer.told.wait(for: 3) == [
                "1 app failed -> failed timed", "2 app authenticate -> authenticating timed",
                "3 effect cause 2 authenticated -> authenticated timed",
            ])
        try await store.receipt(of: .failed)
        // The effect ends a moment after its action was reduced.
        let deadline = ContinuousClock.now + .seconds(10)
        while !store.runningEffects.isEmpty, .now < deadline { await Task.yield() }
        #expect(store.runningEffects.isEmpty)
    }

    /// Finds what is asked for with a question mark, one thing at a time.
    private struct Search: AsyncReducer {
        let later: Later<String>
        let network: Gate

        func reduce(state: [String], action: String) async -> [String] {
            guard action.hasPrefix("?") else { return state + [action] }
            later("search", schedule: .replacing("search")) { [network] in
                await network.wait()
                return String(action.dropFirst())
            }
            return state
        }
    }

    @Test("late work has schedules: what is asked for later replaces what runs")
    func scheduled() async throws {
        let store = AsyncStore(initial: []) { Search(later: $0, network: network) }
        try await store.receipt(of: "?te")
        try await store.receipt(of: "?tea")
        #expect(store.runningEffects.map(\.cause) == [2])
        network.open()
        for await state in store.states() where !state.isEmpty { break }
        #expect(try await store.receipt(of: "end").seq == 4)
        #expect(store.state == ["tea", "end"])
    }

    @Test("work that was left for later and is cancelled sends nothing")
    func cancelled() async throws {
        let store = AsyncStore(initial: "idle") { Login(later: $0, network: network) }
        try await store.receipt(of: .authenticate)
        _ = try await network.arrivals.wait(for: 1)
        let id = try #require(store.runningEffects.first).id
        #expect(store.cancelEffect(id))
        #expect(!store.cancelEffect(id))
        #expect(store.runningEffects.isEmpty)
        #expect(try await store.receipt(of: .authenticate).seq == 2)
        network.open()
        var states = store.states().makeAsyncIterator()
        while let state = await states.next(), state != "authenticated" {}
        #expect(store.snapshot() == (3, "authenticated"))
    }

    @Test("a result that waits its turn when its work is cancelled is not reduced")
    func cancelledInLine() async throws {
        let suspension = Gate()
        let store = AsyncStore(initial: [Int]()) { later in
            Appending(later: later, suspension: suspension)
        }
        try await store.receipt(of: 1)
        store.dispatch(2)
        _ = try await suspension.arrivals.wait(for: 1)
        let id = try #require(store.runningEffects.first { $0.name == "next" }).id
        while store.queued.isEmpty { await Task.yield() }
        #expect(store.queued.map(\.action) == [100])
        #expect(store.cancelEffect(id))
        #expect(store.queued.isEmpty)
        suspension.open()
        try await store.receipt(of: 3)
        #expect(store.state == [1, 2, 3])
    }

    /// Schedules a 100 on 1, and is suspended in 2.
    private struct Appending: AsyncReducer {
        let later: Later<Int>
        let suspension: Gate

        func reduce(state: [Int], action: Int) async -> [Int] {
            // The result must arrive while 2 is suspended.
            if action == 1 {
                later("next") { [suspension] in
                    try? await suspension.arrival(); return 100
                }
            }
            if action == 2 { await suspension.wait() }
            return state + [action]
        }
    }

    @Test("a reduction that is cancelled leaves nothing for later")
    func nothing() async throws {
        let suspension = Gate(heedsCancellation: true)
        let store = AsyncStore(initial: "idle") { Login(later: $0, network: network, suspension: suspension) }
        let request = ReceiptRequest()
        store.dispatch(.authenticate, origin: .app, cause: nil, ifSeq: nil, request: request)
        _ = try await suspension.arrivals.wait(for: 1)
        // Effects begin when the reduction is committed, not before.
        #expect(store.runningEffects.map(\.phase) == [.reducing])
        store.cancelReduction()
        #expect(try await request.receipt().rejection == "cancelled")
        #expect(store.runningEffects.isEmpty && network.arrivals.all.isEmpty)
        #expect(store.state == "idle")
    }

    @Test("what late work leaves for later in its turn has the same cause")
    func nested() async throws {
        let store = AsyncStore(initial: [Int]()) { later in Nesting(later: later) }
        let observer = TransitionNotes<[Int], Int>()
        store.install(observer)
        store.dispatch(1)
        // The inner effect may end before the outer one.
        let told = try await observer.told.wait(for: 3).map { $0.prefix { $0 != "[" } }
        #expect(
            told == ["1 app 1 -> ", "2 effect cause 1 2 -> ", "3 effect cause 1 3 -> "]
                || told == ["1 app 1 -> ", "2 effect cause 1 3 -> ", "3 effect cause 1 2 -> "])
    }

    private struct Nesting: AsyncReducer {
        let later: Later<Int>

        func reduce(state: [Int], action: Int) async -> [Int] {
            if action == 1 {
                later("outer") { [later] in
                    later("inner") { 3 }
                    return 2
                }
            }
            return state + [action]
        }
    }
}

extension Gate {
    /// A gate that holds no task.
    fileprivate static var opened: Gate {
        let gate = Gate()
        gate.open()
        return gate
    }

    /// Waits until a task is at the gate.
    fileprivate func arrival() async throws {
        _ = try await arrivals.wait(for: 1)
    }
}
