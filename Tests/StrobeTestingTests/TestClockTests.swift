import Testing

@testable import StrobeTesting

@Suite("A test clock")
struct TestClockTests {
    @Test("wakes a sleeper when it is moved to the deadline, not before")
    func deadline() async throws {
        let clock = TestClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 0)
        try await sleeper.value
    }

    @Test("a sleep whose deadline has passed ends at once")
    func past() async throws {
        let clock = TestClock()
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: .init(offset: .seconds(5)))
        clock.advance(by: .seconds(-1))
        #expect(clock.now == .init(offset: .seconds(5)))
    }

    @Test("a cancelled sleeper wakes with an error and is forgotten")
    func cancelled() async throws {
        let clock = TestClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a task that is cancelled before it sleeps does not sleep, whatever the deadline")
    func cancelledBefore() async throws {
        let clock = TestClock()
        let sleepers = [Duration.zero, .seconds(3)].map { duration in
            Task(executorPreference: clock.executor) { try await clock.sleep(for: duration) }
        }
        for sleeper in sleepers { sleeper.cancel() }
        clock.executor.run()
        for sleeper in sleepers { await #expect(throws: CancellationError.self) { try await sleeper.value } }
        #expect(clock.sleeperCount == 0)
    }

    @Test("cancellations that race with the deadline end each sleep once and leave no sleeper behind")
    func race() async throws {
        let clock = TestClock()
        for _ in 0..<500 {
            let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
            let canceller = Task { sleeper.cancel() }
            clock.advance(by: .seconds(1))
            await canceller.value
            await sleeper.value
            #expect(clock.sleeperCount == 0)
        }
        #expect(clock.nextDeadline == nil)
    }

    @Test("what sleeps long and is cancelled again and again does not pile up")
    func timeouts() {
        var queue = SleepQueue<String>()
        queue.insert(0, until: .init(offset: .seconds(90)), "stays")
        for number in 1...10_000 {
            queue.insert(number, until: .init(offset: .seconds(60)), "goes")
            #expect(queue.remove(number) == "goes")
            #expect(queue.remove(number) == nil)
        }
        #expect(queue.count == 1)
        #expect(queue.rememberedCount < 100)
        #expect(queue.firstDeadline() == .init(offset: .seconds(90)))
        #expect(queue.popFirst(until: .init(offset: .seconds(89))) == nil)
        #expect(queue.popFirst(until: .init(offset: .seconds(90)))?.sleeper == "stays")
    }

    @Test("moves to the next deadline of the sleepers")
    func next() async throws {
        let clock = TestClock()
        let late = Task { try await clock.sleep(for: .seconds(9)) }
        let early = Task { try await clock.sleep(for: .seconds(4)) }
        await clock.waitForSleepers(2)
        #expect(clock.nextDeadline?.offset == .seconds(4))
        #expect(clock.advanceToNextDeadline())
        try await early.value
        #expect(clock.now.offset == .seconds(4))
        #expect(clock.advanceToNextDeadline())
        try await late.value
        #expect(!clock.advanceToNextDeadline())
    }

    @Test("tasks that sleep in loops are served step by step, each at its own time, in the order of the deadlines")
    func loops() {
        let clock = TestClock()
        let log = Log<String>()
        for (name, step) in [("two", 2), ("three", 3)] {
            Task(executorPreference: clock.executor) {
                while true {
                    try await clock.sleep(for: .seconds(step))
                    log.add("\(name) \(clock.now.offset.components.seconds)")
                }
            }
        }
        clock.advance(by: .seconds(7))
        #expect(log.all == ["two 2", "three 3", "two 4", "three 6", "two 6"])
        #expect(clock.now.offset == .seconds(7))
        #expect(clock.sleeperCount == 2)
    }

    @Test("sleepers with one deadline wake in the order in which they fell asleep")
    func sameDeadline() {
        let clock = TestClock()
        let log = Log<String>()
        for number in 0..<100 {
            Task(executorPreference: clock.executor) {
                try await clock.sleep(for: .seconds(1))
                log.add("\(number)")
            }
        }
        clock.advance(by: .seconds(1))
        #expect(log.all == (0..<100).map(String.init))
    }

    @Test("runs until there are no sleepers, and stops at the limit if that never happens")
    func runs() async throws {
        let clock = TestClock()
        let sleeper = Task(executorPreference: clock.executor) {
            for step in 1...4 { try await clock.sleep(for: .seconds(step)) }
        }
        #expect(clock.run())
        #expect(clock.now.offset == .seconds(10))
        try await sleeper.value
        let endless = Task(executorPreference: clock.executor) {
            while true { try await clock.sleep(for: .seconds(1)) }
        }
        #expect(!clock.run(atMost: .seconds(100)))
        #expect(clock.now.offset == .seconds(110))
        endless.cancel()
    }

    @Test("a hundred thousand sleepers wake in order in one go")
    func many() {
        let clock = TestClock()
        let log = Log<Int>()
        let count = 100_000
        for number in 0..<count {
            Task(executorPreference: clock.executor) {
                try await clock.sleep(for: .milliseconds(number * 7_919 % count))
                log.add(number * 7_919 % count)
            }
        }
        clock.advance(by: .milliseconds(count))
        #expect(log.all == Array(0..<count))
    }

    @Test("waiting for sleepers gives up when the time is up")
    func waiting() async {
        let clock = TestClock()
        #expect(await !clock.waitForSleepers(1, atMost: .milliseconds(1)))
        #expect(await clock.waitForSleepers(0, atMost: .zero))
    }
}

@Suite("A test executor")
struct TestExecutorTests {
    @Test("runs its jobs only on request, in order of arrival")
    func order() {
        let executor = TestExecutor()
        let log = Log<String>()
        for number in 1...3 {
            Task(executorPreference: executor) {
                log.add("\(number)")
                await Task.yield()
                log.add("\(number) again")
            }
        }
        #expect(log.all.isEmpty)
        #expect(!executor.isIdle)
        executor.run()
        #expect(log.all == ["1", "2", "3", "1 again", "2 again", "3 again"])
        #expect(executor.isIdle)
    }

    @Test("a job that runs the executor changes nothing")
    func nested() {
        let executor = TestExecutor()
        let log = Log<String>()
        Task(executorPreference: executor) {
            log.add("first")
            executor.run()
            log.add("first ends")
        }
        Task(executorPreference: executor) { log.add("second") }
        executor.run()
        #expect(log.all == ["first", "first ends", "second"])
    }

    @Test("a task that went to the main actor comes back as a job")
    func hops() async {
        let clock = TestClock()
        let log = Log<String>()
        Task(executorPreference: clock.executor) {
            await MainActor.run { log.add("main") }
            log.add("back")
            try await clock.sleep(for: .seconds(1))
        }
        await clock.waitForSleepers(1)
        #expect(log.all == ["main", "back"])
    }
}
