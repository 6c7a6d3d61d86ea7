import Strobe
import Testing

@Suite("State machines")
struct StateMachineTests {
    private let machine = Download.machine

    private func reduce(_ state: Download, _ event: DownloadEvent) -> (Download, [String]) {
        var state = state
        let effects = (try? machine.reduce(&state, event)) ?? []
        return (state, effects)
    }

    @Test("the effects of leaving come first, then those of the transition, then those of entering")
    func order() {
        let (state, effects) = reduce(.idle, .start("a"))
        #expect(state == .running(url: "a", percent: 0))
        #expect(effects == ["exit idle", "fetch a", "enter running(url: \"a\", percent: 0)"])
    }

    @Test("entering gets the new state and leaving the old one")
    func payloads() throws {
        let machine = StateMachine<Download, DownloadEvent, Download>(
            initial: .idle,
            transitions: [.on(.fail, from: .running, to: .failed) { _, event in event.reason.map(Download.failed) }],
            enter: [.failed: .init { [$0] }], exit: [.running: .init { [$0] }])
        var state = Download.running(url: "a", percent: 7)
        #expect(try machine.reduce(&state, .fail("x")) == [.running(url: "a", percent: 7), .failed("x")])
    }

    @Test("a transition to its own state leaves and enters it")
    func selfTransition() {
        let running = Download.running(url: "a", percent: 5)
        let (state, effects) = reduce(running, .retry)
        #expect(state == running)
        #expect(effects == ["stop spinner", "again", "enter running(url: \"a\", percent: 5)"])
    }

    @Test("a transition within a state neither leaves nor enters it")
    func internalTransition() {
        let (state, effects) = reduce(.running(url: "a", percent: 5), .progress(6))
        #expect(state == .running(url: "a", percent: 6))
        #expect(effects == ["draw"])
    }

    @Test("the first row whose guard holds is taken")
    func firstMatch() {
        let running = Download.running(url: "a", percent: 5)
        #expect(reduce(running, .finish([])).0 == .failed("empty"))
        #expect(reduce(running, .finish([1])).0 == .done([1]))
    }

    @Test("a row without source states leaves every state")
    func everyState() {
        for state in [Download.idle, .running(url: "a", percent: 1), .done([]), .failed("x")] {
            #expect(reduce(state, .reset).0 == .idle)
        }
        #expect(reduce(.done([]), .reset).1 == ["exit done", "enter idle"])
    }

    @Test("what cannot be is rejected for a reason that names the event, the state and the guards")
    func reasons() {
        #expect(machine.rejection(of: .retry, in: .idle) == "no transition on retry from idle")
        #expect(machine.rejection(of: .finish([1]), in: .done([2])) == "no transition on finish from done")
        let running = Download.running(url: "a", percent: 50)
        #expect(
            machine.rejection(of: .progress(50), in: running)
                == "on progress from running: no guard held (percent grows)")
        #expect(
            machine.rejection(of: .progress(101), in: running)
                == "on progress from running: failed was created, but running is declared")
        #expect(machine.rejection(of: .progress(51), in: running) == nil)
        #expect(machine.rejection(of: .start("a"), in: .idle) == nil)
    }

    @Test("a row that makes no state is a rejection")
    func nothingMade() throws {
        let machine = StateMachine<Download, DownloadEvent, Never>(
            initial: .idle, transitions: [.on(.start, from: .idle, to: .running) { _, _ in nil }])
        var state = Download.idle
        #expect(throws: (any Error).self) { try machine.reduce(&state, .start("a")) }
        #expect(state == .idle)
        #expect(
            machine.rejection(of: .start("a"), in: .idle)
                == "on start from idle: running could not be created from the event")
    }

    @Test("all guards that did not hold are named")
    func guards() {
        let large = Guard<Download, DownloadEvent>("large") { _, event in (event.bytes ?? []).count > 10 }
        let machine = StateMachine<Download, DownloadEvent, Never>(
            initial: .running(url: "", percent: 0),
            transitions: [
                .on(.finish, from: .running, when: large, to: .idle),
                .on(.finish, from: .running, when: Guard("odd") { $1.bytes?.count == 3 }, to: .idle),
            ])
        #expect(
            machine.rejection(of: .finish([1]), in: machine.initial)
                == "on finish from running: no guard held (large, odd)")
        #expect((!large).name == "not large")
        #expect((!large).holds(.idle, .finish([1])))
        #expect(!(!large).holds(.idle, .finish(Array(repeating: 0, count: 11))))
    }

    @Test("a rejected event leaves the state unchanged to the last bit, and has no effects")
    func untouched() throws {
        var state = Download.done(Array(0..<200))
        let before = withUnsafeBytes(of: &state) { Array($0) }
        for event in [DownloadEvent.start("x"), .progress(1), .finish([]), .fail("y"), .retry] {
            #expect(machine.rejection(of: event, in: state) != nil)
            #expect(throws: (any Error).self) { try machine.reduce(&state, event) }
            // The same bits, including the buffer: nothing was copied.
            #expect(withUnsafeBytes(of: &state) { Array($0) } == before)
        }
    }

    @Test("reducing and rejecting agree for every pair of state and event")
    func agreement() {
        let states: [Download] = [.idle, .running(url: "a", percent: 5), .done([1]), .failed("x")]
        let events: [DownloadEvent] = [
            .start("b"), .progress(1), .progress(6), .progress(200), .finish([]), .finish([2]), .fail("y"), .retry,
            .reset,
        ]
        for state in states {
            for event in events {
                let (after, effects) = reduce(state, event)
                if machine.rejection(of: event, in: state) != nil {
                    #expect(after == state && effects.isEmpty)
                } else {
                    #expect(!effects.isEmpty || after != state)
                }
            }
        }
    }
}
