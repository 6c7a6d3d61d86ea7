import Strobe
import StrobeTesting
import Testing

@Suite("A test store that need not be told everything")
struct SkippingTests {
    let reports = Reports()

    func store() -> TestStore<Shop, Shop.Action, Shop.Effect> {
        let store = reports.store()
        store.exhaustivity = .off
        return store
    }

    @Test("skips changes, effects and actions that the test does not mention, and lists them")
    func skips() async {
        let store = store()
        store.dispatch(.add(Shop.tea))
        await store.send(.load(page: 1))
        await store.send(.loaded([Shop.milk])) { $0.items = [Shop.milk] }
        #expect(reports.messages == [])
        #expect(
            store.skipped == [
                #".add(Item(id: 1, title: "tea"))  (seq 1, origin app)"#,
                #".add(Item(id: 1, title: "tea")) changed .items[0] from nothing to Item(id: 1, title: "tea")"#,
                "send(.load(page: 1)) changed .phase from .idle to .loading(page: 1)",
                "send(.load(page: 1)) returned .fetch(page: 1)",
                #"send(.load(page: 1)) returned .track("load")"#,
                #"send(.loaded([Item(id: 2, title: "milk")])) changed .items[0] from Item(id: 1, title: "tea") to nothing"#,
                #"send(.loaded([Item(id: 2, title: "milk")])) changed .items[0] from nothing to Item(id: 2, title: "milk")"#,
                #"send(.loaded([Item(id: 2, title: "milk")])) changed .phase from .loading(page: 1) to .idle"#,
            ])
    }

    @Test("says what differs from what a test describes")
    func wrong() async {
        let store = store()
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 2) }
        await store.send(.add(Shop.tea)) { $0.phase = .idle }
        await store.send(.add(Shop.milk)) { $0.items[1].title = "milk" }
        await store.send(.add(Shop.milk)) { $0.items[2] = Shop.tea }
        await store.send(.loaded([])) { $0.items.removeAll() }
        let advice = "Exhaustivity is off: the description is applied to the state after, and has to set values."
        #expect(
            reports.messages == [
                """
                The state after send(.load(page: 1)) is not as described:

                    .phase.loading.page  expected 2
                                              got 1

                \(advice)
                """,
                """
                The state after send(.add(Item(id: 1, title: "tea"))) is not as described:

                    .phase  expected .idle
                                 got .loading(page: 1)

                \(advice)
                """,
                """
                The state after send(.add(Item(id: 2, title: "milk"))) is not as described:

                    .items[2]  expected Item(id: 1, title: "tea")
                                    got nothing
                    .items[2]  expected nothing
                                    got Item(id: 2, title: "milk")

                \(advice)
                """,
            ])
    }

    @Test("receives an action after others, and waits for it")
    func receives() async {
        let store = TestStore(initial: Shop(), reduce: Shop.reduce)
        store.exhaustivity = .off
        store.setEffectHandler { effect, context in
            guard case .fetch(let page) = effect else { return }
            context.dispatch(.add(Shop.tea))
            await MainActor.run { context.dispatch(.failed("\(page)")) }
            context.dispatch(.clear)
        }
        await store.send(.load(page: 3))
        await store.receive(.failed("3")) { $0.phase = .failed("3") }
        await store.send(.load(page: 4))
        await store.receive("a failure", where: { if case .failed = $0 { true } else { false } })
        await store.finish()
    }

    @Test("says which actions have arrived in place of the expected one")
    func missing() async {
        let store = store()
        await store.receive(.loaded([]))
        store.dispatch(.add(Shop.tea))
        store.dispatch(.clear)
        await store.receive(.loaded([]))
        await store.receive(.clear)
        #expect(
            reports.messages == [
                """
                This action was expected, but none was received:

                    .loaded([])

                No running effect could dispatch it.
                """,
                """
                This action was expected, but has not arrived:

                    .loaded([])

                These have arrived:

                    .add(Item(id: 1, title: "tea"))  (seq 1, origin app)
                    .clear  (seq 2, origin app)
                """,
            ])
    }

    @Test("expects an effect after others")
    func expects() async {
        let store = store()
        await store.send(.load(page: 3))
        store.expect(.track("load"))
        await store.send(.load(page: 4))
        store.expect("a track", where: { if case .track = $0 { true } else { false } })
        await store.send(.load(page: 5))
        store.expect(.track("save"))
        #expect(
            reports.messages == [
                """
                send(.load(page: 5)) returned another effect:

                    expected .track("save")
                         got .fetch(page: 5)
                """
            ])
    }

    @Test("cancels what runs at the end, and need not be finished")
    func running() async {
        let store = store()
        let clock = store.clock
        store.setEffectHandler { effect, _ in try? await clock.sleep(for: .seconds(9)) }
        await store.send(.load(page: 3))
        await store.finish()
        #expect(store.runningEffects.isEmpty)
        await store.send(.load(page: 3))
        #expect(reports.messages == [])
        #expect(
            store.skipped == [
                "send(.load(page: 3)) changed .phase from .idle to .loading(page: 3)",
                "cancelled: 1  fetch  .fetch(page: 3)  running",
                #"cancelled: 2  track  .track("load")  running"#,
            ])
    }

    @Test("can be told everything from some line on")
    func later() async {
        let store = store()
        await store.send(.load(page: 1))
        store.exhaustivity = .on
        await store.send(.clear)
        await store.finish()
        #expect(reports.messages.map { $0.prefix(50) } == ["send(.clear) changed the state, but the test descr"])
        #expect(store.skipped.count == 3)
    }

    @Test("a test that is told everything skips what it says that it skips")
    func named() async {
        let store = reports.store()
        let clock = store.clock
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.expect(.fetch(page: 1))
        store.skipEffects()
        store.dispatch(.clear)
        store.skipReceivedActions()
        store.setEffectHandler { effect, _ in try? await clock.sleep(for: .seconds(9)) }
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.skipEffects()
        #expect(reports.messages == [])
        store.skipEffects()
        store.skipReceivedActions()
        await store.finish()
        #expect(
            reports.messages == [
                "There are no effects to skip: remove the call.",
                "There are no received actions to skip: remove the call.",
            ])
        #expect(
            store.skipped == [
                #"send(.load(page: 1)) returned .track("load")"#,
                ".clear  (seq 2, origin app)",
                ".clear changed .phase from .loading(page: 1) to .idle",
                "cancelled: 1  fetch  .fetch(page: 1)  running",
                #"cancelled: 2  track  .track("load")  running"#,
            ])
    }
}
