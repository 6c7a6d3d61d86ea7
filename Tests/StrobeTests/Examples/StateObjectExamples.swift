import Strobe
import Testing

/// The examples of state machines whose states are objects; each is in the documentation of its type.
@Suite("Examples of state objects")
@MainActor
struct StateObjectExamples {
    @Test("an object applies itself to its host")
    func stateObject() {
        enum Light: Sendable { case red, green }
        enum Press: Sendable { case button }
        @MainActor final class Lamp { var text = "" }

        final class Red: StateObject<Light, Press, Lamp> {
            override func enter() { host?.text = "stop" }
            override func next(on event: Press) -> Light? { .green }
        }
        final class Green: StateObject<Light, Press, Lamp> {
            override func enter() { host?.text = "go" }
            override func next(on event: Press) -> Light? { .red }
        }
        let lamp = Lamp()
        let machine = StateObjectMachine(initial: .red, host: lamp) { kind, lamp -> StateObject<Light, Press, Lamp> in
            switch kind {
            case .red: Red(host: lamp)
            case .green: Green(host: lamp)
            }
        }
        machine.dispatch(.button)  // lamp.text is "go"
        #expect(lamp.text == "go")
    }

    @Test("a machine rejects what no object answers")
    func machine() {
        enum Position: Sendable { case shut, open }
        @MainActor final class Door { var isOpen = false }

        final class Shut: StateObject<Position, String, Door> {
            override func next(on event: String) -> Position? { event == "push" ? .open : nil }
        }
        final class Open: StateObject<Position, String, Door> {
            override func enter() { host?.isOpen = true }
        }
        let door = Door()
        let machine = StateObjectMachine<Position, String, Door>(initial: .shut, host: door) { position, door in
            position == .shut ? Shut(host: door) : Open(host: door)
        }
        machine.dispatch("kick")  // rejected: the state stays as it is
        machine.dispatch("push")
        print(machine.state, machine.seq, door.isOpen)  // open 2 true
        #expect(machine.state == .open)
        #expect(machine.seq == 2)
        #expect(door.isOpen)
    }
}
