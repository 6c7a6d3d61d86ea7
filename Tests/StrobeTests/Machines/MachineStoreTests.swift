import Strobe
import Synchronization
import Testing

@Suite("Stores of state machines")
struct MachineStoreTests {
    private let store = Store(machine: Download.machine)

    /// Records what a store reports.
    private final class Witness<State: Sendable, Action: Sendable, Effect: Sendable>:
        StoreObserver<State, Action, Effect>, @unchecked Sendable
    {
        // Protected by its mutex.
        private let lines = Protected<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        override func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {
            lines.withLock { $0.append("\(info.seq) \(action): \(state()) \(effects.count)") }
        }

        override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
            lines.withLock { $0.append("\(info.seq) \(action) of \(info.origin): \(reason), still \(state())") }
        }
    }

    /// Overrides only what observers had to override before there were rejections.
    private final class Counter: StoreObserver<Download, DownloadEvent, String>, @unchecked Sendable {
        // Protected by its mutex.
        private let counts = Protected<[Int]>([])
        var all: [Int] { counts.withLock { $0 } }

        override func didReduce(
            _ action: DownloadEvent, effects: [String], info: TransitionInfo, state: () -> Download
        ) {
            counts.withLock { $0.append(effects.count) }
        }
    }

    @Test("a receipt says why an action was rejected, and that it counts as a transition")
    func receipt() async throws {
        let rejected = try await store.receipt(of: .retry)
        #expect(rejected.seq == 1)
        #expect(rejected.effects.isEmpty)
        #expect(rejected.rejection == "no transition on retry from idle")
        #expect(store.snapshot() == (1, .idle))
        let taken = try await store.receipt(of: .reset)
        #expect(taken.seq == 2)
        #expect(taken.rejection == nil)
        #expect(taken.effects == ["exit idle", "enter idle"])
    }

    @Test("a store of another kind rejects nothing")
    func plain() async throws {
        let plain = Store<Int, Int, Never>(initial: 0) { state, action in state += action }
        #expect(plain.declaration == nil)
        #expect(try await plain.receipt(of: 1).rejection == nil)
        #expect(store.declaration == Download.machine.declaration)
    }

    @Test("a table that is a part of another state rejects the event that it has no row for")
    func part() async throws {
        struct Page: Sendable { var download = Download.idle }
        enum PageEvent: Sendable { case download(DownloadEvent) }
        let reducer = Download.machine.scoped(state: \Page.download, action: CasePath(PageEvent.download))
        let page = Store(initial: Page(), reducer: reducer)
        let none = try await page.receipt(of: .download(.retry))
        #expect(none.rejection == "no transition on retry from idle" && none.effects.isEmpty)
        #expect(page.state.download == .idle)
        #expect(page.declaration == nil)
        let taken = try await page.receipt(of: .download(.start("a")))
        #expect(taken.effects.contains("fetch a"))
    }

    @Test("an observer gets a rejection with its reason and the unchanged state, each transition once")
    func observer() async throws {
        let witness = Witness<Download, DownloadEvent, String>()
        store.install(witness)
        store.dispatch(.retry, origin: .inspector)
        store.dispatch(.reset)
        _ = try await store.receipt(of: .progress(1))
        #expect(
            witness.all == [
                "1 retry of inspector: no transition on retry from idle, still idle",
                "2 reset: idle 2",
                "3 progress(1) of app: no transition on progress from idle, still idle",
            ])
    }

    @Test("an observer that knows nothing of rejections gets a transition without effects")
    func oldObserver() {
        let counter = Counter()
        store.install(counter)
        store.dispatch(.retry)
        store.dispatch(.reset)
        #expect(counter.all == [0, 2])
    }

    @Test("subscribers see the unchanged state after a rejection, with and without an observer")
    func subscribers() {
        let seen = Collector<Download>()
        let subscription = store.subscribe { seen.add($0) }
        store.dispatch(.retry)
        store.install(Witness<Download, DownloadEvent, String>())
        store.dispatch(.retry)
        store.setMeasuring(true)
        store.dispatch(.retry)
        subscription.cancel()
        #expect(seen.all == [.idle, .idle, .idle])
        #expect(store.seq == 3)
    }

    @Test("effects of a rejected action do not exist, and the handler is not called")
    func noEffects() {
        let performed = Collector<String>()
        store.setInlineEffectHandler { effect, _ in performed.add(effect) }
        store.dispatch(.retry)
        store.dispatch(.fail("x"))
        #expect(performed.all == ["enter idle"])
        store.dispatch(.start("a"))
        #expect(performed.all.count == 4)
    }

    @Test("an event that an effect of entering sends is answered in the new state, after that was reported")
    func reentrancy() async throws {
        let seen = Collector<Download.Kind>()
        let subscription = store.subscribe { seen.add($0.kind) }
        store.setInlineEffectHandler { effect, context in
            guard effect.hasPrefix("enter running") else { return }
            context.dispatch(.finish([1]))
            // When it is reduced, the download is done.
            context.dispatch(.finish([2]))
        }
        let witness = Witness<Download, DownloadEvent, String>()
        store.install(witness)
        store.dispatch(.start("a"))
        subscription.cancel()
        #expect(seen.all == [.running, .done, .done])
        #expect(store.state == .done([1]))
        #expect(witness.all.last == "3 finish([2]) of effect: no transition on finish from done, still done([1])")
    }

    @Test("a waiting action is judged by the state at its turn")
    func turn() async throws {
        let results = Collector<String?>()
        let subscription = store.subscribe(to: \.kind) { [weak store] kind in
            guard kind == .running else { return }
            store?.dispatch(.start("late")) { results.add(try? $0.get().rejection) }
        }
        store.dispatch(.start("a"))
        subscription.cancel()
        #expect(results.all == ["no transition on start from running"])
    }

    @Test("guards and reducers run once for a dispatch without observers")
    func onceWithoutWatchers() {
        let calls = Atomic<Int>(0)
        let machine = StateMachine<Clock, Tick, Never>(
            initial: .ticking,
            transitions: [
                .on(
                    .tick, in: .ticking,
                    when: Guard("counted") { _, _ in calls.add(1, ordering: .relaxed).newValue > 0 })
            ])
        let store = Store(machine: machine)
        for _ in 0..<10 { store.dispatch(.tick) }
        #expect(calls.load(ordering: .relaxed) == 10)
    }
}

private enum Tick: Kinded, CaseIterable { case tick }
private enum Clock: Kinded, CaseIterable { case ticking }
