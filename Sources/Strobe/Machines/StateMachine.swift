/// A finite state machine as a table of transitions: a reducer that rejects what the table does not have.
///
/// The first row that fits the event, the state and its guard is taken. Its effects come in the order: leaving the old
/// state, the transition itself, entering the new one. An event that no row fits leaves the state as it is, bit for bit.
///
///     enum Turnstile: Kinded, CaseIterable { case locked, unlocked }
///     enum TurnstileEvent: Kinded, CaseIterable { case coin, push }
///
///     let machine = StateMachine<Turnstile, TurnstileEvent, String>(
///         initial: .locked,
///         transitions: [
///             .on(.coin, from: .locked, to: .unlocked, run: ["unlock"]),
///             .on(.push, from: .unlocked, to: .locked, run: ["lock"]),
///         ])
///     let store = Store(machine: machine)
///     store.dispatch(.push)
///     assert(store.state == .locked)
///     assert(machine.rejection(of: .push, in: .locked) == "no transition on push from locked")
public struct StateMachine<State: Kinded, Event: Kinded, Effect: Sendable>: Reducer {
    /// The state that it begins in; it is not entered, so that there are no effects of that.
    public let initial: State
    /// The rows of the table, in the order in which they are tried.
    public let transitions: [Transition<State, Event, Effect>]
    private let enter: [State.Kind: MachineEffects<State, Effect>]
    private let exit: [State.Kind: MachineEffects<State, Effect>]
    /// The rows for each state and event.
    private let rows: [Place: [Transition<State, Event, Effect>]]

    private struct Place: Hashable {
        let state: State.Kind
        let event: Event.Kind
    }

    enum Outcome {
        case moves(to: State, by: Transition<State, Event, Effect>)
        case rejected(Rejection)
    }

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - initial: The state that it begins in.
    ///   - transitions: The rows of the table, in the order in which they are tried.
    ///   - enter: What is asked of the outside when a state of some kind is entered; it gets the new state.
    ///   - exit: What is asked of the outside when a state of some kind is left; it gets the old state.
    public init(
        initial: State, transitions: [Transition<State, Event, Effect>],
        enter: [State.Kind: MachineEffects<State, Effect>] = [:],
        exit: [State.Kind: MachineEffects<State, Effect>] = [:]
    ) {
        self.initial = initial
        self.transitions = transitions
        self.enter = enter
        self.exit = exit
        var rows: [Place: [Transition<State, Event, Effect>]] = [:]
        for transition in transitions {
            for state in transition.leaves {
                rows[Place(state: state, event: transition.event), default: []].append(transition)
            }
        }
        self.rows = rows
    }

    /// Makes the transition that the table has for an event; without one the state stays as it is.
    ///
    /// - Returns: The effects of leaving, of the transition and of entering, in this order.
    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        guard case .moves(let new, let transition) = outcome(of: event, in: state) else { return [] }
        let old = state
        state = new
        let step = transition.effects.effects(MachineStep(from: old, event: event, to: new))
        guard transition.target != nil else { return step }
        return (exit[old.kind]?.effects(old) ?? []) + step + (enter[new.kind]?.effects(new) ?? [])
    }

    /// Why an event is illegal in a state.
    ///
    /// - Returns: The reason in words for people; `nil` where there is a transition.
    public func rejection(of event: Event, in state: State) -> String? {
        guard case .rejected(let rejection) = outcome(of: event, in: state) else { return nil }
        return rejection.reason(on: event.kind, from: state.kind)
    }

    private func outcome(of event: Event, in state: State) -> Outcome {
        guard let candidates = rows[Place(state: state.kind, event: event.kind)] else {
            return .rejected(.noTransition)
        }
        guard let transition = candidates.first(where: { $0.condition?.holds(state, event) ?? true }) else {
            return .rejected(.noGuardHeld(candidates.compactMap { $0.condition?.name }))
        }
        let target = transition.target ?? state.kind
        guard let new = transition.make(state, event) else { return .rejected(.nothingMade(target)) }
        guard new.kind == target else { return .rejected(.otherMade(new.kind, declared: target)) }
        return .moves(to: new, by: transition)
    }
}
