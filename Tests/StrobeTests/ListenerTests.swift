import Strobe
import Testing

private final class Listener: UpdateListener {
    let seen = Collector<String>()
    let name: String

    init(_ name: String = "") {
        self.name = name
    }

    func stateUpdated() {
        seen.add(name)
    }
}

@Suite("Update listeners")
struct ListenerTests {
    private let store = Store<Int, Int, Never>(initial: 0) { state, action in state += action }

    @Test("a listener is called for each commit before the dispatch returns, restored states included")
    @MainActor func main() {
        let listener = Listener()
        store.addListener(listener)
        store.dispatch(1)
        #expect(listener.seen.all.count == 1)
        store.dispatch(0)
        store.restore(7)
        #expect(listener.seen.all.count == 3)
    }

    @Test("a listener is called soon for what is dispatched elsewhere")
    @MainActor func elsewhere() async throws {
        let listener = Listener()
        store.addListener(listener)
        await Task.detached { [store] in store.dispatch(1) }.value
        #expect(try await listener.seen.wait(for: 1).count == 1)
    }

    @Test("a listener is not kept alive, and nothing is left of it once it is gone")
    @MainActor func weakness() {
        let jobs = MainJobList()
        var listener: Listener? = Listener()
        weak let held = listener
        if let listener { store.addListener(listener, on: jobs.delivery) }
        store.dispatch(1)
        jobs.run()
        #expect(held?.seen.all.count == 1)
        store.dispatch(1)
        #expect(jobs.count == 1)
        listener = nil
        #expect(held == nil)
        jobs.run()
        store.dispatch(1)
        store.dispatch(1)
        #expect(jobs.count == 0)
    }

    @Test("listeners are called in the order of adding, after the state has changed")
    @MainActor func order() {
        let jobs = MainJobList()
        let listeners = [Listener("a"), Listener("b")]
        for listener in listeners { store.addListener(listener, on: jobs.delivery) }
        store.dispatch(1)
        #expect(listeners.flatMap(\.seen.all) == [])
        #expect(store.state == 1)
        jobs.run()
        #expect(listeners.flatMap(\.seen.all) == ["a", "b"])
    }
}
