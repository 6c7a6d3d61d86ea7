import StrobeTesting
import Synchronization
import Testing

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

    @Test("moves to the next deadline of whoever sleeps")
    func next() async throws {
        let clock = TestClock()
        let late = Task { try await clock.sleep(for: .seconds(9)) }
        let early = Task { try await clock.sleep(for: .seconds(4)) }
        await clock.waitForSleepers(2)
        #expect(clock.advanceToNextDeadline())
        try await early.value
        #expect(clock.now.offset == .seconds(4))
        #expect(clock.advanceToNextDeadline())
        try await late.value
        #expect(!clock.advanceToNextDeadline())
    }
}
