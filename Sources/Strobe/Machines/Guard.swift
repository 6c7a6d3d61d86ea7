/// A condition on a transition, with its name in graphs and rejections.
///
///     let isAdult = Guard<Int, String>("age >= 18") { age, _ in age >= 18 }
///     assert(isAdult.holds(21, "enter"))
///     assert((!isAdult).name == "not age >= 18")
public struct Guard<State: Sendable, Event: Sendable>: Sendable {
    /// What people call it.
    public let name: String
    /// Whether it holds for an event in a state; pure, like a reducer.
    public let holds: @Sendable (State, Event) -> Bool

    /// Creates a guard.
    public init(_ name: String, _ holds: @escaping @Sendable (State, Event) -> Bool) {
        self.name = name
        self.holds = holds
    }

    /// Creates a guard that looks at the event's payload; it does not hold for an event without it.
    ///
    ///     enum Event: Sendable { case loaded([String]), failed }
    ///     let isEmpty = Guard<Int, Event>("items.isEmpty", of: Event.loaded) { items in items.isEmpty }
    public init<Payload: Sendable>(
        _ name: String, of payload: CasePath<Event, Payload>, _ holds: @escaping @Sendable (Payload) -> Bool
    ) {
        self.init(name) { _, event in payload.extract(event).map(holds) ?? false }
    }

    /// Creates a guard that looks at the event's payload, which reflection finds by the function that makes the case.
    public init<Payload: Sendable>(
        _ name: String, of payload: @escaping @Sendable (Payload) -> Event,
        _ holds: @escaping @Sendable (Payload) -> Bool
    ) {
        self.init(name, of: CasePath(payload), holds)
    }

    /// The negation of a guard.
    public static prefix func ! (other: Guard) -> Guard {
        Guard("not \(other.name)") { state, event in !other.holds(state, event) }
    }
}
