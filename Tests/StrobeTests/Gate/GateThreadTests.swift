import Foundation
import SeededTesting
import Strobe
import Testing

/// Also runs with `swift test --sanitize=thread --filter GateThreadTests` without a report.
@Suite("The gate under many threads", .serialized, .timeLimit(.minutes(5)))
struct GateThreadTests {
    private static let threads = 8
    private static let turns = LongTests.areRun ? 10_000 : 3_000

    /// Sends from separate threads while the current task keeps changing the gate.
    private func flip<S: GatedStore<[Int], Int>>(
        _ store: S, send: @escaping @Sendable (Int) -> Void
    ) async {
        let ended = Protected(0)
        for number in 0..<Self.threads {
            Thread {
                for _ in 0..<Self.turns { send(number) }
                ended.withLock { $0 += 1 }
            }.start()
        }
        let keeper = SwitchKeeper<[Int], Int>(isClosed: false) { action, state in
            action == 0 && state[0].isMultiple(of: 100)
        }
        var turn = 0
        while ended.withLock({ $0 }) < Self.threads {
            turn += 1
            switch turn % 5 {
            case 0: store.setGateKeeper(nil)
            case 1: store.setGateKeeper(keeper)
            case 2: keeper.isClosed.toggle()
            case 3: store.release(7)
            default: store.recheckHeld()
            }
            await Task.yield()
        }
        store.setGateKeeper(nil)
    }

    private static let expected = Array(repeating: turns, count: threads)

    @Test("8 threads dispatch past a gate that opens and closes: no action is lost, none comes twice")
    func reduced() async throws {
        let store = Store(initial: Array(repeating: 0, count: Self.threads)) { (counts: inout [Int], number: Int) in
            counts[number] += 1
        }
        let seen = Protected((count: 0, isInOrder: true))
        let subscription = store.subscribe { counts in
            let sum = counts.reduce(0, +)
            seen.withLock { $0 = ($0.count + 1, $0.isInOrder && sum == $0.count + 1) }
        }
        await flip(store) { store.dispatch($0) }
        while store.seq < Self.threads * Self.turns { await Task.yield() }
        #expect(store.state == Self.expected && store.heldCount == 0)
        while seen.withLock({ $0.count }) < Self.threads * Self.turns { await Task.yield() }
        #expect(seen.withLock { $0.isInOrder })
        subscription.cancel()
    }

    @Test("the same holds for an asynchronous store")
    func asynchronous() async throws {
        let store = AsyncStore(initial: Array(repeating: 0, count: Self.threads)) { (counts: [Int], number: Int) in
            var counts = counts
            counts[number] += 1
            return counts
        }
        await flip(store) { store.dispatch($0) }
        while store.seq < Self.threads * Self.turns { await Task.yield() }
        #expect(store.state == Self.expected && store.heldCount == 0)
    }

    @Test("one thread's actions keep their order however the gate opens and closes")
    func order() async throws {
        let store = Store(initial: [Int]()) { (log: inout [Int], action: Int) in log.append(action) }
        let isEnded = Protected(false)
        let sender = Thread {
            for action in 0..<Self.turns { store.dispatch(action) }
            isEnded.withLock { $0 = true }
        }
        sender.start()
        let keeper = SwitchKeeper<[Int], Int>(isClosed: false) { action, _ in action.isMultiple(of: 50) }
        var turn = 0
        while !isEnded.withLock({ $0 }) {
            turn += 1
            store.setGateKeeper(turn.isMultiple(of: 7) ? nil : keeper)
            store.release(turn % 11)
            await Task.yield()
        }
        store.setGateKeeper(nil)
        while store.seq < Self.turns { await Task.yield() }
        #expect(store.state == Array(0..<Self.turns))
    }
}
