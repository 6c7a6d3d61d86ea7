import Strobe
import StrobeHistory
import Synchronization
import Testing

@Suite("Rejected actions in a history")
struct RejectionTests {
    enum Gate: Kinded, CaseIterable, Codable { case shut, open }
    enum Push: Kinded, CaseIterable, Codable { case unlock, push, lean }

    private let store = Store(
        machine: StateMachine<Gate, Push, String>(
            initial: .shut,
            transitions: [
                .on(.unlock, from: .shut, to: .open, run: ["green"]), .on(.push, from: .open, to: .shut, run: ["red"]),
            ]))

    @Test("an entry keeps the reason, and the state is the one before")
    func entry() async throws {
        let history = History(store: store)
        store.dispatch(.push, origin: .inspector, cause: nil)
        store.dispatch(.unlock)
        store.dispatch(.unlock, origin: .effect, cause: 2)
        let entries = history.entries(from: 1)
        #expect(
            entries.map(\.rejection) == ["no transition on push from shut", nil, "no transition on unlock from open"])
        #expect(entries.map(\.action) == [.push, .unlock, .unlock])
        #expect(entries.map(\.effects) == [[], ["green"], []])
        #expect(entries.map(\.origin) == [.inspector, .app, .effect])
        #expect(entries.map(\.cause) == [nil, nil, 2])
        #expect(try history.entry(3).rejection == "no transition on unlock from open")
        #expect(try await history.state(at: 1).state == .shut)
        #expect(try await history.state(at: 3).state == .open)
        #expect(try await history.changes(of: 3).isEmpty)
        #expect(try await history.verify().divergence == nil)
    }

    @Test("reasons stay with their entries over many chunks of the log")
    func manyChunks() async throws {
        let history = History(store: store)
        let (chunk, count) = (4_096, 5 * 4_096 + 17)
        for seq in 1...count {
            switch seq {
            // The second chunk has no rejection; the last entry of the third and the first of the fourth are rejected.
            case chunk + 1...2 * chunk: store.dispatch(store.state == .shut ? .unlock : .push)
            case 3 * chunk, 3 * chunk + 1: store.dispatch(.lean)
            default: store.dispatch(seq % 5 == 0 ? .lean : store.state == .shut ? .unlock : .push)
            }
        }
        let entries = history.entries(from: 1, limit: count)
        #expect(entries.count == count)
        for entry in entries {
            let from = entry.action == .lean ? try await history.state(at: entry.seq).state : nil
            #expect(entry.rejection == from.map { "no transition on lean from \($0)" })
        }
        #expect(entries.filter { $0.rejection != nil }.count > 3_000)
        #expect(entries[3 * chunk - 1].rejection != nil && entries[3 * chunk].rejection != nil)
        #expect(try await history.state().state == store.state)
    }

    @Test("the log is read by several threads while rejected actions are written")
    func reading() async throws {
        let history = History(store: store)
        let store = store
        let count = 3 * 4_096
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for seq in 1...count { store.dispatch(seq % 3 == 0 ? .unlock : .lean) }
            }
            for _ in 0..<2 {
                group.addTask {
                    var next = 1
                    while next <= count {
                        let entries = history.entries(from: next, limit: 1_000)
                        for entry in entries where entry.action == .lean { #expect(entry.rejection != nil) }
                        next += entries.count
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(history.seq == count)
    }

    @Test("reasons outlive attaching and detaching, and the end of the store")
    func attaching() async throws {
        var store: Store<Gate, Push, String>? = Store(
            machine: .init(initial: .shut, transitions: [.on(.unlock, from: .shut, to: .open)]))
        let history = History(store: try #require(store))
        store?.dispatch(.push)
        history.attach()
        store?.dispatch(.lean)
        #expect(try await history.state().seq == 2)
        history.detach()
        store?.dispatch(.push)
        history.attach()
        store = nil
        #expect(
            history.entries(from: 1).map(\.rejection) == [
                "no transition on push from shut", "no transition on lean from shut",
                "no transition on push from shut",
            ])
        #expect(try await history.state(at: 2).state == .shut)
        history.detach()
    }

    @Test("a store that cannot be replayed any more keeps the states of rejected actions")
    func retained() async throws {
        // A reducer that rejects or not by chance is detected.
        let chance = Mutex(0)
        let impure = Store<Int, Int, Never>(initial: 0) { state, action in
            let count = chance.withLock { count in
                count += 1
                return count
            }
            if action < 0, count < 3 { try reject("negative") }
            state += action
        }
        let caught = History(store: impure)
        impure.dispatch(3)
        impure.dispatch(-1)
        #expect(impure.state == 3)
        let divergence = try #require(try await caught.verify().divergence)
        #expect(divergence.seq == 2)
        caught.attach()
        #expect(try await caught.state().state == 3)
        chance.withLock { $0 = 0 }
        impure.dispatch(-5)
        #expect(try await caught.state(at: 3).state == 3)
        #expect(caught.entries(from: 3).map(\.rejection) == ["negative"])
    }

    @Test("what a reducer changed before it rejected an action is shown, now and in every replay")
    func changedBefore() async throws {
        let store = Store<Int, Int, Never>(initial: 0) { state, action in
            state += action
            if action < 0 { try reject("negative") }
        }
        let history = History(store: store)
        store.dispatch(3)
        store.dispatch(-1)
        #expect(store.state == 2)
        #expect(try await history.verify().divergence == nil)
        #expect(try await history.state(at: 1).state == 3)
        #expect(try await history.state().state == 2)
        #expect(try await history.changes(of: 2).count == 1)
        let dryRun = try await history.dryRun(-2)
        #expect(dryRun.rejection == "negative" && dryRun.changes.count == 1)
    }

    @Test("a dry run has the reason, in the present and in the past")
    func dryRun() async throws {
        let history = History(store: store)
        store.dispatch(.unlock)
        let rejected = try await history.dryRun(.unlock)
        #expect(rejected.rejection == "no transition on unlock from open")
        #expect(rejected.changes.isEmpty && rejected.effects.isEmpty)
        let past = try await history.dryRun(.unlock, at: 0)
        #expect(past.rejection == nil)
        #expect(past.effects == ["green"] && past.changes.count == 1)
        #expect(history.seq == 1)
    }
}
