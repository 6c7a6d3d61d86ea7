import Foundation
import Strobe
import Testing

struct Pair: Equatable, Sendable {
    var left = 0
    var right = 0
}

enum Side: Sendable { case left, right }

@Suite("Subscriptions")
struct SubscriptionTests {
    func makeStore() -> Store<Pair, Side, Never> {
        Store(initial: Pair()) { (state: inout Pair, side: Side) in
            switch side {
            case .left: state.left += 1
            case .right: state.right += 1
            }
        }
    }

    @Test("a key path is reported only when its value changes")
    func keyPath() {
        let store = makeStore()
        let seen = Collector<Int>()
        let subscription = store.subscribe(to: \.left) { seen.add($0) }
        store.dispatch(.left)
        store.dispatch(.right)
        store.dispatch(.left)
        #expect(seen.all == [1, 2])
        subscription.cancel()
    }

    @Test("a selector can be compared by any rule, or not at all")
    func selector() {
        let store = makeStore()
        let sums = Collector<Int>()
        let parities = Collector<Int>()
        let all = Collector<Int>()
        let subscriptions = [
            store.subscribe(to: { $0.left + $0.right }) { sums.add($0) },
            store.subscribe(to: { $0.left }, isSame: { $0 / 2 == $1 / 2 }) { parities.add($0) },
            store.subscribe(to: { $0.right }, isSame: nil) { all.add($0) },
        ]
        for _ in 0..<4 { store.dispatch(.left) }
        #expect(sums.all == [1, 2, 3, 4])
        #expect(parities.all == [2, 4])
        #expect(all.all == [0, 0, 0, 0])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("the present value comes first when it is asked for")
    func initial() {
        let store = makeStore()
        store.dispatch(.left)
        let seen = Collector<Int>()
        let subscription = store.subscribe(to: \.left, initial: true) { seen.add($0) }
        #expect(seen.all == [1])
        store.dispatch(.left)
        #expect(seen.all == [1, 2])
        subscription.cancel()
    }

    @Test("nothing is delivered after cancel, nor after the last reference is gone")
    func cancel() {
        let store = makeStore()
        let seen = Collector<Pair>()
        do {
            let subscription = store.subscribe { seen.add($0) }
            store.dispatch(.left)
            subscription.cancel()
            store.dispatch(.left)
        }
        do {
            let subscription = store.subscribe { seen.add($0) }
            store.dispatch(.left)
            withExtendedLifetime(subscription) {}
        }
        store.dispatch(.left)
        #expect(seen.all.map(\.left) == [1, 3])
    }

    @Test("a subscriber that another one cancels during a delivery is not called any more")
    func cancelDuringDelivery() {
        let store = makeStore()
        let seen = Collector<Pair>()
        let box = Protected<StoreSubscription?>(nil)
        let first = store.subscribe { _ in box.withLock { $0 }?.cancel() }
        box.withLock { $0 = store.subscribe { seen.add($0) } }
        store.dispatch(.left)
        #expect(seen.all.isEmpty)
        first.cancel()
    }

    @Test("a subscriber that is added during a delivery sees the states after it")
    func addDuringDelivery() {
        let store = makeStore()
        let seen = Collector<Int>()
        let box = Protected<[StoreSubscription]>([])
        let first = store.subscribe { state in
            guard state.left == 1 else { return }
            let added = store.subscribe(initial: true) { seen.add($0.left) }
            box.withLock { $0.append(added) }
            store.dispatch(.left)
        }
        store.dispatch(.left)
        #expect(seen.all == [1, 2])
        first.cancel()
        box.withLock { $0 = [] }
    }

    @Test("delivery elsewhere keeps the order", arguments: [0, 1, 2])
    func elsewhere(place: Int) async throws {
        let store = makeStore()
        let delivery: Delivery =
            switch place {
            case 0: .queue(.main)
            case 1: .queue(DispatchQueue(label: "test", attributes: .concurrent))
            default: .executor(globalConcurrentExecutor)
            }
        let seen = Collector<Int>()
        let subscription = store.subscribe(to: \.left, on: delivery) { value in
            seen.add(value)
        }
        for _ in 0..<500 { store.dispatch(.left) }
        #expect(try await seen.wait(for: 500) == Array(1...500))
        subscription.cancel()
    }

    @Test("a sequence of states begins with the present one, and ends with the store")
    func states() async {
        var store: Store? = makeStore()
        store?.dispatch(.left)
        let states = store?.states(buffering: 10)
        store?.dispatch(.left)
        store?.dispatch(.right)
        store = nil
        var seen: [Pair] = []
        if let states { for await state in states { seen.append(state) } }
        #expect(seen == [Pair(left: 1), Pair(left: 2), Pair(left: 2, right: 1)])
    }

    @Test("what waits elsewhere for a subscriber that is cancelled meanwhile is not delivered")
    func cancelledElsewhere() {
        let (store, jobs, seen) = (makeStore(), Collector<@Sendable () -> Void>(), Collector<Pair>())
        let subscription = store.subscribe(on: .custom { jobs.add($0) }) { seen.add($0) }
        store.dispatch(.left)
        subscription.cancel()
        #expect(jobs.all.count == 1)
        for job in jobs.all { job() }
        #expect(seen.all.isEmpty)
    }

    @Test("a slow reader of a sequence loses the oldest states, never the newest")
    func slowReader() async {
        var store: Store? = makeStore()
        let newest = store?.states()
        let values = store?.values(of: \.left, buffering: 3)
        for _ in 0..<100 { store?.dispatch(.left) }
        store?.dispatch(.right)
        store = nil
        var seen: [Int] = []
        if let newest { for await state in newest { seen.append(state.left) } }
        #expect(seen == [100])
        seen = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == [98, 99, 100])
    }
}
