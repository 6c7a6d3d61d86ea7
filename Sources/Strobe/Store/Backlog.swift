/// The part of a store that only matters while there is something to do outside the lock: what waits to be reduced, and
/// the commit that is being delivered.
///
/// Everything here is protected by the store's lock, but for `commit`, `hasCommit`, `epilogue`, `link`, `isReporting` and
/// `trail`: these belong to the thread that drains. (That is why exclusivity needs no check at run time.)
@usableFromInline
package final class Backlog<State: Sendable, Action: Sendable, Effect: Sendable> {
    @usableFromInline
    enum Work: Sendable {
        case action(Action)
        /// A state to replace the current one, and what the log says of it.
        case state(State, note: String?)
        case subscriber(Subscriber<State>)
        /// The initial effects, now that there is a handler.
        case initialEffects

        @inlinable var isTransition: Bool {
            switch self {
            case .action, .state: true
            case .subscriber, .initialEffects: false
            }
        }

        /// What it is called in messages.
        @usableFromInline var name: String {
            switch self {
            case .action(let action): ActionName.of(action)
            case .state: "restore"
            case .subscriber: "subscribe"
            case .initialEffects: "the initial effects"
            }
        }
    }

    @usableFromInline
    package struct Pending: Sendable {
        @usableFromInline var work: Work
        @usableFromInline package var origin: Origin
        @usableFromInline package var cause: Int?
        @usableFromInline package var source: CallSite?
        /// How many dispatches deep in one drain; 0 for one from outside.
        @usableFromInline var depth = 0
        @usableFromInline var isMeasured: Bool
        /// The number that the store must be at, if it matters.
        @usableFromInline package var ifSeq: Int?
        /// The effect that asks; once it is cancelled, nothing is reduced for it.
        @usableFromInline var life: EffectLife?
        @usableFromInline var link: DispatchDepth
        /// Whether it may be one too many in its chain, which has not been checked yet.
        @usableFromInline var mayBeEndless: Bool
        /// Called with the number at the gate.
        @usableFromInline var whenHeld: (@Sendable (Int) -> Void)?
        @usableFromInline var completion: (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)?
        /// The action that was dispatched, in words, once another replaced it.
        @usableFromInline package var editedFrom: String?
        /// The context of the code that dispatched it, if an observer asks for that.
        @usableFromInline var context: ContextPropagator.Context?

        @inlinable
        init(
            work: Work, origin: Origin = .app, cause: Int? = nil, source: CallSite? = nil,
            isMeasured: Bool = false, ifSeq: Int? = nil, life: EffectLife? = nil, link: DispatchDepth = .none,
            mayBeEndless: Bool = true, context: ContextPropagator.Context? = nil,
            whenHeld: (@Sendable (Int) -> Void)? = nil,
            completion: (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)? = nil
        ) {
            self.work = work
            self.origin = origin
            self.cause = cause
            self.source = source
            self.isMeasured = isMeasured
            self.ifSeq = ifSeq
            self.life = life
            self.link = link
            self.mayBeEndless = mayBeEndless
            self.context = context
            self.whenHeld = whenHeld
            self.completion = completion
        }
    }

    /// The way of effects to their handler, and of what they ask for back into the store.
    @usableFromInline
    struct EffectRoute {
        /// Performs an effect.
        ///
        /// - Returns: Whether there is a handler for it.
        @usableFromInline let handler: @Sendable (Effect, EffectContext<Action>) -> Bool
        @usableFromInline let send: EffectContext<Action>.Send

        @inlinable
        init(
            handler: @escaping @Sendable (Effect, EffectContext<Action>) -> Bool,
            send: EffectContext<Action>.Send
        ) {
            self.handler = handler
            self.send = send
        }
    }

    /// One committed transition, on its way to subscribers, effect handler and completion.
    @usableFromInline
    struct Commit {
        @usableFromInline var seq: Int
        @usableFromInline var state: State?
        @usableFromInline var subscribers: [Subscriber<State>]
        @usableFromInline var effects: [Effect]
        /// Whether the owner of each effect is there; empty where no effect has one.
        @usableFromInline var presences: [Presence<State>?] = []
        /// Where the effects go; `nil` when there are none.
        @usableFromInline var route: EffectRoute?
        @usableFromInline var durationNanos: UInt64?
        /// The depth of what is dispatched in answer, if that matters.
        @usableFromInline var link: DispatchDepth
        @usableFromInline var completion: (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)?
        @usableFromInline var starting: Subscriber<State>?

        @inlinable
        init(
            seq: Int, state: State?, subscribers: [Subscriber<State>], effects: [Effect],
            route: EffectRoute? = nil, durationNanos: UInt64? = nil,
            link: DispatchDepth = .none,
            completion: (@Sendable (Result<Receipt<Effect>, StoreError>) -> Void)? = nil,
            starting: Subscriber<State>? = nil
        ) {
            self.seq = seq
            self.state = state
            self.subscribers = subscribers
            self.effects = effects
            self.route = route
            self.durationNanos = durationNanos
            self.link = link
            self.completion = completion
            self.starting = starting
        }
    }

    @exclusivity(unchecked) @usableFromInline var waiting = WorkQueue<Pending>()
    @exclusivity(unchecked) @usableFromInline var observer: StoreObserver<State, Action, Effect>?
    var observers = ObserverList<State, Action, Effect>()
    @exclusivity(unchecked) @usableFromInline var subscribers: [Subscriber<State>] = []
    @exclusivity(unchecked) @usableFromInline var route: EffectRoute?
    /// The handler of all effects, and those of parts, of which `route` is made.
    var handlers = EffectHandlers<Action, Effect>()
    /// The owners of the effects of the last action; empty where none has one.
    @exclusivity(unchecked) @usableFromInline var presences: [Presence<State>?] = []
    /// The owners of running effects, by the numbers of these.
    @exclusivity(unchecked) var owners: [Int: Presence<State>] = [:]
    /// Whether effects without a handler are a fault that was not reported yet.
    @exclusivity(unchecked) @usableFromInline var reportsUnhandled = true
    @usableFromInline let dependencies = SharedDependencies()
    /// The effects of the initial state, until there is a handler.
    @exclusivity(unchecked) @usableFromInline var initialEffects: [Effect]
    /// How many handlers there were when they were last handed over.
    @exclusivity(unchecked) var initialHandlers = 0
    @exclusivity(unchecked) @usableFromInline var middleware: [MiddlewareEntry<State, Action>] = []
    /// The handler and the middleware, while a replay keeps them from being called.
    @exclusivity(unchecked) var parked: Parked?
    /// Whether recorded actions are being dispatched.
    @usableFromInline let replay = ReplayMode()
    /// The gate with its held actions and its keeper; every change of it has to be followed by `updateGate`.
    @exclusivity(unchecked) var gate = Gate<State, Pending>()
    /// The gate's keeper, and the number of what it would hold next.
    @exclusivity(unchecked) @usableFromInline var keeper: (any GateKeeper<State, Action>)?
    @exclusivity(unchecked) @usableFromInline var nextHeldID = 1
    @exclusivity(unchecked) private var ownFaultHandler: @Sendable (StoreError) -> Void
    /// Propagates the context of the code that dispatches.
    @exclusivity(unchecked) @usableFromInline var propagator: ContextPropagator?
    /// How many want every reduction to be measured.
    var measuring = 0
    @usableFromInline let nestingLimit: Int
    /// Within which time the length of a chain counts.
    @exclusivity(unchecked) @usableFromInline var chainSpan = RunawayGuard.span
    /// What runs effects in tasks of their own.
    let runner = EffectRunner<Effect>()
    @usableFromInline var runningCount: Int { runner.count }
    /// The thread that drains; 0 if there is none.
    @exclusivity(unchecked) @usableFromInline var drainer: UInt = 0
    /// The thread that replays the reducer on a copy, and must not dispatch; 0 for none.
    @exclusivity(unchecked) @usableFromInline var replayThread: UInt = 0
    var isReportingReentry = false
    var hasReportedReplay = false
    /// The depth of the action whose commit is being delivered.
    @exclusivity(unchecked) @usableFromInline var depth = 0
    /// The place of that action among answers to answers.
    @exclusivity(unchecked) @usableFromInline var link = DispatchDepth.none

    /// The commit that is to be delivered next.
    ///
    /// Behind a pointer, because its size depends on the state's: specialised
    /// code would have to look up where the fields after it are.
    @usableFromInline let commit: UnsafeMutablePointer<Commit>
    /// Whether there is one: `commit` is initialised then.
    @exclusivity(unchecked) @usableFromInline var hasCommit = false
    /// The rest of the work at hand after it was delivered or refused.
    @exclusivity(unchecked) @usableFromInline var epilogue: (() -> Void)?
    @exclusivity(unchecked) @usableFromInline var isReporting = false
    /// The names of the last actions of a chain that comes near the limit.
    @exclusivity(unchecked) @usableFromInline var trail: [String] = []

    init(
        initialEffects: [Effect], nestingLimit: Int, faultHandler: @escaping @Sendable (StoreError) -> Void
    ) {
        self.initialEffects = initialEffects
        self.nestingLimit = nestingLimit
        ownFaultHandler = faultHandler
        commit = .allocate(capacity: 1)
    }

    deinit {
        if hasCommit { commit.deinitialize(count: 1) }
        commit.deallocate()
    }

    /// What faults are reported to.
    var faultHandler: @Sendable (StoreError) -> Void {
        get {
            let instruments = runner.instruments
            guard !instruments.isEmpty else { return ownFaultHandler }
            return { [ownFaultHandler] error in
                ownFaultHandler(error)
                for instrument in instruments { instrument.didFault(error) }
            }
        }
        set { ownFaultHandler = newValue }
    }

    /// Remembers the name of an action that is reduced near the limit of nesting.
    @usableFromInline
    func note(_ work: Work) {
        if trail.count == 8 { trail.removeFirst() }
        trail.append(work.name)
    }

    /// Adds something to do after the commit at hand is delivered.
    @usableFromInline
    func addEpilogue(_ body: @escaping () -> Void) {
        epilogue = { [epilogue] in
            epilogue?()
            body()
        }
    }

    /// Refuses an action that is meant for another number than the current one.
    @usableFromInline
    func refuse(_ pending: Pending, expected: Int, seq: Int) {
        guard let completion = pending.completion else { return }
        epilogue = { completion(.failure(.stale(expected: expected, seq: seq, [pending.work.name]))) }
    }

    /// Looks at the effect that requests the next action, and keeps it going until that is reduced.
    ///
    /// - Returns: Whether it may still ask.
    @usableFromInline
    func admits(_ life: EffectLife) -> Bool {
        epilogue = { life.leave() }
        return life.isOn
    }

    /// Forgets what belongs to the drain that ends.
    @inlinable
    func endDrain() {
        drainer = 0
        isReporting = false
        if !trail.isEmpty { trail = [] }
    }
}

extension Backlog.Pending: Holdable {
    package var action: Action? {
        if case .action(let action) = work { action } else { nil }
    }

    package var canBeTakenBack: Bool { life != nil }
    package var isTakenBack: Bool { life?.isOn == false }

    package mutating func replaceAction(with action: Action) {
        work = .action(action)
    }

    package func tellHeld(_ id: Int) {
        whenHeld?(id)
    }

    package func refuse(_ error: StoreError) {
        life?.leave()
        completion?(.failure(error))
    }
}
