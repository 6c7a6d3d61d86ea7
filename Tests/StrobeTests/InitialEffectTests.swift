import Strobe
import Testing

@Suite("Initial effects")
struct InitialEffectTests {
    private enum Action: Sendable, Equatable { case open, loaded(String) }

    private func makeStore(effects: [String] = ["load"]) -> Store<[String], Action, String> {
        Store(initial: [], effects: effects) { state, action -> [String] in
            switch action {
            case .open: return ["fetch"]
            case .loaded(let text): state.append(text)
            }
            return []
        }
    }

    @Test("the first handler performs them once, in order, and without a cause")
    func once() {
        let (store, seen) = (makeStore(effects: ["a", "b"]), Collector<String>())
        store.setInlineEffectHandler { effect, context in seen.add("\(effect) \(context.cause ?? 0)") }
        #expect(seen.all == ["a 0", "b 0"])
        store.dispatch(.open)
        #expect(seen.all == ["a 0", "b 0", "fetch 1"])
        #expect(store.seq == 1)
    }

    @Test("what they dispatch is an action of an effect that no transition caused")
    func answer() async throws {
        final class Witness: StoreObserver<[String], Action, String>, @unchecked Sendable {
            // `Collector` has a lock.
            let lines = Collector<String>()

            override func didReduce(
                _ action: Action, effects: [String], info: TransitionInfo, state: () -> [String]
            ) {
                lines.add("\(info.seq) \(action) of \(info.origin), cause \(info.cause.map(String.init) ?? "none")")
            }
        }
        let (store, witness) = (makeStore(), Witness())
        store.install(witness)
        store.setInlineEffectHandler { _, context in context.dispatch(.loaded("x")) }
        #expect(store.state == ["x"])
        #expect(witness.lines.all == [#"1 loaded("x") of effect, cause none"#])
    }

    @Test("a handler that comes late still performs them, before the effects of later actions")
    func late() {
        let (store, seen) = (makeStore(), Collector<String>())
        store.dispatch(.open)
        store.setInlineEffectHandler { effect, context in seen.add("\(effect) \(context.cause ?? 0)") }
        store.dispatch(.open)
        #expect(seen.all == ["load 0", "fetch 2"])
    }

    @Test("a handler that a subscriber sets performs them before the effects of actions that wait")
    func whileDelivering() {
        let (store, seen) = (makeStore(), Collector<String>())
        let subscription = store.subscribe { [weak store] _ in
            guard store?.seq == 1 else { return }
            store?.dispatch(.open)
            store?.setInlineEffectHandler { effect, context in seen.add("\(effect) \(context.cause ?? 0)") }
            #expect(seen.all.isEmpty)
        }
        store.dispatch(.loaded("x"))
        #expect(seen.all == ["load 0", "fetch 2"])
        withExtendedLifetime(subscription) {}
    }

    @Test(
        "a replay drops them, whether the handler is there before its end or comes after it", arguments: [true, false])
    func replay(isSetMeanwhile: Bool) {
        let (store, seen) = (makeStore(), Collector<String>())
        store.beginReplay(ReplayInfo(effects: .recorded))
        if isSetMeanwhile { store.setInlineEffectHandler { effect, _ in seen.add(effect) } }
        store.dispatch(.loaded("x"))
        store.endReplay()
        if !isSetMeanwhile { store.setInlineEffectHandler { effect, _ in seen.add(effect) } }
        #expect(seen.all.isEmpty)
        store.dispatch(.open)
        #expect(seen.all == ["fetch"])
    }

    @Test("a machine enters its first state")
    func machine() {
        let (store, seen) = (Store(machine: Download.machine), Collector<String>())
        #expect(Download.machine.initialEffects == ["enter idle"])
        store.setInlineEffectHandler { effect, _ in seen.add(effect) }
        #expect(seen.all == ["enter idle"])
        store.dispatch(.reset)
        #expect(seen.all == ["enter idle", "exit idle", "enter idle"])
    }

    @Test("they run as tasks, are listed without a cause, and can be cancelled")
    func task() {
        let store = makeStore()
        store.setEffectHandler(schedule: { _ in .debounced("load", for: .seconds(3_600)) }, async: { _, _ in })
        #expect(store.runningEffects.map(\.effect) == ["load"])
        #expect(store.runningEffects.map(\.cause) == [nil])
        #expect(store.cancelAllEffects() == 1)
    }

    @Test("each handler of a part gets those of the part, in whatever order handlers are set")
    func parts() async throws {
        enum Effect: Sendable, Equatable { case left(Int), right(String), other }
        let store = Store<Int, Int, Effect>(initial: 0, effects: [.left(1), .right("a"), .other, .right("b")]) { _, _ in
            []
        }
        let faults = Collector<String>()
        store.setFaultHandler { faults.add($0.message) }
        let seen = Collector<String>()
        store.setEffectHandler(for: CasePath(Effect.right), action: { (number: Int) in number }) { text, _ in
            seen.add(text)
        }
        #expect(try await seen.wait(for: 2).sorted() == ["a", "b"])
        store.setEffectHandler(for: CasePath(Effect.left), action: { (number: Int) in number }) { number, _ in
            seen.add("\(number)")
        }
        #expect(try await seen.wait(for: 3).last == "1")
        store.setInlineEffectHandler { effect, _ in seen.add("\(effect)") }
        #expect(seen.all.last == "other" && seen.all.count == 4)
        #expect(faults.all.isEmpty && store.initialEffects.isEmpty)
    }
}
