import SeededTesting
import Strobe
import Testing

private enum Position: Sendable, Equatable { case shut, ajar, open }

@MainActor private final class Door {
    var steps: [String] = []
}

private final class Leaf: StateObject<Position, String, Door> {
    let position: Position

    init(_ position: Position, _ door: Door) {
        self.position = position
        super.init(host: door)
    }

    override func enter() {
        host?.steps.append("\(position)")
        if position == .ajar { dispatch("push") }
    }

    override func next(on event: String) -> Position? {
        switch (position, event) {
        case (.shut, "unlock"): .ajar
        case (.ajar, "push"): .open
        case (.open, "pull"): .shut
        default: nil
        }
    }
}

@MainActor
@Suite("The gate of a machine of state objects", .timeLimit(.minutes(5)))
struct StateObjectGateTests {
    private let door = Door()
    private let machine: StateObjectMachine<Position, String, Door>

    init() {
        machine = StateObjectMachine(initial: .shut, host: door) { position, door in Leaf(position, door) }
    }

    /// Lets the main actor run until the machine has reached a seq.
    private func wait(for seq: Int) async {
        while machine.seq < seq { await Task.yield() }
    }

    @Test("holds events before the state is asked where they lead, and releases the requested number")
    func release() async {
        let keeper = SwitchKeeper<Position, String>(isNoting: true)
        machine.setGateKeeper(keeper)
        machine.dispatch("unlock")
        machine.dispatch("kick")
        #expect(machine.snapshot() == (0, .shut) && door.steps == ["shut"])
        #expect(machine.held.map(\.action) == ["unlock", "kick"] && machine.held.map(\.id) == [1, 2])
        #expect(machine.queued.map(\.action) == ["unlock", "kick"] && machine.pending == nil)
        machine.release(1)
        await wait(for: 1)
        // An action sent on entry to a state waits behind the held ones.
        #expect(machine.held.map(\.action) == ["kick", "push"] && machine.held.last?.cause == 1)
        machine.setGateKeeper(nil)
        await wait(for: 3)
        #expect(machine.state == .open && door.steps == ["shut", "ajar", "open"])
        #expect(keeper.told.all == ["1: unlock in shut? held", "#1 unlock -> ajar", "2: kick in ajar? held"])
    }

    @Test("asks the keeper with the state before, and notifies it of rejected events as well")
    func asks() async {
        let keeper = SwitchKeeper<Position, String>(isClosed: false, isNoting: true) { event, state in
            state == .ajar && event == "push"
        }
        machine.setGateKeeper(keeper)
        machine.dispatch("kick")
        machine.dispatch("unlock")
        #expect(machine.snapshot() == (2, .ajar) && machine.held.map(\.action) == ["push"])
        #expect(keeper.told.all.filter { $0.hasPrefix("#") } == ["#1 kick -> shut", "#2 unlock -> ajar"])
        machine.release(1)
        await wait(for: 3)
        #expect(machine.state == .open)
    }

    @Test("never holds a restored state, and notifies the keeper of it")
    func restore() async throws {
        let keeper = SwitchKeeper<Position, String>(isNoting: true)
        machine.setGateKeeper(keeper)
        machine.dispatch("pull")
        try await machine.restore(.open, note: "set to open")
        #expect(machine.state == .open && machine.heldCount == 1)
        machine.setGateKeeper(nil)
        await wait(for: 2)
        #expect(machine.state == .shut && keeper.told.all == ["1: pull in shut? held", "#1 restored -> open"])
    }

    @Test("what is dropped is answered as cancelled, what is replaced keeps its place")
    func dropAndReplace() async {
        machine.setGateKeeper(SwitchKeeper())
        let ids = Collector<Int>()
        let request = ReceiptRequest(whenHeld: { ids.add($0) })
        machine.dispatch("kick")
        machine.dispatch("bang", origin: .inspector, cause: nil, ifSeq: nil, request: request)
        while ids.all.isEmpty { await Task.yield() }
        #expect(ids.all == [2])
        let observer = TransitionNotes<Position, String>()
        machine.install(observer)
        #expect(
            machine.replaceHeld(1, with: "unlock", from: "a kick") && machine.dropHeld([2]) == [2]
                && machine.dropHeld([2]) == [])
        await #expect { try await request.receipt() } throws: { ($0 as? StoreError)?.code == .cancelled }
        machine.setGateKeeper(nil)
        await wait(for: 2)
        #expect(machine.state == .open)
        #expect(observer.told.all.first?.hasPrefix("1 app unlock was a kick -> ajar") == true)
    }

    @Test("an event that was taken back at the gate, or names another number, is not handled")
    func takenBack() async {
        machine.setGateKeeper(SwitchKeeper())
        let ids = Collector<Int>()
        let requests = (0...2).map { _ in ReceiptRequest(whenHeld: { ids.add($0) }) }
        for (seq, request) in requests.enumerated() {
            machine.dispatch("unlock", origin: .inspector, cause: nil, ifSeq: seq, request: request)
        }
        while ids.all.count < 3 { await Task.yield() }
        requests[0].cancel()
        #expect(machine.heldCount == 2)
        machine.setGateKeeper(nil)
        for request in requests[1...] {
            await #expect { try await request.receipt() } throws: { ($0 as? StoreError)?.code == .stale }
        }
        #expect(machine.seq == 0)
    }

    @Test("refuses what is one too many, and reports it once", .enabled(if: LongTests.areRun))
    func full() async throws {
        let faults = Collector<StoreError>()
        machine.setFaultHandler { faults.add($0) }
        machine.setGateKeeper(SwitchKeeper())
        for _ in 1...100_003 { machine.dispatch("kick") }
        await #expect { try await machine.receipt(of: "kick") } throws: { ($0 as? StoreError)?.code == .gateFull }
        #expect(machine.heldCount == 100_000 && faults.all.map(\.code) == [.gateFull])
    }
}
