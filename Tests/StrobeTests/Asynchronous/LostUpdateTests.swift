import Dispatch
import Strobe
import Synchronization
import Testing

/// The published form of a store with an asynchronous reducer: each `send` starts a task that reads the state, waits
/// for the reducer, and writes its result.
///
/// The state is behind a lock, so that only the design is at fault.
private final class PublishedStore: Sendable {
    private let value = Protected(0)
    private let reduce: @Sendable (Int, Int) async -> Int

    init(reduce: @escaping @Sendable (Int, Int) async -> Int) {
        self.reduce = reduce
    }

    var state: Int { value.withLock { $0 } }

    @discardableResult
    func send(_ action: Int) -> Task<Void, Never> {
        Task {
            let new = await reduce(state, action)
            value.withLock { $0 = new }
        }
    }
}

@Suite("Concurrent sends", .timeLimit(.minutes(5)))
struct LostUpdateTests {
    private static let count = 10_000

    /// A reducer that adds, once the gate is open.
    private static func adding(behind gate: Gate) -> @Sendable (Int, Int) async -> Int {
        { count, step in
            await gate.wait()
            return count + step
        }
    }

    @Test("10,000 sends at once, and the reducer suspended until all were sent: none is lost")
    func ours() async throws {
        let gate = Gate()
        let store = AsyncStore(initial: 0, reduce: Self.adding(behind: gate))
        DispatchQueue.concurrentPerform(iterations: Self.count) { _ in store.dispatch(1) }
        // Only one of them is in the reducer: the others wait for its result.
        _ = try await gate.arrivals.wait(for: 1)
        #expect(store.queued.count == Self.count - 1)
        #expect(store.state == 0)
        gate.open()
        #expect(try await store.receipt(of: 0).seq == Self.count + 1)
        #expect(store.state == Self.count)
    }

    @Test("the published form loses all but one of them")
    func published() async throws {
        let gate = Gate()
        let store = PublishedStore(reduce: Self.adding(behind: gate))
        let tasks = Protected<[Task<Void, Never>]>([])
        DispatchQueue.concurrentPerform(iterations: Self.count) { _ in
            let task = store.send(1)
            tasks.withLock { $0.append(task) }
        }
        // All of them are in the reducer, with the state that they started from.
        #expect(try await gate.arrivals.wait(for: Self.count).count == Self.count)
        gate.open()
        for task in tasks.withLock({ $0 }) { await task.value }
        #expect(store.state == 1)
    }

    @Test("sends from many threads are all reduced, those of each thread in their order, and never two at a time")
    func threads() async throws {
        struct Sent: Sendable, Equatable {
            var thread: Int
            var number: Int
        }
        let inside = Atomic<Int>(0)
        let overlaps = Atomic<Int>(0)
        let seen = Collector<Sent>()
        let store = AsyncStore(initial: 0) { (count: Int, sent: Sent) in
            if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add(1, ordering: .relaxed) }
            if sent.number.isMultiple(of: 7) { await Task.yield() }
            seen.add(sent)
            inside.subtract(1, ordering: .relaxed)
            return count + 1
        }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<1_000 { store.dispatch(Sent(thread: thread, number: number)) }
        }
        try await store.receipt(of: Sent(thread: 8, number: 0))
        #expect(store.state == 8_001)
        #expect(overlaps.load(ordering: .relaxed) == 0)
        for thread in 0..<8 {
            #expect(seen.all.filter { $0.thread == thread }.map(\.number) == Array(0..<1_000))
        }
    }
}
