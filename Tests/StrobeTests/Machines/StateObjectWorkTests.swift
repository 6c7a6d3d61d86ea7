import Strobe
import Testing

@Suite("Work of state objects")
@MainActor struct StateObjectWorkTests {
    private enum Page: Sendable, Equatable { case empty, loading, showing(Int) }
    private enum Event: Sendable, Equatable { case load, loaded(Int), clear }

    private final class Host {
        let gate = Gate(heedsCancellation: true)
        var number = 0
    }

    private final class Resting: StateObject<Page, Event, Host> {
        override func next(on event: Event) throws -> Page? {
            switch event {
            case .load: return .loading
            case .clear: try reject("there is nothing to clear")
            case .loaded: return nil
            }
        }
    }

    private final class Loading: StateObject<Page, Event, Host> {
        override func enter() {
            guard let host else { return }
            host.number += 1
            run("load") { [gate = host.gate, number = host.number] in
                await gate.wait(as: number)
                return .loaded(number)
            }
        }

        override func next(on event: Event) -> Page? {
            switch event {
            case .load: .loading
            case .loaded(let number): .showing(number)
            case .clear: .empty
            }
        }
    }

    private let host = Host()

    private func makeMachine() -> StateObjectMachine<Page, Event, Host> {
        StateObjectMachine(initial: .empty, host: host) { page, host in
            page == .loading ? Loading(host: host) : Resting(host: host)
        }
    }

    @Test("it is listed with the transition that entered the state, and its event has that as its cause")
    func listed() async throws {
        let (machine, notes) = (makeMachine(), TransitionNotes<Page, Event>())
        machine.install(notes)
        machine.dispatch(.load)
        #expect(machine.runningEffects.map(\.name) == ["load"] && machine.runningEffects.map(\.cause) == [1])
        host.gate.open()
        for await page in machine.states() where page == .showing(1) { break }
        #expect(notes.told.all.last == "2 effect cause 1 loaded(1) -> showing(1) timed")
        // The work ends a moment after its event was handled.
        let deadline = ContinuousClock.now + .seconds(10)
        while !machine.runningEffects.isEmpty, .now < deadline { await Task.yield() }
        #expect(machine.runningEffects.isEmpty)
    }

    @Test("it is cancelled when its state is left, also for the same kind of state")
    func left() async throws {
        let machine = makeMachine()
        machine.dispatch(.load)
        machine.dispatch(.load)
        #expect(machine.runningEffects.map(\.cause) == [2])
        machine.dispatch(.clear)
        #expect(machine.runningEffects.isEmpty)
        machine.dispatch(.load)
        host.gate.open()
        for await page in machine.states() where page != .loading { break }
        #expect(machine.state == .showing(3))
    }

    @Test("it can be cancelled by its name, and is not begun by a state that is restored")
    func cancelled() async throws {
        let machine = makeMachine()
        machine.dispatch(.load)
        #expect(machine.cancelEffects(named: "load") == 1)
        #expect(machine.runningEffects.isEmpty)
        try await machine.restore(.loading)
        #expect(machine.state == .loading && machine.runningEffects.isEmpty)
        #expect(host.number == 2)
    }

    @Test("a state may say why an event is illegal")
    func reason() async throws {
        let machine = makeMachine()
        #expect(try await machine.receipt(of: .clear).rejection == "there is nothing to clear")
        #expect(try await machine.receipt(of: .loaded(1)).rejection == "loaded is illegal in empty")
    }
}
