import Foundation
import Strobe
import Synchronization
import Testing

/// Also runs with `swift test --sanitize=thread --filter ThreadSafetyTests` without a report.
@Suite("Thread safety", .serialized)
struct ThreadSafetyTests {
    static let threads = 8
    static let turns = 100_000

    /// Runs a closure on a number of separate threads at once, and waits for all of them.
    private func onThreads(_ body: @escaping @Sendable (_ number: Int) -> Void) async {
        await withTaskGroup { group in
            for number in 0..<Self.threads {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread {
                            body(number)
                            continuation.resume()
                        }.start()
                    }
                }
            }
        }
    }

    @Test("8 threads dispatch 100,000 actions each, and the sum is right")
    func sum() async {
        let store = Store(initial: [0: 0]) { (state: inout [Int: Int], number: Int) in
            state[number, default: 0] += 1
        }
        await onThreads { number in
            for _ in 0..<Self.turns { store.dispatch(number) }
        }
        #expect(store.seq == Self.threads * Self.turns)
        #expect(store.state == Dictionary(uniqueKeysWithValues: (0..<Self.threads).map { ($0, Self.turns) }))
    }

    @Test("8 threads dispatch 100,000 actions each, and a subscriber sees every state once and in order")
    func subscriber() async {
        let store = Store(initial: 0) { (state: inout Int, step: Int) in state += step }
        let seen = Protected((count: 0, last: 0, isInOrder: true))
        let subscription = store.subscribe { state in
            seen.withLock { $0 = ($0.count + 1, state, $0.isInOrder && state == $0.last + 1) }
        }
        await onThreads { _ in
            for _ in 0..<Self.turns { store.dispatch(1) }
        }
        // The last action may still be queued when its thread is done: another thread drains the queue.
        _ = try? await store.receipt(of: 1)
        #expect(seen.withLock { $0 } == (Self.threads * Self.turns + 1, Self.threads * Self.turns + 1, true))
        subscription.cancel()
    }

    @Test("states are read, subscriptions come and go and effects come back while 8 threads dispatch")
    func everything() async {
        enum Step: Sendable { case add, back }
        let store = Store(initial: [0, 0]) { (state: inout [Int], step: Step) -> Int? in
            switch step {
            case .add:
                state[0] += 1
                return state[0]
            case .back:
                state[1] += 1
                return nil
            }
        }
        store.setInlineEffectHandler { _, context in context.dispatch(.back) }
        let turns = 2_000
        let torn = Atomic<Int>(0)
        await onThreads { _ in
            for turn in 0..<turns {
                store.dispatch(.add)
                switch turn % 4 {
                case 0: if store.withState({ $0[0] < $0[1] }) { torn.add(1, ordering: .relaxed) }
                case 1: store.subscribe(to: \.count, initial: true) { _ in }.cancel()
                case 2: _ = store.snapshot()
                default: store.setMeasuring(turn % 8 == 3)
                }
            }
        }
        _ = try? await store.receipt(of: .back)
        #expect(store.state == [Self.threads * turns, Self.threads * turns + 1])
        #expect(torn.load(ordering: .relaxed) == 0)
    }
}
