import Strobe
import StrobeTesting
import Testing

@Suite("A test store of an asynchronous store", .timeLimit(.minutes(5)))
struct AsyncStoreKindTests {
    let reports = Reports()

    struct Search: Sendable, Equatable {
        var text = ""
        var found: [String] = []
    }

    enum Action: Sendable, Equatable { case typed(String), found([String]), slow, onMain, illegal }

    struct Reducer: AsyncReducer {
        let later: Later<Action>
        let clock: TestClock

        func reduce(state: Search, action: Action) async throws -> Search {
            var state = state
            switch action {
            case .typed(let text):
                state.text = text
                later("search") { [clock] in
                    try? await clock.sleep(for: .seconds(1))
                    return .found(["green \(text)"])
                }
            case .found(let found): state.found = found
            case .slow:
                try? await clock.sleep(for: .seconds(5))
                state.text = "slow"
            case .onMain: state.text = await MainActor.run { "main" }
            case .illegal: try reject("never")
            }
            return state
        }
    }

    func store(_ report: (@Sendable (TestFailure) -> Void)? = nil) -> TestStore<Search, Action, Never> {
        let clock = TestClock()
        let base = AsyncStore(initial: Search()) { Reducer(later: $0, clock: clock) }
        return TestStore(base, clock: clock, patience: .seconds(3_600), report: report ?? TestFailure.report)
    }

    @Test("asserts reductions, and what late work dispatches when the clock says so")
    func late() async {
        let store = store()
        await store.send(.typed("tea")) { $0.text = "tea" }
        #expect(store.runningEffects.map(\.name) == ["search"])
        await store.send(.onMain) { $0.text = "main" }
        await store.sendRejected(.illegal, reason: "never")
        store.clock.advance(by: .seconds(1))
        await store.receive(.found(["green tea"])) { $0.found = ["green tea"] }
        await store.finish()
    }

    @Test("receives an action whose reduction waits for the clock")
    func slow() async {
        let store = store()
        store.dispatch(.slow)
        store.dispatch(.typed("tea"))
        store.clock.advance(by: .seconds(5))
        await store.receive(.slow) { $0.text = "slow" }
        await store.receive(.typed("tea")) { $0.text = "tea" }
        store.clock.run()
        await store.receive(.found(["green tea"])) { $0.found = ["green tea"] }
        await store.finish()
    }

    @Test("says at once that the reducer waits for the clock, and what is left at the end")
    func stuck() async {
        let store = store { [log = reports.log] in log.add($0) }
        await store.send(.slow) { $0.text = "slow" }
        await store.finish()
        #expect(
            reports.messages == [
                "send(.slow) was not reduced: the reducer waits for the clock. Dispatch the action with store.dispatch, "
                    + "move the clock, and receive it.",
                """
                1 effect still runs at the end of the test:

                    1  slow  reducing

                The clock has 1 sleeper; the next wakes after store.clock.advance(by: .seconds(5)).
                """,
            ])
    }

    @Test("reports changes and actions that the test does not mention")
    func wrong() async {
        let store = store { [log = reports.log] in log.add($0) }
        await store.send(.onMain) { $0.text = "other" }
        await store.send(.typed("tea"))
        store.clock.run()
        store.dispatch(Thunk("nothing") { _ in })
        await store.finish()
        #expect(
            reports.messages == [
                """
                The state after send(.onMain) is not as described:

                    .text  expected "other"
                                got "main"
                """,
                """
                send(.typed("tea")) changed the state, but the test describes no change:

                    .text  was "main"
                            is "tea"
                """,
                "A store of this kind runs no thunks: nothing was not run.",
                """
                1 action arrived that the test does not receive:

                    .found(["green tea"])  (seq 3, caused by 2)

                If that is right, add: await store.receive(.found(["green tea"]))
                """,
            ])
    }

    @Test("leaves the store as it was")
    func afterwards() async throws {
        let base = AsyncStore(initial: 0) { (count: Int, step: Int) in
            await Task.yield()
            return count + step
        }
        do {
            let store = TestStore(base)
            await store.send(1) { $0 = 1 }
            await store.finish()
            #expect(base.observers.count == 1)
        }
        #expect(base.observers.isEmpty)
        #expect(try await base.receipt(of: 2).seq == 2)
    }

    @Test("does the same every time")
    func deterministic() async {
        func story() async -> [String] {
            let store = store()
            store.exhaustivity = .off
            for text in 0..<20 { store.dispatch(.typed("\(text)")) }
            store.clock.run()
            await store.finish()
            return store.skipped
        }
        let first = await story()
        #expect(first.count == 80)
        for _ in 0..<5 { #expect(await story() == first) }
    }
}

@MainActor
@Suite("A test store of a machine of state objects", .timeLimit(.minutes(5)))
struct StateObjectKindTests {
    enum Phase: Sendable, Equatable { case idle, loading, loaded }
    final class Host: Sendable { let log = Log<String>() }
    typealias PhaseState = StateObject<Phase, String, Host>

    final class Idle: PhaseState {
        override func next(on event: String) -> Phase? { event == "load" ? .loading : nil }
    }
    final class Loading: PhaseState {
        override func enter() {
            host?.log.add("loading")
            Task { @MainActor in dispatch("loaded") }
        }
        override func next(on event: String) -> Phase? { event == "loaded" ? .loaded : nil }
    }
    final class Loaded: PhaseState {}

    @Test("asserts events, what states send, and rejections")
    func machine() async {
        let host = Host()
        let machine = StateObjectMachine<Phase, String, Host>(initial: .idle, host: host) { phase, host in
            switch phase {
            case .idle: Idle(host: host)
            case .loading: Loading(host: host)
            case .loaded: Loaded(host: host)
            }
        }
        let store = TestStore(machine)
        await store.sendRejected("stop", reason: "String is illegal in idle")
        await store.send("load") { $0 = .loading }
        await store.receive("loaded") { $0 = .loaded }
        machine.dispatch("load")
        await store.receiveRejected("load")
        await store.finish()
        #expect(host.log.all == ["loading"])
    }

    @Test("reports events that the test does not receive, at the end of the test")
    nonisolated func unreceived() async {
        let reports = Reports()
        let host = Host()
        let machine = await StateObjectMachine<Phase, String, Host>(initial: .loading, host: host) { _, host in
            Idle(host: host)
        }
        let store = TestStore(machine, report: { [log = reports.log] in log.add($0) })
        store.dispatch("load")
        await store.finish()
        #expect(reports.messages.map { $0.prefix(16) } == ["1 action arrived"])
    }
}

@Suite("A test store of a Redux store", .timeLimit(.minutes(5)))
struct ReduxStoreKindTests {
    let reports = Reports()

    struct Doubling: Middleware {
        func apply(state: [Int], action: Int, context: EffectContext<Int>) {
            if action == 1 { context.dispatch(2) }
        }
    }

    func redux(on dispatcher: Delivery) -> ReduxStore<[Int], Int> {
        ReduxStore(
            state: [], reducers: [{ list, number in list + [number] }], serialDispatcher: dispatcher,
            middleware: [Doubling()], middlewareDispatcher: dispatcher)
    }

    @Test("asserts actions, and what middleware and thunks dispatch, on the executor of the clock")
    func executor() async {
        let clock = TestClock()
        let store = TestStore(redux(on: .executor(clock.executor)), clock: clock)
        await store.send(5) { $0 = [5] }
        await store.send(1) { $0 = [5, 1] }
        await store.receive(2) { $0 = [5, 1, 2] }
        store.dispatch(
            Thunk("later") { context in
                try? await clock.sleep(for: .seconds(1))
                context.dispatch(7)
            })
        #expect(store.runningEffects.map(\.name) == ["later"])
        clock.advance(by: .seconds(1))
        await store.receive(7) { $0 = [5, 1, 2, 7] }
        await store.finish()
    }

    @Test("waits for actions that come through queues")
    func queues() async {
        let store = TestStore(redux(on: .serialQueue()))
        await store.send(1) { $0 = [1] }
        await store.receive(2) { $0 = [1, 2] }
        await store.finish()
    }

    @Test("goes through the serial dispatcher, and says so where that does nothing")
    func dispatcher() async {
        let jobs = Log<@Sendable () -> Void>()
        let store = TestStore(
            redux(on: .custom { jobs.add($0) }), patience: .milliseconds(10),
            report: { [log = reports.log] in log.add($0) })
        await store.send(1) { $0 = [1] }
        await store.finish()
        #expect(jobs.all.count == 1)
        #expect(
            reports.messages == [
                "send(1) was not reduced in 0.01 seconds."
            ])
    }
}
