import Strobe
import StrobeTesting
import Synchronization
import Testing

@Suite("The gate of a store")
struct StoreGateTests {
    private typealias Log = Store<[Int], Int, String>

    /// A store that logs its actions, with an effect for each multiple of 10.
    private func makeStore() -> Log {
        Store(initial: []) { (log: inout [Int], action: Int) -> [String] in
            log.append(action)
            return action.isMultiple(of: 10) ? ["\(action / 10)"] : []
        }
    }

    private func closed() -> SwitchKeeper<[Int], Int> { SwitchKeeper() }

    @Test("holds actions before they are reduced, in order of arrival, with their origin")
    func order() throws {
        let store = makeStore()
        let before = Timing.now()
        store.dispatch(1)
        store.setGateKeeper(closed())
        store.dispatch(2)
        store.dispatch(3, origin: .inspector, cause: 1)
        #expect(store.snapshot() == (1, [1]))
        let held = store.held
        #expect(held.map(\.id) == [1, 2] && held.map(\.action) == [2, 3])
        #expect(held.map(\.origin) == [.app, .inspector] && held.map(\.cause) == [nil, 1])
        #expect(try #require(held.first?.source?.description).hasPrefix("StrobeTests/StoreGateTests.swift:"))
        #expect(held.allSatisfy { $0.sinceNanos >= before && $0.sinceNanos <= Timing.now() })
        #expect(store.held(first: 1).map(\.id) == [1] && store.held(first: -1).isEmpty && store.heldCount == 2)
    }

    @Test("releases the requested number, and no more than it holds")
    func release() {
        let store = makeStore()
        store.setGateKeeper(closed())
        for action in 1...5 { store.dispatch(action) }
        store.release(0)
        store.release(-7)
        #expect(store.state == [])
        store.release(2)
        #expect(store.state == [1, 2] && store.held.map(\.action) == [3, 4, 5])
        store.release(.max)
        #expect(store.state == [1, 2, 3, 4, 5] && store.heldCount == 0)
        store.dispatch(6)
        #expect(store.held.map(\.id) == [6])
    }

    @Test("asks the keeper again for the next action after it let one pass, until it holds one")
    func stopsAgain() {
        let store = makeStore()
        let keeper = SwitchKeeper<[Int], Int>(isClosed: false, isNoting: true) { action, _ in action % 3 == 0 }
        store.setGateKeeper(keeper)
        for action in 1...8 { store.dispatch(action) }
        #expect(store.state == [1, 2])
        store.release(1)
        #expect(store.state == [1, 2, 3, 4, 5] && store.held.map(\.action) == [6, 7, 8])
        // An action behind another held one is not checked.
        #expect(
            keeper.told.all.filter { $0.contains("?") } == [
                "1: 1 in []? passes", "1: 2 in [1]? passes", "1: 3 in [1, 2]? held",
                "2: 4 in [1, 2, 3]? passes", "3: 5 in [1, 2, 3, 4]? passes", "4: 6 in [1, 2, 3, 4, 5]? held",
            ])
        #expect(keeper.told.all.filter { !$0.contains("?") }.last == "#5 5 -> [1, 2, 3, 4, 5]")
        store.recheckHeld()
        #expect(store.heldCount == 3)
        keeper.isClosed = false
        store.setGateKeeper(nil)
        #expect(store.state == Array(1...8))
    }

    @Test("opens when its keeper is removed: all held actions are reduced")
    func opens() {
        let store = makeStore()
        store.setGateKeeper(closed())
        for action in 1...5 { store.dispatch(action) }
        store.setGateKeeper(nil)
        store.dispatch(6)
        #expect(store.state == Array(1...6) && store.held.isEmpty)
    }

    @Test("lets another keeper decide again about held actions")
    func replaced() {
        let store = makeStore()
        store.setGateKeeper(closed())
        for action in 1...5 { store.dispatch(action) }
        store.setGateKeeper(SwitchKeeper(isClosed: false) { action, _ in action == 4 })
        #expect(store.state == [1, 2, 3] && store.held.map(\.action) == [4, 5])
    }

    @Test("does not retain a replaced keeper")
    func keeperEnds() {
        let store = makeStore()
        var keeper: SwitchKeeper<[Int], Int>? = closed()
        weak let gone = keeper
        store.setGateKeeper(keeper)
        keeper = nil
        #expect(gone != nil)
        store.setGateKeeper(nil)
        #expect(gone == nil)
    }

    @Test("never holds a restored state or a subscription")
    func restore() {
        let store = makeStore()
        let keeper = SwitchKeeper<[Int], Int>(isNoting: true)
        store.setGateKeeper(keeper)
        store.dispatch(1)
        let seen = Collector<[Int]>()
        let subscription = store.subscribe(initial: true) { seen.add($0) }
        store.restore([7], origin: .edit)
        #expect(store.state == [7] && seen.all == [[], [7]])
        store.release(1)
        #expect(store.state == [7, 1] && seen.all == [[], [7], [7, 1]])
        #expect(keeper.told.all == ["1: 1 in []? held", "#1 restored -> [7]", "#2 1 -> [7, 1]"])
        subscription.cancel()
    }

    @Test("actions that subscribers and effects dispatch during a release wait behind the held ones")
    func answers() {
        let store = makeStore()
        store.setInlineEffectHandler { effect, context in context.dispatch(Int(effect) ?? 0) }
        store.setGateKeeper(closed())
        store.dispatch(10)
        store.dispatch(20)
        store.release(1)
        #expect(store.state == [10] && store.held.map(\.action) == [20, 1])
        #expect(store.held.last?.origin == .effect && store.held.last?.cause == 1)
        store.setGateKeeper(nil)
        #expect(store.state == [10, 20, 1, 2])
    }

    @Test("an observer gets an action only once it is released, with its number then")
    func observed() {
        let store = makeStore()
        let notes = Collector<String>()
        final class Notes: StoreObserver<[Int], Int, String>, @unchecked Sendable {
            let notes: Collector<String>
            init(_ notes: Collector<String>) { self.notes = notes }
            override func didReduce(_ action: Int, effects: [String], info: TransitionInfo, state: () -> [Int]) {
                notes.add("#\(info.seq) \(action) \(info.origin)")
            }
        }
        store.install(Notes(notes))
        store.setGateKeeper(closed())
        store.dispatch(1, origin: .script)
        store.dispatch(2)
        #expect(notes.all.isEmpty)
        store.release(1)
        #expect(notes.all == ["#1 1 script"])
    }

    @Test("middleware sees an action only when it is released")
    func middleware() {
        let store = makeStore()
        let seen = Collector<String>()
        store.addMiddleware(on: .inline) { state, action, context in
            seen.add("\(action) in \(state) for \(context.cause ?? 0)")
        }
        store.setGateKeeper(closed())
        store.dispatch(1)
        store.dispatch(2)
        #expect(seen.all.isEmpty)
        store.release(1)
        #expect(seen.all == ["1 in [] for 1"] && store.state == [1])
        store.restore([5])
        store.setGateKeeper(nil)
        #expect(seen.all == ["1 in [] for 1", "2 in [5] for 3"] && store.state == [5, 2])
    }

    // MARK: Dropping and replacing

    @Test("a dropped action is never reduced, and its waiting caller is notified")
    func drop() {
        let store = makeStore()
        store.setGateKeeper(closed())
        let answers = Collector<String>()
        for action in 1...4 {
            store.dispatch(action) { result in
                switch result {
                case .success(let receipt): answers.add("\(action) is #\(receipt.seq)")
                case .failure(let error): answers.add("\(error.code): \(error.message)")
                }
            }
        }
        #expect(store.dropHeld([3, 2, 99]) == [2, 3])
        #expect(
            answers.all == [
                "cancelled: Int was dropped at the gate, and not reduced.",
                "cancelled: Int was dropped at the gate, and not reduced.",
            ])
        #expect(store.dropHeld([2]).isEmpty)
        store.setGateKeeper(nil)
        #expect(store.state == [1, 4] && answers.all.suffix(2) == ["1 is #1", "4 is #2"])
    }

    @Test("a replaced action keeps its place, its number and its origin")
    func replace() {
        let store = makeStore()
        store.setGateKeeper(closed())
        let receipts = Collector<Int?>()
        store.dispatch(1)
        store.dispatch(2, origin: .script) { receipts.add(try? $0.get().seq) }
        store.dispatch(3)
        #expect(store.replaceHeld(2, with: 20) && !store.replaceHeld(9, with: 90))
        #expect(store.held.map(\.action) == [1, 20, 3] && store.held.map(\.id) == [1, 2, 3])
        #expect(store.held.map(\.origin) == [.app, .script, .app])
        store.setGateKeeper(nil)
        #expect(store.state == [1, 20, 3] && receipts.all == [2])
    }

    @Test("observers of a replaced action get the label of the dispatched one, reduced or rejected")
    func replacedWords() {
        let store = Store<[Int], Int, Never>(
            initial: [],
            reduce: { (log: inout [Int], action: Int) -> Void in
                if action < 0 { try reject("negative") }
                log.append(action)
            })
        let observer = TransitionNotes<[Int], Int>()
        store.install(observer)
        store.setGateKeeper(SwitchKeeper())
        for action in 1...3 { store.dispatch(action) }
        store.replaceHeld(1, with: 10, from: "one")
        store.replaceHeld(1, with: 11, from: "ten")
        store.replaceHeld(2, with: -2)
        store.setGateKeeper(nil)
        #expect(
            observer.told.all == [
                "1 app 11 was one -> [11]", "2 app -2 rejected: negative was Int -> [11]", "3 app 3 -> [11, 3]",
            ])
    }

    @Test("an action that holds an object which dispatches when it ends may be dropped and replaced")
    func lastWords() {
        final class Ticket: Sendable {
            let end: @Sendable () -> Void
            init(_ end: @escaping @Sendable () -> Void) { self.end = end }
            deinit { end() }
        }
        let store = Store(initial: 0) { (count: inout Int, ticket: Ticket?) in count += 1 }
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        store.setGateKeeper(SwitchKeeper())
        for _ in 1...2 { store.dispatch(Ticket { [weak store] in store?.dispatch(nil) }) }
        store.dropHeld([1])
        store.replaceHeld(2, with: nil)
        #expect(store.held.count == 3 && faults.all.isEmpty)
    }

    // MARK: What an action carries

    @Test("a held action reports its number at the gate, and is answered when it is released")
    func receipt() async throws {
        let store = makeStore()
        store.setGateKeeper(closed())
        store.dispatch(1)
        let ids = Collector<Int>()
        let receipts = Collector<Receipt<String>>()
        store.dispatch(20, origin: .inspector, measured: true, whenHeld: { ids.add($0) }) { result in
            if case .success(let receipt) = result { receipts.add(receipt) }
        }
        #expect(ids.all == [2] && receipts.all.isEmpty)
        store.release(2)
        let receipt = try #require(receipts.all.first)
        #expect(receipt.seq == 2 && receipt.effects == ["2"] && receipt.durationNanos != nil)
        store.setGateKeeper(nil)
        store.dispatch(3, whenHeld: { ids.add($0) }) { _ in }
        #expect(ids.all == [2])
    }

    @Test("an action that names a number is refused when the store is at another by the time it is released")
    func stale() {
        let store = makeStore()
        let keeper = SwitchKeeper<[Int], Int>(isNoting: true)
        store.setGateKeeper(keeper)
        let codes = Collector<String>()
        for (action, seq) in [(1, 0), (2, 0), (3, 1), (4, 9)] {
            store.dispatch(action, ifSeq: seq) { result in
                switch result {
                case .success(let receipt): codes.add("\(action) is #\(receipt.seq)")
                case .failure(let error): codes.add("\(action) is \(error.code)")
                }
            }
        }
        store.release(1)
        #expect(store.state == [1] && codes.all == ["1 is #1", "2 is stale"])
        // The second of two does not count, since it is not reduced.
        store.dispatch(5)
        store.release(2)
        #expect(store.state == [1, 3, 5] && codes.all.suffix(2) == ["3 is #2", "4 is stale"])
        #expect(!keeper.told.all.contains { $0.contains(": 2 in") || $0.contains(": 4 in") })
        store.dispatch(6, ifSeq: 0) { _ in codes.add("6 is refused at once") }
        #expect(codes.all.last == "6 is refused at once" && store.heldCount == 0)
    }

    @Test("what a cancelled effect asked for is held no more, and what it asks for is never held")
    func cancelled() {
        let bench = Bench { _ in .now }
        bench.store.setGateKeeper(SwitchKeeper())
        for name in ["a", "b", "c"] { bench.ask(name) }
        bench.store.release(3)
        bench.clock.executor.run()
        bench.wait(1)
        #expect(bench.store.heldCount == 3 && bench.listed.count == 3)
        bench.store.cancelEffect(1)
        #expect(bench.store.heldCount == 2 && bench.store.held.map(\.id) == [5, 6])
        bench.store.release(1)
        bench.store.cancelEffect(3)
        bench.store.setGateKeeper(nil)
        #expect(bench.store.state == ["b"] && bench.listed.isEmpty)
    }

    @Test("one that is cancelled at the head uses up no leave")
    func cancelledHead() {
        let bench = Bench { _ in .now }
        bench.ask("a")
        bench.store.setGateKeeper(SwitchKeeper())
        bench.wait(1)
        bench.store.dispatch(.done("b"))
        bench.store.dispatch(.done("c"))
        bench.store.cancelAllEffects()
        bench.store.release(1)
        #expect(bench.store.state == ["b"] && bench.store.heldCount == 1)
    }

    @Test("a rejected action counts, and the keeper is notified")
    func rejected() {
        let store = Store<Int, Int, Never>(
            initial: 0,
            reduce: { state, action in
                if action <= 0 { try reject("not positive") }
                state += action
            })
        let keeper = SwitchKeeper<Int, Int>(isClosed: false, isNoting: true)
        store.setGateKeeper(keeper)
        let reasons = Collector<String?>()
        store.dispatch(-1) { reasons.add(try? $0.get().rejection) }
        store.dispatch(-2)
        #expect(reasons.all == ["not positive"] && store.snapshot() == (2, 0))
        #expect(keeper.told.all.filter { $0.hasPrefix("#") } == ["#1 -1 -> 0", "#2 -2 -> 0"])
    }

    // MARK: Ends and limits

    @Test("does not keep the store alive, and answers waiting callers when it ends")
    func storeEnds() throws {
        var store: Log? = makeStore()
        weak let gone = store
        store?.setGateKeeper(closed())
        let codes = Collector<StoreError.Code>()
        store?.dispatch(1) { result in
            if case .failure(let error) = result { codes.add(error.code) }
        }
        store = nil
        #expect(gone == nil && codes.all == [.ended])
    }

    @Test("holds 100,000 actions and refuses more, which it reports once")
    func full() {
        let store = Store(initial: 0) { (sum: inout Int, action: Int) in sum += action }
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        store.setGateKeeper(SwitchKeeper())
        for _ in 1...100_005 { store.dispatch(1) }
        let refusals = Collector<StoreError.Code>()
        store.dispatch(1) { result in
            if case .failure(let error) = result { refusals.add(error.code) }
        }
        #expect(store.heldCount == 100_000 && refusals.all == [.gateFull])
        #expect(faults.all.map(\.code) == [.gateFull])
        #expect(faults.all.first?.message.contains("already holds 100000 actions") == true)
        store.setGateKeeper(nil)
        #expect(store.state == 100_000)
        store.dispatch(1)
        #expect(store.state == 100_001)
    }

    @Test("the nesting limit counts through the gate")
    func nesting() {
        let store = Store<Int, Int, Never>(initial: 0, nestingLimit: 5) { (sum: inout Int, action: Int) in sum += action
        }
        let faults = Collector<StoreError.Code>()
        store.setFaultHandler { faults.add($0.code) }
        let subscription = store.subscribe { [weak store] _ in store?.dispatch(1) }
        store.setGateKeeper(SwitchKeeper())
        store.dispatch(1)
        for _ in 1...20 { store.release(1) }
        #expect(store.state == 6 && store.heldCount == 0 && faults.all == [.runawayLoop])
        subscription.cancel()
    }

    @Test("a reducer that calls it gets an error and no deadlock")
    func reentry() {
        let inner = Mutex<Store<Int, Int, Never>?>(nil)
        let store = Store<Int, Int, Never>(initial: 0) { (sum: inout Int, action: Int) -> Void in
            let store = inner.withLock { $0 }
            store?.setGateKeeper(nil)
            store?.release(1)
            _ = store?.dropHeld([1])
            sum += action + (store?.heldCount ?? 100)
        }
        inner.withLock { $0 = store }
        let faults = Collector<StoreError.Code>()
        store.setFaultHandler { faults.add($0.code) }
        store.dispatch(1)
        #expect(store.state == 1 && faults.all == Array(repeating: .reentered, count: 4))
        inner.withLock { $0 = nil }
    }

    @Test("a subscriber may let actions go, drop them and open the gate")
    func fromSubscriber() {
        let store = makeStore()
        store.setGateKeeper(closed())
        let subscription = store.subscribe { [weak store] state in
            switch state.count {
            case 1: store?.release(1)
            case 2: store?.dropHeld([3])
            case 3: store?.setGateKeeper(nil)
            default: break
            }
        }
        for action in 1...6 { store.dispatch(action) }
        store.release(1)
        #expect(store.state == [1, 2])
        store.release(1)
        #expect(store.state == [1, 2, 4, 5, 6])
        subscription.cancel()
    }
}
