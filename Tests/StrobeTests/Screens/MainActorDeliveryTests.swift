import Dispatch
import Strobe
import Testing

/// What is delivered on the main actor, at once from there and soon from elsewhere.
@Suite("Delivery on the main actor", .timeLimit(.minutes(5)))
@MainActor struct MainActorDeliveryTests {
    /// What a subscriber of the main actor has seen; not `Sendable` on purpose.
    @MainActor private final class Notes {
        var values: [Int] = []
    }

    private let store = Store<Int, Int, Never>(initial: 0) { state, action in state += action }
    private let notes = Notes()

    @Test("the subscriber was called when a dispatch on the main actor returns, and first of all with what there is")
    func atOnce() {
        let subscription = store.subscribe(on: .mainActor, initial: true) { [notes] in notes.values.append($0) }
        #expect(notes.values == [0])
        for number in 1...3 {
            store.dispatch(1)
            #expect(notes.values.last == number)
        }
        #expect(notes.values == [0, 1, 2, 3])
        subscription.cancel()
        store.dispatch(1)
        #expect(notes.values.count == 4)
    }

    @Test("every form of subscribing takes a closure of the main actor")
    func forms() {
        let label = Notes()
        let part = store.scope(state: { $0 / 10 }, action: { (number: Int) in number })
        let subscriptions = [
            store.subscribe(to: \.description, on: .mainActor) { [notes] in notes.values.append($0.count) },
            store.subscribe(to: { $0 % 2 == 0 }, on: .mainActor) { [notes] in notes.values.append($0 ? 100 : 101) },
            store.subscribe(to: { $0 }, on: .mainActor, isSame: nil) { [notes] in notes.values.append($0) },
            part.subscribe(on: .mainActor) { label.values.append($0) },
        ]
        store.dispatch(5)
        #expect(notes.values == [1, 101, 5] && label.values == [])
        store.dispatch(0)
        #expect(notes.values == [1, 101, 5, 5])
        part.dispatch(7)
        #expect(notes.values == [1, 101, 5, 5, 2, 100, 12] && label.values == [1])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("what was committed elsewhere before comes first")
    func order() async {
        let subscription = store.subscribe(on: .mainActor) { [notes] in notes.values.append($0) }
        for round in 0..<100 {
            // The main actor is occupied: what the other thread commits waits for it.
            DispatchQueue.global().sync { for _ in 0..<3 { store.dispatch(1) } }
            store.dispatch(1)
            #expect(notes.values.count == 4 * (round + 1))
        }
        #expect(notes.values == Array(1...400))
        subscription.cancel()
    }

    @Test("of what several threads commit at once every state arrives, once and in order")
    func threads() async {
        let subscription = store.subscribe(on: .mainActor) { [notes] in notes.values.append($0) }
        let others = (0..<4).map { _ in
            Task.detached { [store] in for _ in 0..<500 { store.dispatch(1) } }
        }
        for _ in 0..<500 {
            store.dispatch(1)
            if notes.values.count % 7 == 0 { await Task.yield() }
        }
        for other in others { await other.value }
        while notes.values.count < 2_500 { await Task.yield() }
        #expect(notes.values == Array(1...2_500))
        subscription.cancel()
    }

    @Test("what a subscriber dispatches is reduced after all have seen the current state")
    func reentrancy() {
        let seen = Collector<String>()
        let first = store.subscribe(on: .mainActor) { [store] state in
            seen.add("a\(state)")
            if state < 3 { store.dispatch(1) }
            seen.add("end of a\(state)")
        }
        let second = store.subscribe { seen.add("b\($0)") }
        store.dispatch(1)
        #expect(seen.all == (1...3).flatMap { ["a\($0)", "end of a\($0)", "b\($0)"] })
        withExtendedLifetime((first, second)) {}
    }

    @Test(
        "a subscriber that always dispatches is cut off, whether it is called at once or later",
        arguments: [true, false])
    func endless(isHere: Bool) async throws {
        let store = Store<Int, Int, Never>(initial: 0, nestingLimit: 5) { state, action in state += action }
        store.chainSpan = .seconds(3_600)
        let faults = Collector<StoreError>()
        store.setFaultHandler { faults.add($0) }
        let subscription = store.subscribe(on: .mainActor) { [weak store] _ in
            if faults.all.isEmpty { store?.dispatch(1) }
        }
        if isHere { store.dispatch(1) } else { await Task.detached { store.dispatch(1) }.value }
        let fault = try #require(try await faults.wait(for: 1).first)
        #expect(fault.code == .runawayLoop)
        subscription.cancel()
    }

    @Test("two stores whose subscribers answer each other on the main actor are cut off")
    func twoStores() async throws {
        let faults = Collector<StoreError>()
        let stores = (0..<2).map { _ in
            Store<Int, Int, Never>(initial: 0, nestingLimit: 5) { state, action in state += action }
        }
        for store in stores {
            store.chainSpan = .seconds(3_600)
            store.setFaultHandler { faults.add($0) }
        }
        let subscriptions = [(0, 1), (1, 0)].map { one, other in
            stores[one].subscribe(on: .mainActor) { _ in if faults.all.isEmpty { stores[other].dispatch(1) } }
        }
        stores[0].dispatch(1)
        #expect(try await faults.wait(for: 1).first?.code == .runawayLoop)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("an asynchronous store delivers on the main actor as well")
    func asynchronous() async throws {
        let store = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
        let subscription = store.subscribe(on: .mainActor) { [notes] in notes.values.append($0) }
        try await store.receipt(of: 2)
        while notes.values.isEmpty { await Task.yield() }
        #expect(notes.values == [2])
        subscription.cancel()
    }

    @Test("by hand, nothing is delivered before its job runs")
    func byHand() {
        let jobs = MainJobList()
        let subscription = store.subscribe(on: jobs.delivery) { [notes] in notes.values.append($0) }
        store.dispatch(1)
        store.dispatch(1)
        #expect(notes.values == [] && jobs.count == 1)
        jobs.run()
        #expect(notes.values == [1, 2])
        subscription.cancel()
    }

    @Test("a machine of state objects delivers at once, and what a subscriber sends when it begins arrives as well")
    func machine() {
        final class Host {}
        final class Number: StateObject<Int, Int, Host> {
            override func next(on event: Int) -> Int? { event }
        }
        let host = Host()
        let machine = StateObjectMachine<Int, Int, Host>(initial: 0, host: host) { _, host in Number(host: host) }
        let subscription = machine.subscribe(on: .mainActor, initial: true) { [notes, weak machine] state in
            notes.values.append(state)
            if state == 0 { machine?.dispatch(3) }
        }
        #expect(machine.state == 3)
        // The call with 0 has to end before the one with 3, which comes first now at the latest.
        machine.dispatch(2)
        #expect(notes.values == [0, 3, 2])
        subscription.cancel()
    }
}
