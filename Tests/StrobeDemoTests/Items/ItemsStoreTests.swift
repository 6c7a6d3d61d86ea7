import Strobe
import StrobeTesting
import Synchronization
import Testing

@testable import StrobeDemo

/// The store of the items screen with its requests; each test covers all that happens.
@Suite(.timeLimit(.minutes(5))) struct ItemsStoreTests {
    private let items = ItemsMachineTests.items

    /// A store whose requests take a second each and get answers in the order in which they began.
    private func store(answers: [ItemsEvent]) -> TestStore<ItemsState, ItemsEvent, ItemsEffect> {
        let store = TestStore(Store(machine: ItemsMachine.machine))
        let requests = Mutex(0)
        store.setEffectHandler(schedule: \.schedule) { [clock = store.clock] _, context in
            let request = requests.withLock { requests in
                defer { requests += 1 }
                return requests
            }
            try? await clock.sleep(for: .seconds(1))
            context.dispatch(answers[request])
        }
        return store
    }

    @Test("loading, data, loading, nothing, loading, an error, and again: each answer has its state")
    func story() async {
        let store = store(answers: [.loaded(items), .loaded([]), .failed(reason: "offline"), .loaded(items)])
        store.clock.advance(by: .seconds(1))
        await store.receive(.loaded(items)) { $0 = .showingData(items) }
        await store.send(.load) { $0 = .loading }
        store.clock.advance(by: .seconds(1))
        await store.receive(.loaded([])) { $0 = .empty }
        await store.send(.load) { $0 = .loading }
        store.clock.advance(by: .seconds(1))
        await store.receive(.failed(reason: "offline")) { $0 = .error(reason: "offline") }
        await store.send(.load) { $0 = .loading }
        store.clock.advance(by: .seconds(1))
        await store.receive(.loaded(items)) { $0 = .showingData(items) }
        await store.finish()
    }

    @Test("a second load while it loads gets one answer, that to the later request")
    func again() async {
        let store = store(answers: [.loaded([]), .loaded(items)])
        store.clock.advance(by: .milliseconds(500))
        await store.send(.load)
        store.clock.advance(by: .seconds(1))
        await store.receive(.loaded(items)) { $0 = .showingData(items) }
        await store.finish()
    }

    @Test("an answer that comes when the items are there from elsewhere is rejected")
    func late() async {
        let store = store(answers: [.failed(reason: "offline")])
        await store.send(.loaded(items)) { $0 = .showingData(items) }
        store.clock.advance(by: .seconds(1))
        await store.receiveRejected(
            .failed(reason: "offline"), reason: "no transition on failed from showingData")
        await store.finish()
    }
}
