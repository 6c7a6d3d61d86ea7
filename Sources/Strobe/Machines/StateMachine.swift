/// A finite state machine as a table of transitions: a reducer that rejects what the table does not have.
///
/// The first row that fits the event, the state and its guard is taken. Its effects come in the order: leaving the old
/// state, the transition itself, entering the new one. An event that no row fits leaves the state as it is, bit for
/// bit.
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
    /// The state that it begins in.
    public let initial: State
    /// The effects of entering that state: they are performed once, as soon as the store has an effect handler.
    public let initialEffects: [Effect]
    /// The rows of the table, in the order in which they are tried.
    public let transitions: [MachineTransition<State, Event, Effect>]
    @usableFromInline let states: [State.Kind]
    @usableFromInline let events: [Event.Kind]
    @usableFromInline let names: MachineNames
    /// What entering and leaving ask for, for each of `states`.
    @usableFromInline let enter: [MachineEffects<State, Effect>?]
    @usableFromInline let exit: [MachineEffects<State, Effect>?]
    /// The places in `transitions` of the rows for each of `states` and, within it, each of `events`.
    @usableFromInline let rows: [[Int]]

    /// Creates a machine.
    ///
    /// - Parameters:
    ///   - initial: The state that it begins in.
    ///   - transitions: The rows of the table, in the order in which they are tried.
    ///   - enter: The effects of entering a state of some kind; it gets the new state.
    ///   - exit: The effects of leaving a state of some kind; it gets the old state.
    public init(
        initial: State, transitions: [MachineTransition<State, Event, Effect>],
        enter: [State.Kind: MachineEffects<State, Effect>] = [:],
        exit: [State.Kind: MachineEffects<State, Effect>] = [:]
    ) {
        self.initial = initial
        self.transitions = transitions
        let (states, events) = (Array(State.Kind.allCases), Array(Event.Kind.allCases))
        self.states = states
        self.events = events
        names = MachineNames(
            states: states.map { "\($0)" }, events: events.map { "\($0)" },
            guards: transitions.map { $0.condition?.name }, targets: transitions.map { $0.target.map { "\($0)" } })
        initialEffects = State.kind(of: initial).flatMap { enter[$0]?.effects(initial) } ?? []
        self.enter = states.map { enter[$0] }
        self.exit = states.map { exit[$0] }
        rows = states.flatMap { state in
            events.map { event in
                transitions.indices.filter { transitions[$0].event == event && transitions[$0].leaves.contains(state) }
            }
        }
    }

    /// Makes the transition that the table has for an event; if there is none, the state stays as it is.
    ///
    /// - Returns: The effects of leaving, of the transition and of entering, in this order.
    /// - Throws: Why there is none.
    @inlinable
    public func reduce(_ state: inout State, _ event: Event) throws -> [Effect] {
        let (row, new): (Int, State)
        switch match(event, in: state) {
        case .taken(let taken, let made): (row, new) = (taken, made)
        case .rejected(let rejection):
            throw IllegalEvent(rejection: rejection, names: names, event: name(of: event), state: name(of: state))
        }
        let old = state
        state = new
        let step = transitions[row].effects.effects(MachineStep(from: old, event: event, to: new))
        guard transitions[row].target != nil else { return step }
        var effects = place(of: old).flatMap { exit[$0]?.effects(old) } ?? []
        effects += step
        if let place = place(of: new), let entering = enter[place] { effects += entering.effects(new) }
        return effects
    }

    /// Why an event is illegal in a state.
    ///
    /// - Returns: The reason in words for people; `nil` if there is a transition.
    @inlinable
    public func rejection(of event: Event, in state: State) -> String? {
        guard case .rejected(let rejection) = match(event, in: state) else { return nil }
        return names.reason(rejection, on: name(of: event), from: name(of: state))
    }

    /// What the table has for an event in a state.
    @usableFromInline
    enum Match {
        /// A row leads to this state.
        case taken(Int, State)
        case rejected(MachineRejection)
    }

    @inlinable
    func match(_ event: Event, in state: State) -> Match {
        // A search through a few kinds is quicker than a hash.
        guard let from = place(of: state) else { return .rejected(.noKind(name(of: state))) }
        guard let on = Event.kind(of: event).flatMap({ events.firstIndex(of: $0) }) else {
            return .rejected(.noKind(name(of: event)))
        }
        let candidates = rows[from * events.count + on]
        for row in candidates {
            if let condition = transitions[row].condition, !condition.holds(state, event) { continue }
            guard let new = transitions[row].make(state, event) else { return .rejected(.nothingMade(row)) }
            guard let kind = State.kind(of: new), kind == transitions[row].target ?? states[from] else {
                return .rejected(.otherMade(row, name(of: new)))
            }
            return .taken(row, new)
        }
        return .rejected(candidates.isEmpty ? .noTransition : .noGuardHeld(candidates))
    }

    /// The place in `states` of a state's kind.
    @inlinable
    func place(of state: State) -> Int? {
        State.kind(of: state).flatMap { states.firstIndex(of: $0) }
    }

    /// What people call a state; by its case if its kind is not known.
    @usableFromInline
    func name(of state: State) -> String {
        State.kind(of: state).map(name) ?? CaseName.of(state)
    }

    @usableFromInline
    func name(of event: Event) -> String {
        Event.kind(of: event).map(name) ?? CaseName.of(event)
    }

    @inlinable
    func name(of state: State.Kind) -> String {
        states.firstIndex(of: state).map { names.states[$0] } ?? "\(state)"
    }

    @inlinable
    func name(of event: Event.Kind) -> String {
        events.firstIndex(of: event).map { names.events[$0] } ?? "\(event)"
    }
}
