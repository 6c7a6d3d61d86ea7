import Foundation
import Strobe
@testable import StrobeHistory
import StrobeTree
import Synchronization
import SeededTesting
import Testing

@Suite("Following a store")
struct FollowingTests {
    @Test("updates have every change from the requested number on, without a gap")
    func updates() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        for _ in 0..<10 { store.dispatch(.add(1)) }
        let updates = history.updates(from: 4)
        let dispatcher = Task.detached {
            for turn in 0..<2_000 {
                store.dispatch(.add(1))
                if turn % 100 == 0 { await Task.yield() }
            }
        }
        var seq = 4
        var count: Int64 = 4
        for await update in updates {
            #expect(update.fromSeq == seq)
            seq = update.seq
            for change in update.changes ?? [] {
                #expect(change.path == Path(["count"]))
                #expect(change.old == .int(count))
                if case .int(let value)? = change.value { count = value }
            }
            #expect(count == Int64(seq))
            if seq == 2_010 { break }
        }
        await dispatcher.value
    }

    @Test("a late reader gets one update for all that happened")
    func slowReader() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        let updates = history.updates()
        let plain = history.updates(changes: false)
        for _ in 0..<5_000 { store.dispatch(.add(1)) }
        _ = try await history.state()
        var reader = updates.makeAsyncIterator()
        let update = try #require(await reader.next())
        #expect(update.fromSeq == 0)
        #expect(update.seq == 5_000)
        #expect(update.changes == [Change(.replace, Path(["count"]), value: 5_000, old: 0)])
        var plainReader = plain.makeAsyncIterator()
        let numbers = try #require(await plainReader.next())
        #expect(numbers.seq == 5_000)
        #expect(numbers.changes == nil)
    }

    @Test("an action after a long silence wakes the replica")
    func wakes() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        var reader = history.updates().makeAsyncIterator()
        for turn in 1...3 {
            // Until the replica sleeps: then the next entry has to wake it.
            while !store.withState({ _ in history.recorder.isArmed }) { await Task.yield() }
            store.dispatch(.add(1))
            #expect(await reader.next()?.seq == turn)
        }
    }

    @Test("a stream ends when its task is cancelled")
    func cancelled() async {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store)
        let updates = history.updates()
        let task = Task { for await _ in updates {} }
        task.cancel()
        await task.value
        withExtendedLifetime(history) {}
    }

    @Test("states are right while others dispatch, attach and detach")
    func concurrentReading() async throws {
        let store = Store(initial: Board(), reduce: play)
        let history = History(store: store, options: smallOptions)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for turn in 0..<3_000 {
                        store.dispatch(.add(1))
                        if turn % 64 == 0 { await Task.yield() }
                    }
                }
            }
            for reader in 0..<2 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(reader))
                    for turn in 0..<100 {
                        if turn % 10 == reader { history.attach() }
                        if turn % 10 == reader + 5 { history.detach() }
                        let seq = Int.random(in: 0...history.seq, using: &generator)
                        #expect((try? await history.state(at: seq))?.state.count == seq)
                        if let live = try? await history.state() { #expect(live.state.count == live.seq) }
                        for entry in history.entries(from: seq, limit: 5) { #expect(entry.effects.count == 1) }
                    }
                }
            }
        }
        #expect(try await history.state().seq == 6_000)
        #expect(try await history.verify().divergence == nil)
    }

    @Test("the replica makes the program copy a collection once, and never again")
    func noCopies() async throws {
        var board = Board()
        board.cards = (0..<1_000).map { .init(id: $0, title: "card") }
        let store = Store(initial: board, reduce: play)
        board = Board()
        let history = History(store: store)
        func place() -> UInt {
            store.withState { $0.cards.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
        }
        func toggle(_ index: Int) {
            store.dispatch(.toggle(index))
        }
        toggle(0)
        let unattached = place()
        toggle(1)
        #expect(place() == unattached)
        history.attach()
        let updates = history.updates()
        let task = Task { for await _ in updates {} }
        // Waits until the states were compared after the attachment and the live one was released.
        #expect(try await history.verify().divergence == nil)
        toggle(2)
        let attached = place()
        for index in 3..<200 {
            toggle(index)
            #expect(place() == attached)
            if index % 50 == 0 { _ = try await history.state() }
        }
        task.cancel()
        #expect(try await history.state().state == store.state)
    }

    @Test("without a client the reducer runs once for each action; with one it is run again")
    func reducerRuns() async throws {
        let runs = Atomic<Int>(0)
        let store = Store(initial: 0) { (state: inout Int, action: Int) in
            runs.add(1, ordering: .relaxed)
            state += action
        }
        let history = History(store: store)
        for _ in 0..<100 { store.dispatch(1) }
        #expect(history.entries(from: 1, limit: 1_000).count == 100)
        #expect(runs.load(ordering: .relaxed) == 100)
        history.attach()
        #expect(try await history.state().state == 100)
        #expect(runs.load(ordering: .relaxed) == 200)
    }

    @Test("two walks through the past in turn go on where each of them was")
    func walks() async throws {
        let runs = Atomic<Int>(0)
        let store = Store(initial: 0) { (state: inout Int, action: Int) in
            runs.add(1, ordering: .relaxed)
            state += action
        }
        let history = History(store: store)
        history.attach()
        for _ in 0..<5_000 { store.dispatch(1) }
        for seq in [5_000, 3_500, 1_500] { #expect(try await history.state(at: seq).state == seq) }
        let before = runs.load(ordering: .relaxed)
        for step in 1...200 {
            for seq in [1_500 + step, 3_500 + step] { #expect(try await history.state(at: seq).state == seq) }
        }
        // Each entry once, and not again from a state that was kept before.
        #expect(runs.load(ordering: .relaxed) - before <= 400)
    }
}
