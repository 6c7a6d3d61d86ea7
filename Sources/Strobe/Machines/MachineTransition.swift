/// One row of a state machine's table: on an event, from some states, under a condition, to another state, with
/// effects.
///
///     enum Door: Kinded, CaseIterable { case open, closed }
///     enum Hand: Kinded, CaseIterable { case push, pull }
///     let table: [MachineTransition<Door, Hand, String>] = [
///         .on(.push, from: .open, to: .closed, run: ["click"]),
///         .on(.pull, from: .closed, to: .open),
///     ]
public struct MachineTransition<State: Kinded, Event: Kinded, Effect: Sendable>: Sendable {
    /// What effects on the transition may depend on.
    public typealias Step = MachineStep<State, Event>

    let event: Event.Kind
    /// The kinds of state that it leaves; all if there are none.
    let sources: [State.Kind]
    @usableFromInline let condition: Guard<State, Event>?
    /// The kind of state that it leads to; `nil` for one that stays within its state.
    @usableFromInline let target: State.Kind?
    /// The name of the case that it leads to, if the kind of that is not known.
    let strangeTarget: String?
    /// The state that it leads to; `nil` if it cannot be made from that state and event.
    @usableFromInline let make: @Sendable (State, Event) -> State?
    @usableFromInline let effects: MachineEffects<Step, Effect>

    private init(
        event: Event.Kind, sources: [State.Kind], condition: Guard<State, Event>?, target: State.Kind?,
        strangeTarget: String? = nil, make: @escaping @Sendable (State, Event) -> State?,
        effects: MachineEffects<Step, Effect>
    ) {
        self.event = event
        self.sources = sources
        self.condition = condition
        self.target = target
        self.strangeTarget = strangeTarget
        self.make = make
        self.effects = effects
    }

    /// The kinds of state that it leaves, each once.
    var leaves: [State.Kind] {
        sources.isEmpty ? Array(State.Kind.allCases) : State.Kind.allCases.filter(sources.contains)
    }

    /// A transition to a state that is always the same.
    ///
    /// - Parameters:
    ///   - event: What it answers.
    ///   - sources: The kinds of state that it leaves; by default, it leaves every state.
    ///   - condition: Under which condition; by default, always.
    ///   - target: The state that it leads to. It is entered even if it is the current one.
    ///   - effects: Its effects, after the effects of leaving and before those of entering.
    public static func on(
        _ event: Event.Kind, from sources: State.Kind..., when condition: Guard<State, Event>? = nil, to target: State,
        run effects: MachineEffects<Step, Effect> = []
    ) -> MachineTransition {
        let kind = State.kind(of: target)
        return MachineTransition(
            event: event, sources: sources, condition: condition, target: kind,
            strangeTarget: kind == nil ? CaseName.of(target) : nil, make: { _, _ in target }, effects: effects)
    }

    /// A transition to a state that is made from the current one.
    ///
    /// - Parameters:
    ///   - event: What it answers.
    ///   - sources: The kinds of state that it leaves; by default, it leaves every state.
    ///   - condition: Under which condition; by default, always.
    ///   - target: The kind of state that it leads to. It is entered even if it is the current one.
    ///   - effects: Its effects, after the effects of leaving and before those of entering.
    ///   - make: Makes the new state of the current one and the event. Where that is no state of the declared kind, or
    ///     `nil`, the event is rejected.
    public static func on(
        _ event: Event.Kind, from sources: State.Kind..., when condition: Guard<State, Event>? = nil,
        to target: State.Kind, run effects: MachineEffects<Step, Effect> = [],
        make: @escaping @Sendable (State, Event) -> State?
    ) -> MachineTransition {
        MachineTransition(
            event: event, sources: sources, condition: condition, target: target, make: make, effects: effects)
    }

    /// A transition to a state that takes over the event's payload.
    ///
    ///     enum Page: KindedByName {
    ///         case loading, showing([String])
    ///         enum Kind: CaseIterable { case loading, showing }
    ///     }
    ///     enum Event: KindedByName {
    ///         case loaded([String])
    ///         enum Kind: CaseIterable { case loaded }
    ///     }
    ///     let row = MachineTransition<Page, Event, Never>.on(
    ///         .loaded, from: .loading, to: .showing, carrying: Event.loaded, into: Page.showing)
    ///
    /// - Parameters:
    ///   - event: What it answers.
    ///   - sources: The kinds of state that it leaves; by default, it leaves every state.
    ///   - condition: Under which condition; by default, always.
    ///   - target: The kind of state that it leads to. It is entered even if it is the current one.
    ///   - effects: Its effects, after the effects of leaving and before those of entering.
    ///   - payload: Where the payload is in the event. An event without it is rejected.
    ///   - make: Makes the new state of the payload.
    public static func on<Payload: Sendable>(
        _ event: Event.Kind, from sources: State.Kind..., when condition: Guard<State, Event>? = nil,
        to target: State.Kind, run effects: MachineEffects<Step, Effect> = [],
        carrying payload: CasePath<Event, Payload>, into make: @escaping @Sendable (Payload) -> State
    ) -> MachineTransition {
        MachineTransition(
            event: event, sources: sources, condition: condition, target: target,
            make: { _, event in payload.extract(event).map(make) }, effects: effects)
    }

    /// A transition to a state that takes over the event's payload, which reflection finds by the function that makes the
    /// case.
    public static func on<Payload: Sendable>(
        _ event: Event.Kind, from sources: State.Kind..., when condition: Guard<State, Event>? = nil,
        to target: State.Kind, run effects: MachineEffects<Step, Effect> = [],
        carrying payload: @escaping @Sendable (Payload) -> Event, into make: @escaping @Sendable (Payload) -> State
    ) -> MachineTransition {
        let payload = CasePath(payload)
        return MachineTransition(
            event: event, sources: sources, condition: condition, target: target,
            make: { _, event in payload.extract(event).map(make) }, effects: effects)
    }

    /// A transition within a state, which is neither left nor entered by it.
    ///
    /// - Parameters:
    ///   - event: What it answers.
    ///   - sources: The kinds of state that it stays in; without any it may happen in every state.
    ///   - condition: Under which condition; by default, always.
    ///   - effects: Its effects.
    ///   - make: Makes the new state, of the same kind, of the current one and the event; without it the state stays as
    ///     it is.
    public static func on(
        _ event: Event.Kind, in sources: State.Kind..., when condition: Guard<State, Event>? = nil,
        run effects: MachineEffects<Step, Effect> = [],
        make: @escaping @Sendable (State, Event) -> State? = { state, _ in state }
    ) -> MachineTransition {
        MachineTransition(
            event: event, sources: sources, condition: condition, target: nil, make: make, effects: effects)
    }
}
