import Strobe
import StrobeTesting
import Testing

@Suite("The dependencies of a test store", .timeLimit(.minutes(5)))
struct TestDependencyTests {
    private enum BothKey: DependencyKey {
        static let liveValue = "live"
        static let testValue = "test"
    }
    private enum LiveKey: DependencyKey { static let liveValue = "live" }

    private final class Token: Sendable {}
    private enum TokenKey: DependencyKey {
        static let liveValue = Token()
        static var testValue: Token { Token() }
    }

    private let reports = Reports()

    /// A store whose effects ask for a value that an action then brings.
    private func store(
        _ report: (@Sendable (TestFailure) -> Void)? = nil, ask: @escaping @Sendable (Dependencies) async -> String
    ) -> TestStore<String, String, Bool> {
        let store = TestStore(initial: "", report: report ?? TestFailure.report) {
            (answer: inout String, new: String) -> [Bool] in
            answer = new
            return new == "ask" ? [true] : []
        }
        store.setEffectHandler { _, context in context.dispatch(await ask(context.dependencies)) }
        return store
    }

    @Test("a key that nobody set has its test value, and one that somebody set the value that was set")
    func values() async {
        let store = store { "\($0[BothKey.self]) \($0[LiveKey.self])" }
        store.dependencies[LiveKey.self] = "set"
        await store.send("ask") { $0 = "ask" }
        await store.receive("test set") { $0 = "test set" }
        store.dependencies[BothKey.self] = "other"
        await store.send("ask") { $0 = "ask" }
        await store.receive("other set") { $0 = "other set" }
        await store.finish()
    }

    @Test("the live value of a key without a test value is one failure, which says what to do")
    func live() async {
        let store = store(reports.log.add) { "\($0[LiveKey.self]) \($0[LiveKey.self])" }
        await store.send("ask") { $0 = "ask" }
        await store.receive("live live") { $0 = "live live" }
        await store.finish()
        #expect(
            reports.messages == [
                "The test uses the live value of LiveKey, which has no test value. Set one, "
                    + "store.dependencies[LiveKey.self] = …, or give the key a testValue."
            ])
    }

    @Test("a test value that is computed is made once for each test store")
    func computed() {
        let (one, other) = (
            TestStore(initial: 0) { (sum: inout Int, number: Int) in sum += number },
            TestStore(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        )
        one.exhaustivity = .off
        other.exhaustivity = .off
        #expect(one.dependencies[TokenKey.self] === one.dependencies[TokenKey.self])
        #expect(one.dependencies[TokenKey.self] !== other.dependencies[TokenKey.self])
    }

    @Test("random numbers are the same in each run, and the date moves with the clock")
    func randomAndDate() async {
        let answers = Log<String>()
        for _ in 1...2 {
            let store = store { dependencies in
                var random = dependencies.random
                let dice = (1...20).map { _ in Int.random(in: 1...6, using: &random) }
                answers.add("\(dice)")
                try? await dependencies.clock.sleep(for: .seconds(5))
                return "\(dependencies.now() - .seconds(978_307_200))"
            }
            #expect(store.dependencies.now() == .seconds(978_307_200))
            await store.send("ask") { $0 = "ask" }
            store.clock.advance(by: .seconds(9))
            await store.receive("5.0 seconds") { $0 = "5.0 seconds" }
            #expect(store.dependencies.now() == .seconds(978_307_209))
            await store.finish()
        }
        #expect(answers.all[0] == answers.all[1])
    }

    @Test("a value that the store had stays, clock and executor are the test's, and all are back after the test")
    func given() async {
        let base = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        base.dependencies[LiveKey.self] = "given"
        do {
            let store = TestStore(base)
            #expect(store.dependencies[LiveKey.self] == "given")
            #expect(store.dependencies.clock is TestClock && store.dependencies.executor is TestExecutor)
            await store.finish()
        }
        #expect(base.dependencies.clock is ContinuousClock && base.dependencies.executor == nil)
        #expect(base.dependencies[LiveKey.self] == "given" && base.dependencies[BothKey.self] == "live")
    }

    @Test("a test may replace all of them: it still waits for the work that runs, and has test values")
    func replaced() async {
        let clock = TestClock()
        let store = store { dependencies in
            try? await dependencies.clock.sleep(for: .seconds(1))
            return dependencies[BothKey.self]
        }
        store.dependencies = Dependencies(clock: clock, executor: clock.executor)
        store.dispatch("ask")
        clock.executor.run()
        clock.advance(by: .seconds(1))
        await store.receive("ask") { $0 = "ask" }
        await store.receive("test") { $0 = "test" }
        await store.finish()
    }

    private struct Search: AsyncReducer {
        let later: Later<String>

        func reduce(state: String, action: String) async -> String {
            if action == "ask" {
                later("ask", schedule: .debounced("ask", for: .seconds(2))) { [later] in
                    "\(later.dependencies[BothKey.self]) \(later.dependencies.now() - .seconds(978_307_200))"
                }
            }
            return action
        }
    }

    @Test("an asynchronous store, a Redux store and a machine have them as well")
    func kinds() async {
        let search = TestStore(AsyncStore(initial: "") { Search(later: $0) })
        await search.send("ask") { $0 = "ask" }
        search.clock.advance(by: .seconds(3))
        await search.receive("test 2.0 seconds") { $0 = "test 2.0 seconds" }
        await search.finish()

        let redux = TestStore(
            ReduxStore<String, String>(state: "", reducers: [{ $1 }], serialDispatcher: .inline))
        redux.dispatch(
            Thunk("ask", { context in context.dispatch(context.dependencies[BothKey.self]) }),
            schedule: .debounced("ask", for: .seconds(2)))
        redux.clock.advance(by: .seconds(2))
        await redux.receive("test") { $0 = "test" }
        await redux.finish()
    }

    @MainActor private final class Host {}
    private final class Entering: StateObject<Bool, String, Host> {
        override func enter() {
            run("name", schedule: .debounced("name", for: .seconds(2))) { [name = dependencies[BothKey.self]] in name }
        }

        override func next(on event: String) -> Bool? { event == "test" ? true : nil }
    }

    @Test("a state object's work has test values, and its schedule waits by the test clock")
    @MainActor func machine() async {
        let host = Host()
        let machine = StateObjectMachine<Bool, String, Host>(initial: false, host: host) { isNamed, host in
            isNamed ? StateObject(host: host) : Entering(host: host)
        }
        let store = TestStore(machine)
        machine.start()
        await store.clock.waitForSleepers(1)
        store.clock.advance(by: .seconds(2))
        await store.receive("test") { $0 = true }
        await store.finish()
        withExtendedLifetime(host) {}
    }
}
