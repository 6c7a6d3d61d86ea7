import Strobe
import StrobeTesting
import Testing

@Suite("A test store that performs effects")
struct TestStoreEffectTests {
    let reports = Reports()

    /// A store that fetches in 1.5 s, after a second without input.
    func shop(_ store: TestStore<Shop, Shop.Action, Shop.Effect>) -> TestStore<Shop, Shop.Action, Shop.Effect> {
        let clock = store.clock
        store.setEffectHandler(schedule: { effect in
            if case .fetch = effect { .debounced("fetch", for: .seconds(1)) } else { .now }
        }) { effect, context in
            guard case .fetch(let page) = effect else { return }
            do {
                try await clock.sleep(for: .milliseconds(1_500))
                context.dispatch(.loaded([.init(id: page, title: "page \(page)")]))
            } catch {
                context.dispatch(.failed("cancelled"))
            }
        }
        return store
    }

    @Test("receives what effects dispatch, when the clock says so")
    func receives() async {
        let store = shop(TestStore(initial: Shop(), reduce: Shop.reduce))
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.clock.advance(by: .milliseconds(500))
        await store.send(.load(page: 2)) { $0.phase = .loading(page: 2) }
        store.clock.advance(by: .seconds(2))
        #expect(store.runningEffects.map(\.phase) == [.running])
        await store.send(.load(page: 3)) { $0.phase = .loading(page: 3) }
        store.expect(.fetch(page: 3))
        store.clock.run()
        await store.receive(.loaded([.init(id: 2, title: "page 2")])) {
            $0.phase = .idle
            $0.items = [.init(id: 2, title: "page 2")]
        }
        await store.receive(.loaded([.init(id: 3, title: "page 3")])) {
            $0.items = [.init(id: 3, title: "page 3")]
        }
        await store.finish()
    }

    @Test("waits for effects that go to the main actor")
    func mainActor() async {
        let store = TestStore(initial: Shop(), reduce: Shop.reduce)
        store.setEffectHandler { effect, context in
            guard case .fetch = effect else { return await Task.yield() }
            await MainActor.run { context.dispatch(.failed("offline")) }
            await Task.yield()
            await MainActor.run { context.dispatch(.clear) }
        }
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        await store.receive("a failure", where: { if case .failed = $0 { true } else { false } }) {
            $0.phase = .failed("offline")
        }
        await store.receive(.clear) { $0.phase = .idle }
        await store.finish()
    }

    @MainActor
    @Test("can be used on the main actor, by effects that run there as well")
    func onMainActor() async {
        let store = TestStore(initial: 0) { (state: inout Int, action: Int) -> [Int] in
            state += action
            return action == 1 ? [10] : []
        }
        store.setEffectHandler { @MainActor effect, context in
            await Task.yield()
            context.dispatch(effect)
        }
        var expected = 0
        await store.send(1) {
            expected += 1
            $0 = expected
        }
        await store.receive(10) { $0 = 11 }
        await store.finish()
    }

    @Test("initial effects have to be expected, or are performed by the handler")
    func initial() async {
        func make(
            _ report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report
        ) -> TestStore<String, String, Int> {
            TestStore(
                Store(initial: "", effects: [7]) { (text: inout String, new: String) -> [Int] in
                    text = new
                    return []
                }, report: report)
        }
        let asserted = make()
        asserted.expect(7)
        await asserted.finish()
        let performed = make()
        performed.setEffectHandler { effect, context in context.dispatch("page \(effect)") }
        await performed.receive("page 7") { $0 = "page 7" }
        await performed.finish()
        await make { reports.log.add($0) }.finish()
        #expect(
            reports.messages == [
                """
                The initial state returned 1 effect that the test does not expect:

                    7

                If that is right, add: store.expect(7)
                """
            ])
    }

    @Test("reports actions that came and were not received, and continues from their states")
    func unreceived() async {
        let store = shop(reports.store())
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.clock.run()
        await store.send(.failed("x")) { $0.phase = .failed("x") }
        await store.finish()
        #expect(
            reports.messages == [
                """
                1 action arrived that the test does not receive:

                    .loaded([Item(id: 1, title: "page 1")])  (seq 2, caused by 1)

                If that is right, add: await store.receive(.loaded([Item(id: 1, title: "page 1")]))
                """
            ])
    }

    @Test("reports that no action came, what is running, and when the clock would wake it")
    func nothingCame() async {
        let store = shop(reports.store())
        await store.receive(.clear)
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        await store.receive(.clear)
        store.clock.advance(by: .seconds(1))
        await store.finish()
        #expect(
            reports.messages == [
                """
                This action was expected, but none was received:

                    .clear

                No running effect could dispatch it.
                """,
                """
                This action was expected, but none was received:

                    .clear

                Running:
                    1  fetch  .fetch(page: 1)  waiting
                The clock has 1 sleeper; the next wakes after store.clock.advance(by: .seconds(1)).
                """,
                """
                1 effect still runs at the end of the test:

                    1  fetch  .fetch(page: 1)  running

                The clock has 1 sleeper; the next wakes after store.clock.advance(by: .seconds(1.5)).
                """,
            ])
        #expect(store.runningEffects.isEmpty)
        #expect(store.clock.sleeperCount == 0)
    }

    @Test("reports another action than the one expected")
    func anotherAction() async {
        let store = shop(reports.store())
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.clock.run()
        await store.receive(.failed("x"))
        await store.send(.load(page: 2)) { $0.phase = .loading(page: 2) }
        store.clock.run()
        await store.receive("a failure", where: { $0 == .failed("x") })
        await store.send(.load(page: 2)) { $0.phase = .loading(page: 2) }
        store.clock.run()
        await store.receive(.loaded([])) { $0.phase = .idle }
        await store.finish()
        #expect(
            reports.messages == [
                """
                Another action was received:

                    expected .failed("x")
                         got .loaded([Item(id: 1, title: "page 1")])
                """,
                """
                Another action was received:

                    expected a failure
                         got .loaded([Item(id: 2, title: "page 2")])
                """,
                """
                Another action was received:

                    expected .loaded([])
                         got .loaded([Item(id: 2, title: "page 2")])
                """,
            ])
    }

    @Test(
        "what sleeps on the clock of the test is reported at the end at once: nothing else could wake it",
        .timeLimit(.minutes(5)))
    func asleep() async {
        // If it waited for the wall clock, it would wait for an hour.
        let store = shop(
            TestStore(
                initial: Shop(), patience: .seconds(3_600), report: { [log = reports.log] in log.add($0) },
                reduce: Shop.reduce))
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        await store.finish()
        #expect(reports.messages.map { $0.prefix(14) } == ["1 effect still"])
        let running = shop(
            TestStore(
                initial: Shop(), patience: .seconds(3_600), report: { [log = reports.log] in log.add($0) },
                reduce: Shop.reduce))
        await running.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        running.clock.advance(by: .seconds(1))
        #expect(running.runningEffects.map(\.phase) == [.running])
        running.dispatch(Thunk("nap") { [clock = running.clock] _ in try? await clock.sleep(for: .seconds(9)) })
        await running.finish()
        #expect(reports.messages.map { $0.prefix(14) } == ["1 effect still", "2 effects stil"])
    }

    @MainActor
    @Test("an effect that waits for something else beside the clock is waited for", .timeLimit(.minutes(5)))
    func race() async {
        let store = TestStore(initial: Shop(), reduce: Shop.reduce)
        let clock = store.clock
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        store.setEffectHandler { effect, context in
            guard case .fetch = effect else { return }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await clock.sleep(for: .seconds(30)) }
                group.addTask { for await _ in answers { return } }
                await group.next()
                group.cancelAll()
            }
        }
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.expect(.fetch(page: 1))
        // Arrives in the wait at the end of the test, when the main actor is free, not before the first check.
        Task { @MainActor in answer.yield() }
        await store.finish()
        #expect(store.runningEffects.isEmpty)
    }

    @Test("thunks run by the clock of the test, and what they dispatch is received")
    func thunk() async {
        let store = TestStore(initial: Shop(), reduce: Shop.reduce)
        let clock = store.clock
        store.dispatch(
            Thunk("refill") { context in
                context.dispatch(.add(Shop.tea))
                try? await clock.sleep(for: .seconds(1))
                context.dispatch(.add(Shop.milk))
            })
        await store.receive(.add(Shop.tea)) { $0.items = [Shop.tea] }
        #expect(store.runningEffects.map(\.name) == ["refill"])
        clock.advance(by: .seconds(1))
        await store.receive(.add(Shop.milk)) { $0.items = [Shop.tea, Shop.milk] }
        await store.finish()
    }

    @Test("what others dispatch to the store has to be received as well")
    func others() async {
        let base = Store(initial: Shop(), reduce: Shop.reduce)
        let store = TestStore(base, report: { [log = reports.log] in log.add($0) })
        base.dispatch(.add(Shop.tea))
        await store.receive(.add(Shop.tea)) { $0.items = [Shop.tea] }
        base.restore(Shop())
        await store.finish()
        #expect(
            reports.messages == [
                """
                1 action arrived that the test does not receive:

                    a state that was restored  (seq 2, origin restore)
                """
            ])
    }

    @Test("the same test with many effects does the same every time")
    func deterministic() async {
        func story() async -> [String] {
            let log = Log<String>()
            let store = TestStore(initial: [Int]()) { (state: inout [Int], action: Int) -> [Int] in
                state.append(action)
                return action < 100 ? [action] : []
            }
            let clock = store.clock
            store.setEffectHandler { effect, context in
                for step in 1...3 {
                    try? await clock.sleep(for: .milliseconds(effect * 37 % 11 + 1))
                    log.add("\(effect) \(step) \(clock.now.offset)")
                }
                context.dispatch(effect + 100)
            }
            for action in 0..<50 { await store.send(action) { $0.append(action) } }
            store.clock.run()
            let received = store.state.dropFirst(50)
            for action in received { await store.receive(action) { $0.append(action) } }
            await store.finish()
            return log.all + received.map { "\($0)" }
        }
        let first = await story()
        #expect(first.count == 200)
        for _ in 0..<5 { #expect(await story() == first) }
    }
}
