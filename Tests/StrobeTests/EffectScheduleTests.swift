import Strobe
import StrobeTesting
import Testing

@Suite("Schedules of effects")
struct EffectScheduleTests {
    @Test("effects without a schedule run at once and beside each other")
    func now() {
        let bench = Bench { _ in .now }
        bench.ask("a", seconds: 2)
        bench.ask("b", seconds: 1)
        #expect(bench.listed == ["a running", "b running"])
        bench.wait(2)
        #expect(bench.store.state == ["b", "a"])
        #expect(bench.listed == [])
    }

    @Test("a debounced effect is the last of its burst, and runs after the silence")
    func debounced() {
        let bench = Bench { _ in .debounced("search", for: .seconds(3)) }
        for name in ["s", "st", "str"] {
            bench.ask(name)
            bench.wait(2)
        }
        #expect(bench.log.all == [])
        #expect(bench.listed == ["str waiting"])
        bench.wait(1)
        #expect(bench.log.all == ["str begins at 7"])
        #expect(bench.listed == ["str running"])
        bench.wait(1)
        #expect(bench.store.state == ["str"])
    }

    @Test("the silence begins when the effect is asked for, not when its task first runs")
    func silence() {
        let bench = Bench { _ in .debounced("search", for: .seconds(3)) }
        bench.store.dispatch(.ask(.init(name: "late")))
        bench.wait(3)
        #expect(bench.log.all == ["late begins at 3"])
    }

    @Test(
        "a debounced effect leaves the one of an earlier burst alone, or replaces it at once",
        arguments: [false, true])
    func bursts(replacing: Bool) {
        let bench = Bench { _ in .debounced("search", for: .seconds(1), replacing: replacing) }
        bench.ask("first", seconds: 5)
        bench.wait(1)
        bench.ask("second")
        #expect(bench.listed == (replacing ? ["second waiting"] : ["first running", "second waiting"]))
        bench.wait(1)
        #expect(bench.listed == (replacing ? ["second running"] : ["first running", "second running"]))
        bench.wait(10)
        #expect(bench.store.state == (replacing ? ["second"] : ["second", "first"]))
    }

    @Test("bursts of different ids do not touch each other")
    func ids() {
        let bench = Bench { .debounced("job \($0.name)", for: .seconds(1)) }
        bench.ask("a")
        bench.ask("b")
        bench.wait(2)
        #expect(bench.store.state == ["a", "b"])
    }

    @Test("throttled effects run once in an interval: the first at once, the latest at its end")
    func throttled() {
        let bench = Bench { _ in .throttled("save", for: .seconds(10)) }
        for name in ["a", "b", "c"] { bench.ask(name) }
        #expect(bench.listed == ["a running", "c waiting"])
        bench.wait(9)
        #expect(bench.store.state == ["a"])
        bench.wait(1)
        #expect(bench.log.all == ["a begins at 0", "c begins at 10"])
        bench.ask("d")
        bench.wait(9)
        #expect(bench.listed == ["d waiting"])
        bench.wait(1)
        #expect(bench.log.all.last == "d begins at 20")
        bench.wait(10)
        bench.ask("e")
        #expect(bench.log.all.last == "e begins at 30")
    }

    @Test("throttled effects that do not want the latest drop what comes within the interval")
    func throttledFirst() {
        let bench = Bench { _ in .throttled("fetch", for: .seconds(10), latest: false) }
        for name in ["a", "b"] { bench.ask(name) }
        #expect(bench.listed == ["a running"])
        bench.wait(10)
        bench.ask("c")
        bench.wait(10)
        #expect(bench.store.state == ["a", "c"])
    }

    @Test("a cancelled effect does not shorten the interval that it began")
    func throttledCancel() {
        let bench = Bench { _ in .throttled("save", for: .seconds(10)) }
        for name in ["a", "b"] { bench.ask(name) }
        #expect(bench.store.cancelEffects(named: "save") == 2)
        bench.wait(1)
        bench.ask("c")
        #expect(bench.listed == ["c waiting"])
        bench.wait(9)
        #expect(bench.log.all.last == "c begins at 10")
    }

    @Test("a replacing effect cancels those of its id, and their late answers never come")
    func replacing() {
        let bench = Bench { $0.name == "other" ? .named("other") : .replacing("load") }
        bench.ask("other", seconds: 2)
        bench.ask("old", seconds: 2, isStubborn: true)
        bench.wait(1)
        bench.ask("new", seconds: 2)
        #expect(bench.listed == ["other running", "new running"])
        bench.wait(5)
        #expect(bench.store.state == ["other", "new"])
    }

    @Test("an answer that already waits its turn is dropped as well when its effect is replaced first")
    func replacedInQueue() {
        let clock = TestClock()
        let store = Bench().store
        store.setEffectHandler(schedule: { _ in .replacing("load") }, executor: clock.executor) { job, context in
            context.dispatch(.done(job.name))
        }
        // While the subscriber blocks the delivery of a commit, the old effect answers and ends; the new one already
        // precedes the answer.
        let subscription = store.subscribe { state in
            guard state == ["go"] else { return }
            store.dispatch(.ask(.init(name: "new")))
            clock.executor.run()
        }
        store.dispatch(.ask(.init(name: "old")))
        store.dispatch(.done("go"))
        #expect(store.runningEffects.map(\.effect?.name) == ["new"])
        clock.executor.run()
        #expect(store.state == ["go", "new"])
        subscription.cancel()
    }

    @Test("an effect that must not run twice is dropped while another of its id waits or runs")
    func unlessRunning() {
        let bench = Bench { $0.name == "wait" ? .debounced("load", for: .seconds(1)) : .unlessRunning("load") }
        bench.ask("a")
        bench.ask("b")
        #expect(bench.listed == ["a running"])
        bench.wait(1)
        bench.ask("wait")
        bench.ask("c")
        #expect(bench.listed == ["wait waiting"])
        bench.wait(2)
        bench.ask("d")
        bench.wait(1)
        #expect(bench.store.state == ["a", "wait", "d"])
    }

    @Test("a cancelling effect cancels those of its id and runs nothing")
    func cancelling() {
        let bench = Bench { job in
            switch job.name {
            case "stop": .cancelling("load")
            case "late": .debounced("load", for: .seconds(1))
            default: .named("load")
            }
        }
        for name in ["a", "b", "late", "stop"] { bench.ask(name) }
        #expect(bench.listed == [])
        bench.wait(9)
        #expect(bench.log.all == ["a begins at 0", "b begins at 0", "a is cancelled", "b is cancelled"])
        #expect(bench.store.state == [])
    }

    @Test("dropped, debounced and cancelled effects stay in the log as effects of their transitions")
    func log() {
        final class Witness: StoreObserver<[String], Bench.Action, Bench.Job>, @unchecked Sendable {
            // Accessed by the store only, under its lock, and by the test when nothing runs.
            var effects: [[String]] = []
            override func didReduce(
                _ action: Bench.Action, effects: [Bench.Job], info: TransitionInfo, state: () -> [String]
            ) {
                self.effects.append(effects.map(\.name))
            }
        }
        let bench = Bench { job in
            switch job.name {
            case "stop": .cancelling("load")
            case "again": .unlessRunning("load")
            default: .debounced("load", for: .seconds(1))
            }
        }
        let witness = Witness()
        bench.store.install(witness)
        for name in ["a", "b", "again", "stop"] { bench.ask(name) }
        bench.wait(9)
        #expect(witness.effects == [["a"], ["b"], ["again"], ["stop"]])
        #expect(bench.log.all == [])
    }

    @Test("the same story has the same order every time")
    func deterministic() {
        func story() -> [String] {
            let bench = Bench { job in
                switch job.seconds % 3 {
                case 0: .debounced("x", for: .seconds(2), replacing: true)
                case 1: .throttled("y", for: .seconds(3))
                default: .replacing("z")
                }
            }
            for step in 1...60 {
                bench.ask("\(step)", seconds: step * 7 % 11 + 1)
                if step % 4 == 0 { bench.wait(step % 5) }
            }
            bench.clock.run()
            return bench.log.all + bench.store.state
        }
        let first = story()
        #expect(first.count > 60)
        for _ in 0..<20 { #expect(story() == first) }
    }
}
