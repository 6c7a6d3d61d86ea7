import Foundation
import SeededTesting
import Strobe
import StrobeHistory
import StrobeTree
import Synchronization
import Testing

@Suite("Graphs of stores that cannot be replayed, and graphs that take long")
struct GraphSliceTests {
    private let phase = Path(["phase"])

    private func attach(_ history: History<Desk, DeskAction, DeskEffect>) async throws {
        history.attach()
        // The answer implies that the client is attached.
        _ = try await history.state()
    }

    @Test("without a reducer the retained states are counted, and what was counted goes on")
    func retained() async throws {
        var generator = SeededGenerator(seed: 8)
        var options = HistoryOptions()
        options.retainedStates = 16
        let desk = Mutex(Desk())
        let history = History<Desk, DeskAction, DeskEffect>(
            initial: Desk(), reduce: nil, present: { desk.withLock { $0 } }, options: options)
        var model = GraphModel(states: [Desk()])
        func play(_ count: Int) {
            for _ in 0..<count {
                let action = DeskAction.random(&generator)
                let (state, effects) = desk.withLock { desk in
                    let effects = work(&desk, action)
                    return (desk, effects)
                }
                model.add(action, to: state)
                history.append(action, effects: effects, state: state)
            }
        }
        // A foreign store reports no rejections: rejected actions count as ignored.
        func expect(_ graph: TransitionGraph, from first: Int, to last: Int) -> Bool {
            var tolerant = model
            tolerant.steps = tolerant.steps.map { step in step.map { ($0.action, $0.effects, false) } }
            return tolerant.expectPhase(graph, from: first, to: last)
        }
        try await attach(history)
        play(10)
        #expect(expect(try await history.graph(at: phase), from: 0, to: 10))
        play(15)
        // The first states were dropped; their counts are kept.
        #expect(expect(try await history.graph(at: phase), from: 0, to: 25))
        #expect(expect(try await history.graph(at: phase, from: 20), from: 19, to: 25))
        // 12 counted states were dropped, but not up to this seq.
        #expect(expect(try await history.graph(at: phase, from: 3), from: 10, to: 25))
        #expect(expect(try await history.graph(at: phase, to: 20), from: 10, to: 20))
        #expect(expect(try await history.graph(at: phase), from: 0, to: 25))
        play(40)
        // A gap: the count begins again.
        #expect(expect(try await history.graph(at: phase), from: 50, to: 65))
        let error = await #expect(throws: HistoryError.self) { try await history.graph(at: phase, to: 30) }
        #expect(error?.code == .seqEvicted)
        history.detach()
    }

    @Test("what was counted by an impure reducer is given up once that is known")
    func divergence() async throws {
        let calls = Atomic<Int>(0)
        let store = Store<Desk, DeskAction, DeskEffect>(initial: Desk()) { desk, _ in
            let isFirst = calls.add(1, ordering: .relaxed).oldValue < 3
            desk.phase = isFirst ? .loading(attempt: 1) : .closed
            return []
        }
        let history = History(store: store)
        for _ in 0..<3 { store.dispatch(.load) }
        // Nothing was compared yet: the replay is trusted.
        #expect(try await history.graph(at: phase).last == "closed")
        history.attach()
        #expect(try await history.verify().divergence != nil)
        let graph = try await history.graph(at: phase)
        #expect(graph.firstSeq == 3)
        #expect(graph.last == "loading")
        #expect(graph.pairs.isEmpty)
    }

    /// A reducer whose replay stops at one entry until it is released.
    private final class Hold: Sendable {
        private let isReplaying = Atomic<Bool>(false)
        private let go = DispatchSemaphore(value: 0)
        private let reached: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (reached, continuation) = AsyncStream.makeStream() }

        func arm() { isReplaying.store(true, ordering: .relaxed) }
        func release() { go.signal() }
        func waitUntilReached() async {
            for await _ in reached { return }
        }

        func reduce(_ desk: inout Desk, _ action: DeskAction) -> [DeskEffect] {
            if isReplaying.load(ordering: .relaxed), action == .fold,
                isReplaying.exchange(false, ordering: .relaxed)
            {
                continuation.yield()
                go.wait()
                // Longer than a time slice, so that it ends here.
                Thread.sleep(forTimeInterval: 0.02)
            }
            return work(&desk, action)
        }
    }

    private func held() -> (Hold, Store<Desk, DeskAction, DeskEffect>, History<Desk, DeskAction, DeskEffect>) {
        let hold = Hold()
        let store = Store<Desk, DeskAction, DeskEffect>(initial: Desk(), reduce: { hold.reduce(&$0, $1) })
        let history = History(store: store)
        for index in 0..<20_000 { store.dispatch(index == 100 ? .fold : .count) }
        hold.arm()
        return (hold, store, history)
    }

    @Test("a count is cancelled with its task")
    func cancelling() async throws {
        let (hold, store, history) = held()
        let task = Task { try await history.graph(at: phase) }
        await hold.waitUntilReached()
        task.cancel()
        hold.release()
        let error = await #expect(throws: HistoryError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        // The next query is not affected.
        #expect(try await history.graph(at: phase).table == ["count in idle: 0 19999 0", "fold in idle: 0 1 0"])
        withExtendedLifetime(store) {}
    }

    @Test("others are answered in the middle of a count")
    func interleaving() async throws {
        let isAnswered = Atomic<Bool>(false)
        let isReplaying = Atomic<Bool>(false)
        let calls = Atomic<Int>(0)
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let store = Store<Desk, DeskAction, DeskEffect>(initial: Desk()) { desk, action in
            // Until the other query is answered, counting is slow: a time slice for every few entries.
            if isReplaying.load(ordering: .relaxed), !isAnswered.load(ordering: .relaxed),
                calls.add(1, ordering: .relaxed).oldValue % 64 == 0
            {
                continuation.yield()
                Thread.sleep(forTimeInterval: 0.006)
            }
            return work(&desk, action)
        }
        let history = History(store: store)
        for _ in 0..<200_000 { store.dispatch(.count) }
        isReplaying.store(true, ordering: .relaxed)
        let counting = Task {
            let graph = try await history.graph(at: phase)
            return (graph, wasAnswered: isAnswered.load(ordering: .relaxed))
        }
        for await _ in begun { break }
        #expect(try await history.state(at: 0).state == Desk())
        isAnswered.store(true, ordering: .relaxed)
        let (graph, wasAnswered) = try await counting.value
        #expect(wasAnswered)
        #expect(graph.table == ["count in idle: 0 200000 0"])
        withExtendedLifetime(store) {}
    }
}
