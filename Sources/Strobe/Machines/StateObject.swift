/// A state that applies itself to its host and computes the next state of an event.
///
/// A subclass for each state overrides what it needs, and a factory makes them from a kind:
///
///     enum Light: Sendable { case red, green }
///     enum Press: Sendable { case button }
///     @MainActor final class Lamp { var text = "" }
///
///     final class Red: StateObject<Light, Press, Lamp> {
///         override func enter() { host?.text = "stop" }
///         override func next(on event: Press) -> Light? { .green }
///     }
///     final class Green: StateObject<Light, Press, Lamp> {
///         override func enter() { host?.text = "go" }
///         override func next(on event: Press) -> Light? { .red }
///     }
///     let lamp = Lamp()
///     let machine = StateObjectMachine(initial: .red, host: lamp) { kind, lamp -> StateObject<Light, Press, Lamp> in
///         switch kind {
///         case .red: Red(host: lamp)
///         case .green: Green(host: lamp)
///         }
///     }
///     machine.dispatch(.button)  // lamp.text is "go"
@MainActor
open class StateObject<Kind: Sendable, Event: Sendable, Host: AnyObject> {
    /// What the state is applied to; `nil` once it is gone.
    public private(set) weak var host: Host?
    /// The way into the machine; there is none before the machine has taken the object in.
    var outlet: (@MainActor (Event, _ refusal: String?) -> Void)?
    /// Runs the work of this state in the machine's name; there is none before the machine has taken the object in.
    var begin: (@MainActor (EffectID, EffectSchedule, _ work: @escaping @Sendable () async -> Event?) -> Int?)?
    /// The numbers of that work.
    var effects: [Int] = []
    /// The dependencies of the machine, once it has taken the object in.
    var shared: SharedDependencies?
    /// The mode of the machine, once it has taken the object in.
    weak var replay: ReplayMode?
    /// Whether the events that this state sends are dropped, because recorded events are being sent, or because it was
    /// restored or edited and no event led to it: `enter()` need not begin work only to send its result.
    public final var isReplaying: Bool { isRestored || replay?.isQuiet ?? false }
    /// Whether it was set by a restore or an edit.
    var isRestored = false
    /// Whether another state was entered since.
    var isLeft = false

    /// The dependencies of the machine, as they are now, for work to capture: `[backend = dependencies.backend] in`.
    ///
    /// Before the machine has taken the object in, as in its `init`, there are only those of any program.
    public final var dependencies: Dependencies { shared?.current ?? Dependencies() }

    /// Creates a state for a host, which it does not keep alive.
    public init(host: Host) {
        self.host = host
    }

    /// Applies the state to its host; called once the machine is in it.
    open func enter() {}

    /// Undoes what `enter()` did, if that is necessary.
    open func exit() {}

    /// Returns the next state of an event.
    ///
    /// - Returns: The next state, which may be this one again; `nil` if the event is illegal.
    /// - Throws: Why it is illegal, in place of a `nil`.
    open func next(on event: Event) throws -> Kind? { nil }

    /// Runs some work while the machine is in this state, such as a request, and dispatches the resulting event.
    ///
    /// It is listed among the machine's effects, and cancelled when the state is left. It is not begun by a state that was
    /// restored, or while recorded events are replayed without effects.
    ///
    /// - Parameters:
    ///   - name: What it is listed as.
    ///   - schedule: How it is run beside others.
    ///   - work: What to do; the event that it returns is dispatched, `nil` ends it without one.
    public final func run(
        _ name: EffectID, schedule: EffectSchedule = .now, _ work: @escaping @Sendable () async -> Event?
    ) {
        guard !isReplaying, !isLeft, let id = begin?(name, schedule, work) else { return }
        effects.append(id)
    }

    /// Dispatches an event to the machine, now or later, such as the result of what `enter()` began.
    ///
    /// The event has as its cause the transition that entered the state. What a state dispatches after it was left, and
    /// what one dispatches that was restored, is rejected: the log shows it, and nothing comes of it.
    public final func dispatch(_ event: Event) {
        let source: String? = isLeft ? "was left before" : isRestored ? "was restored, which performs no effects" : nil
        outlet?(event, source.map { "\(ActionName.of(event)) came from a state that \($0)" })
    }
}
