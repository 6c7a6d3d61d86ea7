extension StateMachine {
    /// The machine's declaration: its states, its events and an arrow for each state that a row leaves.
    public var declaration: MachineDeclaration {
        MachineDeclaration(
            initial: name(of: initial), states: names.states, events: names.events,
            transitions: transitions.flatMap { row in
                row.leaves.map { source in
                    .init(
                        event: name(of: row.event), from: name(of: source), guardName: row.condition?.name,
                        to: name(of: row.target ?? source))
                }
            })
    }
}

extension StateMachine: CompositeReducer {
    var ownComposition: Composition<State, Event, Effect> {
        Composition(
            body: { state, event in try reduce(&state, event) }, ownedBody: nil,
            machines: [MachinePart(declaration: declaration, path: [], event: { name(of: $0) })],
            declaration: declaration)
    }
}

extension Store where State: Kinded, Action: Kinded {
    /// Creates a store from a state machine; it rejects events that the machine's table does not have.
    ///
    /// - Parameters:
    ///   - machine: The machine; the store begins in its initial state, and enters it once it has an effect handler.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken.
    @inlinable
    public convenience init(machine: StateMachine<State, Action, Effect>, nestingLimit: Int = 1_000) {
        self.init(
            initial: machine.initial, effects: machine.initialEffects, nestingLimit: nestingLimit,
            composition: machine.composition)
    }
}
