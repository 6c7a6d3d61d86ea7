import Foundation
import Strobe
import Testing

struct Pair: Equatable, Sendable {
    var left = 0
    var right = 0
}

enum Side: Sendable { case left, right }

/// A state with a part of each kind that a key path can lead to.
private struct Parts: Sendable {
    final class Object: Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    struct Inner: Sendable {
        var other = ""
        var number = 0
    }

    var noise = 0
    var stored = 0
    var inner = Inner()
    var object = Object(0)
    var missing: Inner?
    var observed = 0 { didSet { noise += 1 } }
    var both = (0, 0)
    var computed: Int { stored * 2 }
}

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

    @Test("whatever a key path leads to is reported once for each change")
    func kindsOfParts() {
        let store = Store(initial: Parts()) { (state: inout Parts, number: Int) in
            guard number > 0 else {
                state.noise += 1
                return
            }
            state.stored = number
            state.inner.number = number
            state.object = Parts.Object(number)
            state.missing = Parts.Inner(number: number)
            state.observed = number
            state.both.1 = number
        }
        let kinds: [(name: String, path: any KeyPath<Parts, Int> & Sendable, expected: [Int])] = [
            ("stored", \.stored, [1, 2]), ("nested", \.inner.number, [1, 2]), ("object", \.object.number, [1, 2]),
            ("observed", \.observed, [1, 2]), ("element", \.both.1, [1, 2]), ("computed", \.computed, [2, 4]),
        ]
        let seen = kinds.map { _ in Collector<Int>() }
        let missing = Collector<Int?>()
        var subscriptions = zip(kinds, seen).map { kind, seen in store.subscribe(to: kind.path) { seen.add($0) } }
        subscriptions.append(store.subscribe(to: \.missing?.number) { missing.add($0) })
        for number in [0, 1, 0, 1, 2, 0] { store.dispatch(number) }
        for (kind, seen) in zip(kinds, seen) { #expect(seen.all == kind.expected, "\(kind.name)") }
        #expect(missing.all == [1, 2])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("subscribers to parts and to the state are called in the order in which they subscribed")
    func mixed() {
        let (store, seen) = (makeStore(), Collector<String>())
        let subscriptions = [
            store.subscribe(to: \.left) { seen.add("left \($0)") },
            store.subscribe { seen.add("\($0.left)/\($0.right)") },
            store.subscribe(to: \.right) { seen.add("right \($0)") },
            store.subscribe(to: { $0.left + $0.right }) { seen.add("sum \($0)") },
            store.subscribe(to: \.self) { seen.add("all \($0.left)/\($0.right)") },
        ]
        store.dispatch(.left)
        store.dispatch(.right)
        store.restore(store.state)
        #expect(
            seen.all == [
                "left 1", "1/0", "sum 1", "all 1/0", "1/1", "right 1", "sum 2", "all 1/1", "1/1",
            ])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("a subscriber to a key path that dispatches is called with every value, one at a time")
    func answering() {
        let (store, seen) = (makeStore(), Collector<String>())
        let first = store.subscribe(to: \.left) { left in
            seen.add("first \(left)")
            if left < 3 { store.dispatch(.left) }
        }
        let second = store.subscribe(to: \.left) { seen.add("second \($0)") }
        store.dispatch(.left)
        #expect(seen.all == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("a subscriber to a key path that another one cancels during a delivery is not called any more")
    func cancelPartDuringDelivery() {
        let (store, seen) = (makeStore(), Collector<Int>())
        let box = Protected<StoreSubscription?>(nil)
        let first = store.subscribe(to: \.left) { _ in box.withLock { $0 }?.cancel() }
        box.withLock { $0 = store.subscribe(to: \.left) { seen.add($0) } }
        store.dispatch(.left)
        #expect(seen.all.isEmpty)
        first.cancel()
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
