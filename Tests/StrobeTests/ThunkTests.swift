import Strobe
import Testing

@Suite("Thunks")
struct ThunkTests {
    private func makeStore() -> Store<[Int], Int, Never> {
        Store(initial: []) { (state: inout [Int], action: Int) in state.append(action) }
    }

    @Test("a thunk looks at the state, and its actions are reduced in order, as those of an effect without cause")
    func actions() async throws {
        let store = makeStore()
        let seen = Collector<(origin: Origin, cause: Int?)>()
        store.install(OriginWitness(seen: seen))
        store.dispatch(1)
        let states = Collector<[Int]?>()
        store.dispatch(
            Thunk("add") { context in
                states.add(context.state)
                context.dispatch(2)
                context.dispatch(3)
                states.add(context.state)
            })
        #expect(try await states.wait(for: 2) == [[1], [1, 2, 3]])
        #expect(seen.all.map(\.origin) == [.app, .effect, .effect])
        #expect(seen.all.map(\.cause) == [nil, nil, nil])
    }

    @Test("a thunk is listed by its name while it runs, and one that is cancelled changes nothing any more")
    func cancel() async throws {
        let store = makeStore()
        let steps = Collector<String>()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let id = try #require(
            store.dispatch(
                Thunk("wait") { context in
                    steps.add("begun")
                    for await _ in gate {}
                    context.dispatch(1)
                    #expect(context.dispatch(Thunk("more") { $0.dispatch(2) }) == nil)
                    steps.add("ended")
                }))
        _ = try await steps.wait(for: 1)
        let running = try #require(store.runningEffects.first)
        #expect(store.runningEffects.count == 1)
        #expect(running.id == id)
        #expect(running.name == "wait")
        #expect(running.cause == nil)
        #expect(store.cancelEffect(id))
        open.finish()
        _ = try await steps.wait(for: 2)
        #expect(store.seq == 0)
        #expect(store.runningEffects.isEmpty)
    }

    @Test("a thunk dispatches another one, which has a life of its own")
    func nested() async throws {
        let store = makeStore()
        let done = Collector<[Int]>()
        let subscription = store.subscribe { if $0.count == 2 { done.add($0) } }
        let inner = Thunk<[Int], Int>("inner") { $0.dispatch(2) }
        store.dispatch(
            Thunk("outer") { context in
                context.dispatch(1)
                #expect(context.dispatch(inner) == 2)
            })
        #expect(try await done.wait(for: 1) == [[1, 2]])
        subscription.cancel()
    }

    @Test("of thunks that replace each other the last one answers")
    func schedule() async throws {
        let store = makeStore()
        let done = Collector<Int>()
        let gate = Gate()
        let subscription = store.subscribe { done.add($0.count) }
        for number in 1...3 {
            let thunk = Thunk<[Int], Int>("load \(number)") { context in
                if number < 3 { await gate.wait() }
                context.dispatch(number)
                done.add(-number)
            }
            store.dispatch(thunk, schedule: .replacing("load"))
            if number < 3 { _ = try await gate.arrivals.wait(for: number) }
        }
        _ = try await done.wait(for: 2)
        gate.open()
        #expect(try await done.wait(for: 4).sorted() == [-3, -2, -1, 1])
        #expect(store.state == [3])
        subscription.cancel()
    }

    @Test("a thunk does not keep its store alive")
    func life() async throws {
        let contexts = Collector<ThunkContext<[Int], Int>>()
        weak var store: Store<[Int], Int, Never>?
        do {
            let made = makeStore()
            made.dispatch(Thunk("hold") { contexts.add($0) })
            _ = try await contexts.wait(for: 1)
            store = made
        }
        #expect(store == nil)
        let context = try #require(contexts.all.first)
        #expect(context.state == nil)
        #expect(context.dispatch(Thunk("late") { $0.dispatch(1) }) == nil)
        context.dispatch(1)
    }
}

/// Records the origin of each action.
private final class OriginWitness: StoreObserver<[Int], Int, Never>, @unchecked Sendable {
    // Accessed in `didReduce` only, which the store serialises; also thread-safe itself.
    let seen: Collector<(origin: Origin, cause: Int?)>

    init(seen: Collector<(origin: Origin, cause: Int?)>) {
        self.seen = seen
    }

    override func didReduce(_ action: Int, effects: [Never], info: TransitionInfo, state: () -> [Int]) {
        seen.add((info.origin, info.cause))
    }
}
