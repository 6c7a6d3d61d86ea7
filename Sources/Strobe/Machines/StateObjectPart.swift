/// State objects as a part of a store: the store's state has the kind of the current one.
///
///     enum Light: Sendable { case red, green }
///     @MainActor final class Lamp { var text = "" }
///     final class Red: StateObject<Light, String, Lamp> {
///         override func next(on event: String) -> Light? { event == "go" ? .green : nil }
///     }
///     final class Green: StateObject<Light, String, Lamp> {
///         override func enter() { host?.text = "go" }
///     }
///     struct Street: Sendable { var light = Light.red }
///     enum StreetAction: Sendable { case light(StateObjectPart<Light, String>.Action) }
///     enum StreetEffect: Sendable { case light(StateObjectPart<Light, String>.Effect) }
///
///     let lamp = Lamp()
///     let machine = StateObjectMachine<Light, String, Lamp>(initial: .red, host: lamp) { light, lamp in
///         light == .red ? Red(host: lamp) : Green(host: lamp)
///     }
///     let store = Store(
///         initial: Street(),
///         reducer: StateObjectPart<Light, String>().scoped(
///             state: \Street.light, action: CasePath(StreetAction.light), effect: StreetEffect.light))
///     store.setEffectHandler(
///         for: CasePath(StreetEffect.light), action: StreetAction.light, state: \.light, performing: machine)
///     store.dispatch(.light(.event("go")))  // on the main actor, the lamp says "go" before this returns
///
/// An event goes to the current object, as an effect. What that makes of it comes back as an action with the event as its
/// cause: the next kind, or why the event is illegal. Transitions of the machine that its states begin themselves come as
/// actions as well.
public struct StateObjectPart<Kind: Sendable, Event: Sendable>: Reducer {
    /// What happens to the part.
    public enum Action: Sendable {
        /// An event for the current state object.
        case event(Event)
        /// The machine is in another state; only the machine dispatches it.
        case entered(Kind)
        /// The event is illegal; only the machine dispatches it.
        case illegal(String)
    }

    /// What the part requests.
    public enum Effect: Sendable {
        /// To let the current state object handle an event.
        case handle(Event)
    }

    /// Creates the part.
    public init() {}

    /// Sends an event to the machine, or takes over its answer.
    public func reduce(_ state: inout Kind, _ action: Action) throws -> [Effect] {
        switch action {
        case .event(let event): return [.handle(event)]
        case .entered(let kind): state = kind
        case .illegal(let reason): try reject(reason)
        }
        return []
    }
}

extension StateObjectPart.Action: Equatable where Kind: Equatable, Event: Equatable {}
extension StateObjectPart.Effect: Equatable where Event: Equatable {}

extension Store {
    /// Lets a machine of state objects handle the events of its part of the state.
    ///
    /// The store keeps the machine, which has the store's dependencies from now on. Where a debugger restores a state, the machine is set to the kind in it. The machine has
    /// to be in the kind that the state has when this is called, and belongs to one store.
    ///
    /// - Parameters:
    ///   - effects: The case of the part's effects.
    ///   - action: Makes an action of the part one of the store's.
    ///   - state: The part.
    ///   - machine: The machine.
    public func setEffectHandler<Kind: Sendable, Event: Sendable, Host: AnyObject>(
        for effects: CasePath<Effect, StateObjectPart<Kind, Event>.Effect>,
        action: @escaping @Sendable (StateObjectPart<Kind, Event>.Action) -> Action,
        state: any KeyPath<State, Kind> & Sendable, performing machine: StateObjectMachine<Kind, Event, Host>
    ) {
        machine.shared.follow(backlog.dependencies)
        machine.setReply { [weak self] in self?.dispatch(action($0), origin: .app) }
        install(
            RestoreFollower { [weak machine] in
                machine?.restore($0[keyPath: state], origin: .restore, cause: nil, note: nil, ifSeq: nil, request: nil)
            })
        set(isPart: true) { effect, context in
            guard case .handle(let event)? = effects.extract(effect) else { return false }
            machine.dispatch(event) { context.dispatch(action($0)) }
            return true
        }
    }
}

/// Calls a closure with each state that is restored or edited; the closure is all it has.
private final class RestoreFollower<State: Sendable, Action: Sendable, Effect: Sendable>:
    StoreObserver<State, Action, Effect>, @unchecked Sendable
{
    private let follow: @Sendable (State) -> Void

    init(_ follow: @escaping @Sendable (State) -> Void) {
        self.follow = follow
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) { follow(state) }
}
