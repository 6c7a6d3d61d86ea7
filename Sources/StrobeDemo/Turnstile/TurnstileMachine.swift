import Strobe

extension Turnstile {
    /// The turnstile as a table: each row an arrow of the figure, labelled with its event and what is done.
    static let machine = StateMachine<State, Event, Action>(
        initial: .locked,
        transitions: [
            .on(.coin, from: .locked, to: .unlocked, run: [.unlock]),
            .on(.push, from: .unlocked, to: .locked, run: [.lock]),
            .on(.coin, from: .unlocked, to: .unlocked, run: [.thankYou]),
            .on(.push, from: .locked, to: .locked, run: [.alarm]),
        ])
}
