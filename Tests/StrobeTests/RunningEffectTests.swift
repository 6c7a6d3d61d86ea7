import Foundation
import SeededTesting
import Strobe
import StrobeTesting
import Testing

@Suite("Running effects")
struct RunningEffectTests {
    @Test("are listed with id, name, cause, time and phase, in the order in which they came")
    func listed() {
        let before = Timing.now()
        let bench = Bench { $0.name == "named" ? .named("upload") : .now }
        bench.store.dispatch(.done("first"))
        bench.ask("named")
        bench.ask("plain")
        let effects = bench.store.runningEffects
        #expect(effects.map(\.id) == [1, 2])
        #expect(effects.map(\.name) == ["upload", "Job"])
        #expect(effects.map(\.effect?.name) == ["named", "plain"])
        #expect(effects.map(\.cause) == [2, 3])
        #expect(effects.map(\.phase) == [.running, .running])
        #expect(effects.allSatisfy { $0.sinceNanos >= before && $0.sinceNanos <= Timing.now() })
    }

    @Test("an effect that is an enum is listed by its case")
    func caseName() {
        enum Effect { case fetch(Int), stop }
        let clock = TestClock()
        let store = Store<Int, Effect, Effect>(initial: 0) { _, action -> [Effect] in [action] }
        store.dependencies = Dependencies(executor: clock.executor)
        store.setEffectHandler { _, _ in }
        store.dispatch(.fetch(1))
        store.dispatch(.stop)
        #expect(store.runningEffects.map(\.name) == ["fetch", "stop"])
        clock.executor.run()
        #expect(store.runningEffects.isEmpty)
    }

    @Test("ids are never given again")
    func ids() {
        let bench = Bench { _ in .replacing("load") }
        var ids: [Int] = []
        for turn in 0..<10 {
            bench.ask("\(turn)")
            ids += bench.store.runningEffects.map(\.id)
            if turn % 3 == 0 { bench.wait(1) }
            if turn % 4 == 0 { bench.store.cancelAllEffects() }
        }
        #expect(ids == Array(1...10))
    }

    @Test("one is cancelled by its id: its task knows, and what it dispatches is dropped")
    func cancel() {
        let bench = Bench { _ in .now }
        bench.ask("kind")
        bench.ask("stubborn", isStubborn: true)
        bench.ask("other")
        #expect(bench.store.cancelEffect(1))
        #expect(bench.store.cancelEffect(2))
        #expect(!bench.store.cancelEffect(2))
        #expect(!bench.store.cancelEffect(99))
        #expect(bench.listed == ["other running"])
        bench.wait(1)
        #expect(bench.log.all.last == "kind is cancelled")
        #expect(bench.store.state == ["other"])
        #expect(bench.store.seq == 4)
    }

    @Test("several are cancelled by the name they are listed under, whether it is an id or not")
    func cancelNamed() {
        let bench = Bench { $0.name == "x" ? .named("Job") : $0.name == "y" ? .named("y") : .now }
        for name in ["a", "x", "y", "b"] { bench.ask(name) }
        #expect(bench.store.cancelEffects(named: "Job") == 3)
        #expect(bench.store.cancelEffects(named: "Job") == 0)
        #expect(bench.listed == ["y running"])
        #expect(bench.store.cancelAllEffects() == 1)
        bench.wait(1)
        #expect(bench.store.state == [])
    }

    @Test("one that is cancelled before its task begins never begins")
    func cancelBeforeBegin() {
        let bench = Bench { _ in .now }
        bench.store.dispatch(.ask(.init(name: "a")))
        bench.store.cancelAllEffects()
        bench.wait(1)
        #expect(bench.log.all == [])
    }

    @Test("they end with the store, which they do not keep alive")
    func deinitialised() throws {
        let log = Collector<String>()
        var bench: Bench? = Bench()
        let clock = try #require(bench?.clock)
        let contexts = Collector<EffectContext<Bench.Action>>()
        bench?.store.setEffectHandler(
            schedule: {
                $0.name == "late" ? .debounced("late", for: .seconds(9)) : .throttled("now", for: .seconds(9))
            }
        ) { job, context in
            contexts.add(context)
            try? await clock.sleep(for: .seconds(1))
            log.add("\(job.name) \(Task.isCancelled)")
        }
        for name in ["now", "held", "late"] { bench?.ask(name) }
        clock.executor.run()
        #expect(clock.sleeperCount == 3)
        weak let store = bench?.store
        bench = nil
        #expect(store == nil)
        #expect(clock.sleeperCount == 0)
        clock.run()
        #expect(log.all == ["now true"])
        contexts.all.first?.dispatch(.done("too late"))
    }

    @Test("a handler that never returns holds up nothing, neither its store nor the end of it")
    func neverReturns() async throws {
        var bench: Bench? = Bench()
        let started = Collector<String>()
        bench?.store.setEffectHandler { job, context in
            started.add(job.name)
            guard job.name == "stuck" else { return context.dispatch(.done(job.name)) }
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        for _ in 0..<100 { bench?.ask("stuck") }
        bench?.ask("fine")
        _ = try await started.wait(for: 101)
        let states = try #require(bench?.store.states())
        for await state in states where state == ["fine"] { break }
        weak let store = bench?.store
        bench = nil
        // The task whose answer came may still be in the store for a moment.
        let deadline = ContinuousClock.now + .seconds(60)
        while store != nil, .now < deadline { await Task.yield() }
        #expect(store == nil)
    }

    @Test("what an effect dispatches while it is listed has its cause, and comes in order")
    func cause() {
        final class Witness: StoreObserver<[String], Bench.Action, Bench.Job>, @unchecked Sendable {
            // Accessed by the store only, under its lock, and by the test when nothing runs.
            var infos: [TransitionInfo] = []
            override func didReduce(
                _ action: Bench.Action, effects: [Bench.Job], info: TransitionInfo, state: () -> [String]
            ) {
                infos.append(info)
            }
        }
        let bench = Bench { _ in .now }
        let witness = Witness()
        bench.store.install(witness)
        bench.store.dispatch(.done("x"))
        bench.ask("a")
        bench.wait(1)
        #expect(witness.infos.map(\.cause) == [nil, nil, 2])
        #expect(witness.infos.map(\.origin) == [.app, .app, .effect])
    }

    @Test("an endless loop of effects and actions on one thread is broken")
    func runaway() {
        let faults = Collector<StoreError>()
        let store = Store<Int, Int, Int>(initial: 0, nestingLimit: 50) { state, action -> [Int] in
            state += 1
            return [action]
        }
        store.setFaultHandler { faults.add($0) }
        // Runs its task within the dispatch that requested it.
        final class Eager: TaskExecutor {
            func enqueue(_ job: consuming ExecutorJob) {
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
        store.dependencies.executor = Eager()
        store.setEffectHandler { effect, context in context.dispatch(effect) }
        store.dispatch(1)
        #expect(store.state == 51)
        #expect(faults.all.map(\.code) == [.runawayLoop])
        #expect(store.runningEffects.isEmpty)
    }

    @Test("any threads may ask for effects and cancel them at the same time", .timeLimit(.minutes(5)))
    func threads() async throws {
        let store = Store<Int, Int, Int>(initial: 0) { state, action -> [Int] in
            if action < 0 { state += 1 }
            return action < 0 ? [] : [action]
        }
        let started = Collector<Int>()
        store.setEffectHandler(
            schedule: { $0 % 3 == 0 ? .replacing("load") : $0 % 3 == 1 ? .unlessRunning("one") : .now }
        ) { effect, context in
            await Task.yield()
            context.dispatch(-1)
        }
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for turn in 0..<500 {
                store.dispatch(turn)
                if turn % 50 == 0 { store.cancelEffects(named: "load") }
                if turn % 100 == 0 { store.cancelEffect(turn) }
            }
            started.add(worker)
        }
        // An effect ends after its last action was reduced, so no state shows the end.
        while !store.runningEffects.isEmpty { await Task.yield() }
        store.dispatch(-1)
        #expect(store.runningEffects.isEmpty)
    }

    @Test(
        "very many at once are asked for, listed and cancelled in time that grows with their number only",
        .timeLimit(.minutes(5)))
    func many() {
        let bench = Bench { $0.seconds % 2 == 0 ? .named("even") : .now }
        let count = LongTests.areRun ? 100_000 : 20_000
        for number in 0..<count { bench.store.dispatch(.ask(.init(name: "job", seconds: number))) }
        #expect(bench.store.runningEffects.map(\.id) == Array(1...count))
        #expect(bench.store.cancelEffects(named: "even") == count / 2)
        for id in stride(from: 2, through: count / 2, by: 2) { #expect(bench.store.cancelEffect(id)) }
        #expect(bench.store.cancelAllEffects() == count / 4)
        #expect(bench.store.runningEffects.isEmpty)
    }
}
