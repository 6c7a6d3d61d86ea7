import Dispatch
import Observation
import Strobe
import Testing

private struct Page: Sendable, Equatable {
    struct Address: Sendable, Equatable {
        var city = "London"
        var street = ""
    }

    /// A value that cannot be compared.
    struct Picture: Sendable { var size = 0 }

    var name = "Ada"
    var address = Address()
    var visits = 0
    private var pictures: [Picture] = []
    var picture: Picture { pictures.last ?? Picture() }
    var initial: Character? { name.first }

    static func == (one: Page, other: Page) -> Bool { one.name == other.name && one.visits == other.visits }
}

private enum Event: Sendable, Equatable {
    case rename(String)
    case move(to: String)
    case visit
}

@Suite("The observed state of a store", .timeLimit(.minutes(5)))
@MainActor struct ObservedStateTests {
    private let store = Store<Page, Event, Never>(initial: Page()) { page, event in
        switch event {
        case .rename(let name): page.name = name
        case .move(let city): page.address.city = city
        case .visit: page.visits += 1
        }
    }
    private let changes = Collector<String>()

    /// Notes the next change of what a closure reads, as a view does that draws it.
    private func track(_ name: String = "changed", _ read: () -> Void) {
        withObservationTracking(read) { [changes] in changes.add(name) }
    }

    @Test("what was read is tracked alone: a change of another part calls nobody")
    func partAlone() {
        let page = store.observed
        track("name") { _ = page.name }
        track("visits") { _ = page.visits }
        store.dispatch(.visit)
        #expect(changes.all == ["visits"])
        store.dispatch(.visit)
        store.dispatch(.rename("Ada"))
        #expect(changes.all == ["visits"])
        store.dispatch(.rename("Grace"))
        #expect(changes.all == ["visits", "name"])
    }

    @Test("a change calls each of those who have read the part, once, until they read again")
    func again() {
        let page = store.observed
        track("first") { _ = page.visits }
        track("second") { _ = (page.visits, page.name) }
        store.dispatch(.visit)
        #expect(Set(changes.all) == ["first", "second"] && changes.all.count == 2)
        track("third") { _ = page.visits }
        store.dispatch(.visit)
        store.dispatch(.rename("Grace"))
        #expect(changes.all.dropFirst(2) == ["third"])
    }

    @Test("right after a dispatch on the main actor the values are the new ones, and during the call the old ones")
    func atOnce() {
        let page = store.observed
        withObservationTracking {
            _ = page.name
        } onChange: { [changes] in
            MainActor.assumeIsolated { changes.add("from \(page.name)") }
        }
        page.dispatch(.rename("Grace"))
        #expect(page.name == "Grace")
        page.dispatch(.rename("Edsger"))
        #expect(page.name == "Edsger" && page[\.initial] == "E")
        #expect(changes.all == ["from Ada"])
    }

    @Test("of a nested part read member by member the first is tracked, by a key path that part alone")
    func nested() {
        let page = store.observed
        track("address") { _ = page.address.street }
        track("street") { _ = page[\.address.street] }
        track("city") { _ = page[\.address.city] }
        store.dispatch(.move(to: "Paris"))
        #expect(Set(changes.all) == ["address", "city"])
        #expect(page.address.city == "Paris")
    }

    @Test("a part that cannot be compared has changed with every commit")
    func notEquatable() {
        let page = store.observed
        for round in 1...3 {
            track { _ = page.picture.size }
            store.dispatch(.visit)
            #expect(changes.all.count == round)
        }
    }

    @Test("the whole state is tracked by the rule of its type")
    func whole() {
        let page = store.observed
        track { _ = page.state }
        // Its == does not look at the address.
        store.dispatch(.move(to: "Paris"))
        #expect(changes.all.isEmpty)
        #expect(page.state.address.city == "Paris")
        store.dispatch(.visit)
        #expect(changes.all.count == 1)
    }

    @Test("a change that another thread commits arrives on the main actor")
    func elsewhere() async {
        let page = store.observed
        let (changed, continuation) = AsyncStream.makeStream(of: Bool.self)
        withObservationTracking {
            _ = page.visits
        } onChange: {
            continuation.yield(MainActor.assumeIsolated { page.visits == 0 })
        }
        await Task.detached { [store] in store.dispatch(.visit) }.value
        var isOld: Bool?
        for await value in changed {
            isOld = value
            break
        }
        #expect(isOld == true)
        while page.visits == 0 { await Task.yield() }
    }

    @Test("what is read between two changes belongs to one state, whatever other threads commit meanwhile")
    func consistency() {
        let page = store.observed
        let visits = page.visits
        DispatchQueue.global().sync {
            store.dispatch(.visit)
            store.dispatch(.rename("Grace"))
        }
        #expect((visits, page.visits, page.name) == (0, 0, "Ada"))
        store.dispatch(.visit)
        #expect((page.visits, page.name) == (2, "Grace"))
    }

    @Test("an observer may dispatch when it is called, and what comes of that arrives as well")
    func reentrancy() {
        let page = store.observed
        withObservationTracking {
            _ = page.name
        } onChange: { [store] in
            store.dispatch(.visit)
        }
        track("visits") { _ = page.visits }
        store.dispatch(.rename("Grace"))
        #expect((page.name, page.visits) == ("Grace", 1))
        #expect(changes.all == ["visits"])
    }

    @Test("comparisons are made for what is tracked alone, and not once more for what was read often")
    func cost() {
        /// Counts how often it is compared.
        struct Counted: Sendable, Equatable {
            static let comparisons = Protected(0)
            static func == (one: Counted, other: Counted) -> Bool {
                comparisons.withLock { $0 += 1 }
                return true
            }
        }
        struct Two: Sendable { var read = Counted(), unread = Counted(), number = 0 }
        let store = Store<Two, Int, Never>(initial: Two()) { two, number in two.number += number }
        let two = store.observed
        store.dispatch(1)
        #expect(Counted.comparisons.withLock { $0 } == 0)
        for _ in 0..<100 { _ = two.read }
        store.dispatch(1)
        #expect(Counted.comparisons.withLock { $0 } == 1)
    }

    @Test("it keeps the store, and nothing keeps it: it ends with its last reference, tracked or not")
    func life() {
        weak var heldStore: Store<Page, Event, Never>?
        weak var heldState: ObservedState<Page, Event>?
        do {
            let store = Store<Page, Event, Never>(initial: Page()) { page, _ in page.visits += 1 }
            heldStore = store
            let page = store.observed
            heldState = page
            track { _ = page.visits }
            store.dispatch(.visit)
            track { _ = page.visits }
        }
        #expect(heldState == nil && heldStore == nil)
        let left = store.observed
        heldState = left
        withExtendedLifetime(left) {}
    }

    @Test("each kind of store can be observed")
    func everyStore() async throws {
        let asynchronous = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
        let count = asynchronous.observed
        track("asynchronous") { _ = count.state }
        try await asynchronous.receipt(of: 2)
        while count.state == 0 { await Task.yield() }
        let redux = ReduxStore<[Int], Int>(state: [], reducers: [{ $0 + [$1] }], serialDispatcher: .inline)
        let numbers = redux.observed
        track("redux") { _ = numbers.count }
        numbers.dispatch(7)
        #expect(numbers.state == [7])
        let address = store.scope(state: \.address, action: { (city: String) in Event.move(to: city) }).observed
        track("scoped") { _ = address.city }
        store.dispatch(.visit)
        address.dispatch("Paris")
        #expect(address.city == "Paris")
        #expect(changes.all == ["asynchronous", "redux", "scoped"])
    }

    @Test("a field shows what the reducer makes of what is written, and is tracked like the part itself")
    func field() {
        let store = Store<String, String, Never>(initial: "") { text, typed in text = String(typed.prefix(3)) }
        let text = store.observed
        let field = ObservedField(text, \.self) { typed in typed.lowercased() }
        track { _ = field.value }
        field.value = "A"
        #expect(field.value == "a" && changes.all.count == 1)
        track { _ = field.value }
        field.value = "abcdef"
        #expect(field.value == "abc" && store.state == "abc" && changes.all.count == 2)
        field.value = "abc"
        #expect(store.seq == 3)
    }
}
