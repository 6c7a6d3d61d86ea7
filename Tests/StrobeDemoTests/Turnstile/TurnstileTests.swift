import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the article about the turnstile, and the labels of its well-known form.
@Suite struct TurnstileTests {
    private let machine = Turnstile.machine

    private func after(_ event: Turnstile.Event, in state: Turnstile.State) -> (Turnstile.State, [Turnstile.Action]) {
        var state = state
        let actions = (try? machine.reduce(&state, event)) ?? []
        return (state, actions)
    }

    @Test("there are only two states, locked and unlocked, and it begins locked")
    func states() {
        #expect(machine.declaration.states == ["locked", "unlocked"])
        #expect(machine.declaration.initial == "locked")
    }

    @Test("to unlock it, a person drops a coin")
    func coin() {
        #expect(after(.coin, in: .locked) == (.unlocked, [.unlock]))
    }

    @Test("a push passes the unlocked turnstile, which locks again")
    func push() {
        #expect(after(.push, in: .unlocked) == (.locked, [.lock]))
    }

    @Test("a coin too many is thanked for, and buys nothing")
    func secondCoin() {
        #expect(after(.coin, in: .unlocked) == (.unlocked, [.thankYou]))
        #expect(after(.push, in: .unlocked) == (.locked, [.lock]))
    }

    @Test("a push without a coin sets off the alarm; it is answered, not rejected")
    func pushWithoutCoin() {
        #expect(after(.push, in: .locked) == (.locked, [.alarm]))
        #expect(machine.rejection(of: .push, in: .locked) == nil)
    }

    @Test("each arrow has the event that triggers it and the action that is performed, and every pair has its arrow")
    func labels() {
        for state in Turnstile.State.allCases {
            for event in Turnstile.Event.allCases { #expect(after(event, in: state).1.count == 1) }
        }
        let performed = Turnstile.State.allCases.flatMap { state in
            Turnstile.Event.allCases.flatMap { after($0, in: state).1 }
        }
        #expect(Set(performed) == Set(Turnstile.Action.allCases))
        #expect(machine.issues.isEmpty)
    }

    @Test("the turnstile of the demo performs its actions in order")
    func performed() {
        let said = Said()
        let design = TurnstileDesign(say: said.add)
        for event in [Turnstile.Event.coin, .push, .push, .coin, .coin] { design.store.dispatch(event) }
        #expect(
            said.lines == [
                "turnstile: unlock", "turnstile: lock", "turnstile: alarm", "turnstile: unlock", "turnstile: thankYou",
            ])
        #expect(design.store.state == .unlocked)
    }
}
