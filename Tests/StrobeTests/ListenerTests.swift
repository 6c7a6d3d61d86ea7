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

private final class MainListener: UpdateListener {
    let seen = Collector<Int>()

    func stateUpdated() {
        MainActor.preconditionIsolated()
        seen.add(1)
    }
}

@Suite("Update listeners")
struct ListenerTests {
    private let store = Store<Int, Int, Never>(initial: 0) { state, action in state += action }

    @Test("a listener is called on the main actor, once for each commit, restored states included")
    func main() async throws {
        let listener = MainListener()
        store.addListener(listener)
        store.dispatch(1)
        store.dispatch(0)
        store.restore(7)
        #expect(try await listener.seen.wait(for: 3).count == 3)
    }

    @Test("a listener is not kept alive, and nothing is left of it once it is gone")
    func weakness() {
        let jobs = JobList()
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
    func order() {
        let jobs = JobList()
        let listeners = [Listener("a"), Listener("b")]
        for listener in listeners { store.addListener(listener, on: jobs.delivery) }
        store.dispatch(1)
        #expect(listeners.flatMap(\.seen.all) == [])
        #expect(store.state == 1)
        jobs.run()
        #expect(listeners.flatMap(\.seen.all) == ["a", "b"])
    }
}
