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

    /// Gets what becomes of an event, and whether that still counts.
    typealias Reply = @Sendable (Action, EffectLife) -> Void

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
    /// The store keeps the machine, which has the store's dependencies from now on. Where a debugger restores a state, edits the
    /// part, or replays actions without effects, the machine is set to the kind that comes of it. The machine has to be in the
    /// kind that the state has when this is called, and belongs to one store.
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
        let follower = PartFollower<State, Action, Effect> { [weak machine] whole, origin, life in
            machine?.follow(whole[keyPath: state], origin: origin, life: life)
        }
        machine.setReply(follower.life) { [weak self] in self?.answer(action($0), life: $1) }
        install(follower)
        set(isPart: true) { effect, context in
            guard case .handle(let event)? = effects.extract(effect) else { return false }
            machine.dispatch(event) { context.living($1).dispatch(action($0)) }
            return true
        }
    }

    /// Takes in what a machine did by itself.
    private func answer(_ action: Action, life: EffectLife) {
        guard !backlog.replay.isQuiet, life.enter() else { return }
        submit(.init(work: .action(action), life: life))
    }
}

/// Tells a machine each state that is restored, edited or left by a replay without effects: what the machine answered before
/// that does not count any more.
///
/// `@unchecked Sendable`: `life` is only touched before it is installed, and under the store's lock.
private final class PartFollower<State: Sendable, Action: Sendable, Effect: Sendable>:
    StoreObserver<State, Action, Effect>, @unchecked Sendable
{
    private(set) var life = EffectLife {}
    private let follow: @Sendable (State, Origin, EffectLife) -> Void

    init(_ follow: @escaping @Sendable (State, Origin, EffectLife) -> Void) {
        self.follow = follow
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) { go(to: state, info.origin) }

    override func didEndReplay(_ state: State) { go(to: state, .restore) }

    private func go(to state: State, _ origin: Origin) {
        life.turnOff()
        life = EffectLife {}
        follow(state, origin, life)
    }
}
