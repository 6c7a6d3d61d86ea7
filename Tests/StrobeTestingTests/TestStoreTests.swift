import Strobe
import StrobeTesting
import Testing

@Suite("A test store")
struct TestStoreTests {
    let reports = Reports()

    @Test("passes where every change, effect and action is asserted, in every form of reducer")
    func passes() async {
        let store = TestStore(initial: Shop(), reduce: Shop.reduce)
        await store.send(.add(Shop.tea)) { $0.items = [Shop.tea] }
        await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        store.expect(.fetch(page: 1))
        store.expect(.track("load"))
        await store.send(.loaded([Shop.milk])) {
            $0.phase = .idle
            $0.items = [Shop.milk]
        }
        store.expectNoEffects()
        await store.send(.loaded([Shop.milk]))
        await store.finish()

        let counter = TestStore(initial: 0) { (count: inout Int, step: Int) in count += step }
        await counter.send(2) { $0 = 2 }
        await counter.finish()
        let copying = TestStore(initial: 0) { (count: Int, step: Int) -> Int in count + step }
        await copying.send(2) { $0 = 2 }
        await copying.finish()
        let single = TestStore(initial: 0) { (count: inout Int, step: Int) -> String? in
            count += step
            return count == 3 ? "three" : nil
        }
        await single.send(2) { $0 = 2 }
        await single.send(1) { $0 = 3 }
        single.expect("three")
        await single.finish()
        let pair = TestStore(initial: 0) { (count: Int, step: Int) -> (Int, [String]) in
            (count + step, ["\(step)"])
        }
        await pair.send(2) { $0 = 2 }
        pair.expect("2")
        await pair.finish()
        struct Doubling: Reducer {
            func reduce(_ state: inout Int, _ action: Int) -> [Never] {
                state = action * 2
                return []
            }
        }
        let typed = TestStore(initial: 0, reducer: Doubling())
        await typed.send(2) { $0 = 4 }
        await typed.finish()
    }

    @Test("reports where a state is not as described: paths, expected and actual values")
    func wrongState() async {
        let store = reports.store()
        await store.send(.add(Shop.tea)) {
            $0.items = [.init(id: 1, title: "coffee"), Shop.milk]
            $0.phase = .failed("x")
        }
        await store.finish()
        #expect(
            reports.messages == [
                """
                The state after send(.add(Item(id: 1, title: "tea"))) is not as described:

                    .items[1]        expected Item(id: 2, title: "milk")
                                          got nothing
                    .items[0].title  expected "coffee"
                                          got "tea"
                    .phase           expected .failed("x")
                                          got .idle
                """
            ])
    }

    @Test("reports a change that is not described")
    func undescribed() async {
        let store = reports.store()
        await store.send(.add(Shop.milk))
        await store.finish()
        #expect(
            reports.messages == [
                """
                send(.add(Item(id: 2, title: "milk"))) changed the state, but the test describes no change:

                    .items[0]  was nothing
                                is Item(id: 2, title: "milk")
                """
            ])
    }

    @Test("reports a description that describes nothing, and one that throws")
    func emptyDescription() async {
        struct Oops: Error {}
        let store = reports.store()
        await store.send(.clear) { $0.items = [] }
        await store.send(.clear) { _ in throw Oops() }
        await store.finish()
        #expect(
            reports.messages == [
                "send(.clear) changes nothing, and neither does the description of its change: remove the description.",
                "The description of what send(.clear) changes threw an error: Oops()",
            ])
    }

    @Test("reports effects that are not expected, at the call that caused them")
    func unexpected() async {
        let store = reports.store()
        let line: UInt = #line + 1
        await store.send(.load(page: 2)) { $0.phase = .loading(page: 2) }
        await store.send(.clear) { $0.phase = .idle }
        #expect(
            reports.messages == [
                """
                send(.load(page: 2)) returned 2 effects that the test does not expect:

                    .fetch(page: 2)
                    .track("load")

                If that is right, add: store.expect(.fetch(page: 2), .track("load"))
                """
            ])
        #expect(reports.log.all.map(\.line) == [line])
        await store.finish()
        #expect(reports.messages.count == 1)
    }

    @Test("reports other, missing and undesired effects")
    func wrongEffects() async {
        let store = reports.store()
        await store.send(.load(page: 2)) { $0.phase = .loading(page: 2) }
        store.expect(.fetch(page: 1), .track("load"), .track("more"))
        await store.send(.load(page: 3)) { $0.phase = .loading(page: 3) }
        store.expectNoEffects()
        await store.finish()
        #expect(
            reports.messages == [
                """
                send(.load(page: 2)) returned another effect:

                    expected .fetch(page: 1)
                         got .fetch(page: 2)
                """,
                """
                This effect was expected, but not returned:

                    .track("more")
                """,
                """
                send(.load(page: 3)) returned effects, but none was expected:

                    .fetch(page: 3)
                    .track("load")
                """,
            ])
    }

    @Test("reports when the test forgot to finish, with what was not asserted by then")
    func unfinished() async {
        let line: UInt
        do {
            line = #line + 1
            let store = TestStore(initial: Shop(), report: { [log = reports.log] in log.add($0) }, reduce: Shop.reduce)
            await store.send(.load(page: 1)) { $0.phase = .loading(page: 1) }
        }
        #expect(reports.messages.map { $0.prefix(25) } == ["The test ended without `a", "send(.load(page: 1)) retu"])
        #expect(reports.log.all.map(\.line) == [line + 1, line + 1])
    }

    @Test("failures of a store that a function made are reported where the test called it last")
    func madeElsewhere() async {
        let line: UInt
        do {
            let store = reports.store()
            line = #line + 1
            await store.send(.clear)
        }
        #expect(reports.log.all.map(\.line) == [line])
    }

    @Test("what is sent after the end has to be finished again")
    func finishedTwice() async {
        do {
            let store = reports.store()
            await store.finish()
            await store.finish()
            #expect(reports.messages.isEmpty)
            await store.send(.clear)
        }
        #expect(reports.messages.count == 1)
    }

    @Test("long actions are cut short in headings, many differences are counted")
    func long() async throws {
        let store = reports.store()
        await store.send(.loaded((1...50).map { .init(id: $0, title: "item \($0)") }))
        await store.finish()
        let lines = try #require(reports.messages.first).split(separator: "\n")
        #expect(lines[0].count < 180)
        #expect(lines.count == 42)
        #expect(lines.last == "    … and 30 more")
    }

    @Test("reports the actions of a loop that was broken")
    func loop() async {
        let base = Store(initial: Shop(), reduce: Shop.reduce)
        let subscription = base.subscribe { [weak base] _ in base?.dispatch(.clear) }
        base.setFaultHandler { _ in }
        let store = TestStore(base, report: { [log = reports.log] in log.add($0) })
        await store.send(.clear)
        await store.finish()
        #expect(reports.messages.count == 1)
        #expect(reports.messages.first?.hasPrefix("1000 actions arrived that the test does not receive:") == true)
        subscription.cancel()
    }
}
