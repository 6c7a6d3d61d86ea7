/// The effects of a state machine on a transition, or on entering or leaving a state: a list that is always the same,
/// or one that depends on what happens.
///
///     let always: MachineEffects<Int, String> = ["ring", "light"]
///     let depending = MachineEffects<Int, String> { floor in ["announce \(floor)"] }
///     assert(always.effects(3) == ["ring", "light"] && depending.effects(3) == ["announce 3"])
public struct MachineEffects<Input: Sendable, Effect: Sendable>: Sendable, ExpressibleByArrayLiteral {
    @usableFromInline let constant: [Effect]
    /// `nil` if the effects are always the same.
    @usableFromInline let depending: (@Sendable (Input) -> [Effect])?

    /// Creates effects that depend on what happens.
    ///
    /// - Parameter effects: A pure function, like a reducer.
    public init(_ effects: @escaping @Sendable (Input) -> [Effect]) {
        constant = []
        depending = effects
    }

    /// Creates effects that are always the same.
    public init(arrayLiteral elements: Effect...) {
        constant = elements
        depending = nil
    }

    /// The effects for an input, in order.
    @inlinable
    public func effects(_ input: Input) -> [Effect] {
        guard let depending else { return constant }
        return depending(input)
    }
}

/// A transition as it is made, for effects that depend on it.
///
///     enum Lamp: Kinded, CaseIterable { case off, on }
///     enum Press: Kinded, CaseIterable { case button }
///     let row = MachineTransition<Lamp, Press, String>.on(
///         .button, from: .off, to: .on, run: MachineEffects { step in ["\(step.from) → \(step.to)"] })
///     let machine = StateMachine(initial: .off, transitions: [row])
///     var lamp = Lamp.off
///     let effects = try machine.reduce(&lamp, .button)  // ["off → on"]
public struct MachineStep<State: Sendable, Event: Sendable>: Sendable {
    /// The state before.
    public let from: State
    /// The event that was answered.
    public let event: Event
    /// The state after.
    public let to: State

    @inlinable
    init(from: State, event: Event, to: State) {
        self.from = from
        self.event = event
        self.to = to
    }
}
