import Strobe
import StrobeTesting
import Testing

@Suite("A replay", .timeLimit(.minutes(5)))
struct ReplayModeTests {
    private static let quiet: [ReplayEffects] = [.suppressed, .recorded]

    @Test("performs no effects until it ends, and reduces as ever", arguments: quiet)
    func handler(effects: ReplayEffects) {
        let bench = Bench { _ in .now }
        bench.store.beginReplay(ReplayInfo(effects: effects))
        bench.ask("a")
        bench.store.dispatch(.done("recorded"))
        bench.wait(5)
        #expect(bench.log.all.isEmpty && bench.listed.isEmpty)
        #expect(bench.store.snapshot() == (2, ["recorded"]))
        bench.store.endReplay()
        bench.ask("b")
        bench.wait(5)
        #expect(bench.store.state == ["recorded", "b"])
    }

    @Test("performs effects as ever where they are live")
    func live() {
        let bench = Bench { _ in .now }
        bench.store.beginReplay(ReplayInfo(effects: .live))
        bench.ask("a")
        bench.wait(1)
        #expect(bench.store.state == ["a"])
    }

    @Test("cancels effects that run, and drops what one of them dispatches that takes no notice")
    func underWay() {
        let bench = Bench { _ in .now }
        bench.ask("gentle")
        bench.ask("stubborn", isStubborn: true)
        bench.store.beginReplay(ReplayInfo(effects: .recorded))
        #expect(bench.listed.isEmpty)
        bench.wait(1)
        bench.store.endReplay()
        #expect(bench.log.all.contains("gentle is cancelled"))
        #expect(bench.store.state.isEmpty)
    }

    @Test("drops what a handler dispatches later that was called before it")
    func lateContext() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [Int] in
            sum += number
            return number == 1 ? [number] : []
        }
        let contexts = Collector<EffectContext<Int>>()
        store.setInlineEffectHandler { _, context in contexts.add(context) }
        store.dispatch(1)
        store.beginReplay(ReplayInfo(effects: .suppressed))
        contexts.all[0].dispatch(10)
        #expect(store.snapshot() == (1, 1))
        store.endReplay()
        contexts.all[0].dispatch(10)
        #expect(store.snapshot() == (2, 11))
    }

    @Test("leaves a handler that is set meanwhile in force afterwards, also when one replay follows the other")
    func setMeanwhile() {
        let store = Store<Int, Int, Int>(initial: 0) { sum, number -> [Int] in
            sum += number
            return [number]
        }
        let seen = Collector<String>()
        store.beginReplay(ReplayInfo(effects: .recorded))
        store.setInlineEffectHandler { effect, _ in seen.add("new \(effect)") }
        store.addMiddleware(on: .inline) { _, action, _ in seen.add("middleware \(action)") }
        store.dispatch(1)
        store.beginReplay(ReplayInfo(effects: .suppressed))
        store.dispatch(2)
        #expect(seen.all.isEmpty)
        store.beginReplay(ReplayInfo(effects: .live))
        store.dispatch(3)
        store.endReplay()
        store.endReplay()
        store.dispatch(4)
        #expect(seen.all == ["middleware 3", "new 3", "middleware 4", "new 4"])
    }

    @Test("calls no middleware and begins no thunk", arguments: quiet)
    func redux(effects: ReplayEffects) async throws {
        let seen = Collector<Int>()
        let store = ReduxStore<[Int], Int>(
            state: [], reducers: [{ $0 + [$1] }], serialDispatcher: .inline)
        store.store.addMiddleware(on: .inline) { _, action, context in
            seen.add(action)
            if action == 1 { context.dispatch(100) }
        }
        store.store.beginReplay(ReplayInfo(effects: effects))
        store.dispatch(1)
        #expect(store.dispatch(Thunk("more") { $0.dispatch(7) }) == nil)
        #expect(store.state == [1] && seen.all.isEmpty)
        store.store.endReplay()
        store.dispatch(1)
        #expect(store.state == [1, 1, 100])
    }

    @Test("begins no late work of an asynchronous store, and cancels what runs")
    func late() async throws {
        struct Counter: AsyncReducer {
            let later: Later<Int>
            let begun: Collector<Int>

            func reduce(state: Int, action: Int) async -> Int {
                if action < 10 {
                    later("ten") { [begun] in
                        begun.add(action)
                        if action == 1 { try? await Task.sleep(for: .seconds(3_600)) }
                        return 10
                    }
                }
                return state + action
            }
        }
        let begun = Collector<Int>()
        let store = AsyncStore(initial: 0) { Counter(later: $0, begun: begun) }
        try await store.receipt(of: 1)
        _ = try await begun.wait(for: 1)
        store.beginReplay(ReplayInfo(effects: .recorded))
        #expect(store.runningEffects.isEmpty)
        try await store.receipt(of: 2)
        try await store.receipt(of: 10)
        #expect(begun.all == [1])
        #expect(store.snapshot() == (3, 13))
        store.endReplay()
        let states = Collector<Int>()
        let subscription = store.subscribe { states.add($0) }
        store.dispatch(3)
        #expect(try await states.wait(for: 2) == [16, 26])
        subscription.cancel()
    }

    @Test("drops what the states of a machine send, and lets them know")
    @MainActor func stateObjects() {
        final class Host { var notes: [String] = [] }
        final class On: StateObject<Bool, String, Host> {
            override func enter() {
                host?.notes.append(isReplaying ? "entered quietly" : "entered")
                dispatch("off")
            }
            override func next(on event: String) -> Bool? { false }
        }
        final class Off: StateObject<Bool, String, Host> {
            override func next(on event: String) -> Bool? { event == "on" ? true : nil }
        }
        let host = Host()
        let machine = StateObjectMachine<Bool, String, Host>(initial: false, host: host) { isOn, host in
            isOn ? On(host: host) : Off(host: host)
        }
        machine.beginReplay(ReplayInfo(effects: .recorded))
        machine.dispatch("on")
        #expect(machine.snapshot() == (1, true))
        machine.dispatch("off")
        machine.endReplay()
        machine.dispatch("on")
        #expect(machine.snapshot() == (4, false))
        #expect(host.notes == ["entered quietly", "entered"])
    }

    @Test("is sent to its followers: the current mode first, and always the last one")
    func changes() async {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        var modes = store.replay.changes().makeAsyncIterator()
        #expect(await modes.next() == .some(nil))
        let info = ReplayInfo(effects: .recorded, source: "a file")
        store.beginReplay(info)
        #expect(await modes.next() == info)
        store.endReplay()
        store.beginReplay(info)
        store.endReplay()
        #expect(await modes.next() == .some(nil))
        #expect(!store.replay.isOn)
    }

    @Test("changes of the mode end with the store")
    func end() async {
        var store: Store<Int, Int, Never>? = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        let changes = store?.replay.changes()
        store = nil
        var count = 0
        if let changes { for await _ in changes { count += 1 } }
        #expect(count == 1)
    }

    @Test("begins and ends while followers are cancelled, and keeps none waiting")
    func cancelledReaders() async {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        for _ in 0..<500 {
            let changes = store.replay.changes()
            let reader = Task { for await _ in changes {} }
            let changing = Task.detached {
                store.beginReplay(ReplayInfo(effects: .recorded))
                store.endReplay()
            }
            let cancelling = Task.detached { reader.cancel() }
            await changing.value
            await cancelling.value
            await reader.value
        }
        #expect(!store.replay.isOn)
    }

    @Test("cannot be begun by a reducer")
    func reentry() {
        let faults = Collector<StoreError>()
        let box = Collector<Store<Int, Int, Never>>()
        let store = Store(initial: 0) { (state: inout Int, action: Int) in
            box.all[0].beginReplay(ReplayInfo(effects: .recorded))
            state += action
        }
        store.setFaultHandler { faults.add($0) }
        box.add(store)
        store.dispatch(1)
        #expect(faults.all.map(\.code) == [.reentered])
        #expect(!store.replay.isOn)
    }
}
