/// A finite state machine whose states are objects, each of which can apply itself to a host.
///
///     enum Position: Sendable { case shut, open }
///     @MainActor final class Door { var isOpen = false }
///
///     final class Shut: StateObject<Position, String, Door> {
///         override func next(on event: String) -> Position? { event == "push" ? .open : nil }
///     }
///     final class Open: StateObject<Position, String, Door> {
///         override func enter() { host?.isOpen = true }
///     }
///     let door = Door()
///     let machine = StateObjectMachine<Position, String, Door>(initial: .shut, host: door) { position, door in
///         position == .shut ? Shut(host: door) : Open(host: door)
///     }
///     machine.dispatch("kick")  // rejected: the state stays as it is
///     machine.dispatch("push")
///     print(machine.state, machine.seq, door.isOpen)  // open 2 true
///
/// The machine lives on the main actor. `dispatch` handles an event before it returns there: the current object returns where the
/// event leads, its `exit` is called, the factory makes the next object, and its `enter` is called. Events that are
/// dispatched from within all this wait until it is done. An event that leads nowhere is rejected: the state stays as it is,
/// and the log shows the reason. Any thread can inspect the kind of the current state.
///
/// See `StateObject` for an example. The host is not kept alive: as a rule it owns the machine.
@MainActor
public final class StateObjectMachine<Kind: Sendable, Event: Sendable, Host: AnyObject>: StoreProtocol, ObservedStore,
    GatedStore, ReplayableStore
{
    /// The inspected state: the kind of the current state object.
    public typealias State = Kind
    /// The events, which request changes.
    public typealias Action = Event
    /// There are none: states start their work themselves.
    public typealias Effect = Never

    /// Whether recorded events are being sent, and whether what states send in answer counts meanwhile.
    nonisolated public let replay = ReplayMode()
    nonisolated let core: Protected<StateObjectCore<Kind, Event>>
    nonisolated let runner = EffectRunner<Never>()
    nonisolated let shared = SharedDependencies()
    /// The object of the current state.
    public private(set) var current: StateObject<Kind, Event, Host>
    private weak var host: Host?
    private let factory: @MainActor (Kind, Host) -> StateObject<Kind, Event, Host>
    private let nestingLimit: Int
    private var isStarted = false
    private var isHandling = false
    /// The number of the transition that is being made, how long the chain of events is that led to it, and whether it
    /// restores a state.
    private var link: (seq: Int?, depth: Int, isRestore: Bool)?
    /// The names of the last events of a chain that comes near the limit.
    private var trail: [String] = []
    private var hasReported = false

    /// Creates a machine that is in its first state and has not entered it.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0; `start()` or the first event enters it.
    ///   - host: What the states are applied to.
    ///   - nestingLimit: How many events may be sent in answer to each other before the chain is broken.
    ///   - factory: Makes the object of a state.
    public init(
        initial: Kind, host: Host, nestingLimit: Int = 1_000,
        factory: @escaping @MainActor (Kind, Host) -> StateObject<Kind, Event, Host>
    ) {
        core = Protected(StateObjectCore(state: initial))
        self.host = host
        self.factory = factory
        self.nestingLimit = max(1, nestingLimit)
        current = factory(initial, host)
        connect()
    }

    deinit {
        core.withLock { $0.end() }
    }

    /// Sets the handler that an endless chain of events is reported to; the default writes a line to standard error.
    nonisolated public func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        core.withLock { $0.faultHandler = handler }
    }

    private func report(_ error: StoreError) {
        core.withLock { $0.faultHandler }(error)
        for instrument in runner.instruments { instrument.didFault(error) }
    }

    // MARK: Events

    /// Enters the first state; does nothing the second time.
    ///
    /// It is a call of its own so that a host can hold its machine by then.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        isHandling = true
        link = (nil, 0, false)
        current.enter()
        link = nil
        isHandling = false
        handleAll()
    }

    /// Handles an event: on the main actor before this returns, from elsewhere soon after, and from within a transition
    /// after that transition.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - place: Where it is dispatched, for the log.
    nonisolated public func dispatch(_ event: Event, from place: CallSite?) {
        guard MainQueue.isCurrent else {
            return put(.init(work: .event(event), origin: .app, source: place))
        }
        MainActor.assumeIsolated { put(event, source: place) }
    }

    /// Handles an event of the store that the machine is a part of.
    ///
    /// - Parameter reply: Called on the main actor with what becomes of it, in the order of the events.
    nonisolated func dispatch(_ event: Event, reply: @escaping StateObjectPart<Kind, Event>.Reply) {
        let item = StateObjectItem<Kind, Event>(work: .event(event), origin: .app, reply: reply)
        guard MainQueue.isCurrent else { return put(item) }
        MainActor.assumeIsolated {
            _ = core.withLock { $0.append(item, limit: .max) }
            handleAll()
        }
    }

    private func put(_ event: Event, source: CallSite? = nil, enteredBy entry: Int? = nil, refusal: String? = nil) {
        // An event sent during a transition is an effect of that; one that a state sends later is an effect of the
        // transition that entered it. No transition enters the first state.
        let cause = link?.seq ?? entry
        guard cause == nil || !replay.isQuiet else { return }
        var refusal = refusal
        if link?.isRestore == true {
            refusal = "\(ActionName.of(event)) was sent while a state was restored, which performs no effects"
        }
        let item = StateObjectItem<Kind, Event>(
            work: .event(event), origin: cause == nil ? .app : .effect, cause: cause == 0 ? nil : cause,
            source: source, depth: link.map { $0.depth + 1 } ?? 0, refusal: refusal)
        // A chain that grows in breadth is as endless as one that grows in depth.
        let breadth = item.depth == 0 ? Int.max : 100 * nestingLimit
        guard item.depth <= nestingLimit, core.withLock({ $0.append(item, limit: breadth) }) else {
            return reportRunaway(event)
        }
        handleAll()
    }

    private func reportRunaway(_ event: Event) {
        // Once for each chain: a handler that sends would be called for its own event.
        guard !hasReported else { return }
        hasReported = true
        report(
            .runaway(
                limit: nestingLimit, names: trail + [ActionName.of(event)],
                culprit: "a state that sends an event whenever it is entered"))
    }

    /// Dispatches an event on behalf of a debugger, to be handled on the main actor, and returns at once.
    nonisolated package func dispatch(
        _ event: Event, origin: Origin, cause: Int? = nil, ifSeq: Int? = nil, request: ReceiptRequest? = nil,
        from place: CallSite? = nil
    ) {
        put(
            .init(work: .event(event), origin: origin, cause: cause, source: place, ifSeq: ifSeq, request: request))
    }

    /// Requests a replacement of the current state, and returns at once; its turn comes after events that were sent
    /// before.
    ///
    /// - Parameters:
    ///   - kind: The new state.
    ///   - origin: `restore` for a return to an earlier state, `edit` for one changed by hand.
    ///   - cause: The transition that the state is taken from or whose effect requests it.
    ///   - note: What it is, in a few words for the log.
    ///   - ifSeq: The number that the store must be at when the turn comes; `nil` for any.
    ///   - request: The caller that waits for it, if any.
    nonisolated package func restore(
        _ kind: Kind, origin: Origin, cause: Int?, note: String?, ifSeq: Int?, request: ReceiptRequest?
    ) {
        put(.init(work: .kind(kind, note: note), origin: origin, cause: cause, ifSeq: ifSeq, request: request))
    }

    nonisolated func put(_ item: StateObjectItem<Kind, Event>) {
        _ = core.withLock { $0.append(item, limit: .max) }
        handleSoon()
    }

    nonisolated private func handleSoon() {
        Task { @MainActor [weak self] in self?.handleAll() }
    }

    /// Changes the gate; what may go then is handled on the main actor, soon.
    nonisolated package func changeGate<Result: Sendable>(
        _ change: (inout Gate<Kind, StateObjectItem<Kind, Event>>) -> Result
    ) -> Result? {
        let (result, isMoving) = core.withLock { core in
            (change(&core.gate), core.gate.isMoving)
        }
        if isMoving { handleSoon() }
        return result
    }

    nonisolated package func tellObserver(dropped actions: [HeldAction<Event>]) {
        for observer in observers { observer.didDrop(actions) }
    }

    // MARK: Transitions

    private func handleAll() {
        guard !isHandling else { return }
        // A state that is restored replaces the first one, which is not entered for that.
        if !core.withLock({ $0.awaitsRestore }) { start() }
        isHandling = true
        while let item = next() {
            handle(item)
            core.withLock { $0.handling = nil }
        }
        isHandling = false
        (trail, hasReported) = ([], false)
    }

    private func next() -> StateObjectItem<Kind, Event>? {
        var result = GateResult<StateObjectItem<Kind, Event>>()
        let item = core.withLock { $0.next(&result) }
        result.finish(report: report)
        return item
    }

    private func handle(_ item: StateObjectItem<Kind, Event>) {
        if item.depth > nestingLimit - 8 { note(item) }
        let (seq, state) = snapshot()
        if let ifSeq = item.ifSeq, ifSeq != seq {
            item.request?.answer(.failure(.stale(expected: ifSeq, seq: seq, [item.actionName])))
            return
        }
        if let life = item.partLife {
            core.withLock { $0.partLife = life }
            if isStarted, item.origin == .edit, case .kind(let kind, _) = item.work, Self.areSame(kind, state) {
                return
            }
        }
        if host == nil, case .kind = item.work {
            item.request?.answer(.failure(StoreError(.ended, Self.hostIsGone)))
            return
        }
        link = (seq + 1, item.depth, item.event == nil)
        let start = Timing.now()
        let target = target(of: item, in: state)
        var next: StateObject<Kind, Event, Host>?
        if case .success(let kind) = target, let host {
            if isStarted { current.exit() }
            isStarted = true
            current.isLeft = true
            for effect in current.effects { runner.cancel(effect) }
            next = factory(kind, host)
            next?.isRestored = item.event == nil
        }
        let rejection: String? = if case .failure(let reason) = target { reason.reason } else { nil }
        let timing = Timing(from: start)
        core.withLock { $0.commit(item, to: try? target.get(), rejection: rejection, timing: timing) }
        if let next {
            current = next
            connect()
            next.enter()
        }
        for subscriber in core.withLock({ $0.subscribers }) where subscriber.liveness.isOn {
            subscriber.receive(core.withLock { $0.state }, .none)
        }
        link = nil
        let (partLife, partReply) = core.withLock { ($0.partLife, $0.reply) }
        if item.partLife == nil, let partLife, let reply = item.reply ?? partReply {
            if let rejection {
                if item.reply != nil { reply(.illegal(rejection), partLife) }
            } else {
                reply(.entered(self.state), partLife)
            }
        }
        item.request?.answer(
            .success(
                Receipt(seq: seq + 1, effects: [], durationNanos: timing.durationNanos, rejection: rejection)))
    }

    private func note(_ item: StateObjectItem<Kind, Event>) {
        if trail.count == 8 { trail.removeFirst() }
        trail.append(item.actionName)
    }

    private static var hostIsGone: String { "the host of the machine no longer exists" }

    private func target(of item: StateObjectItem<Kind, Event>, in state: Kind) -> Result<Kind, Rejection> {
        guard host != nil else { return .failure(Rejection(Self.hostIsGone)) }
        switch item.work {
        case .kind(let kind, _): return .success(kind)
        case .event(let event):
            if let refusal = item.refusal { return .failure(Rejection(refusal)) }
            do {
                if let kind = try current.next(on: event) { return .success(kind) }
                return .failure(Rejection("\(item.actionName) is illegal in \(ActionName.of(state))"))
            } catch {
                return .failure(Rejection("\(error)"))
            }
        }
    }

    private func connect() {
        current.replay = replay
        current.shared = shared
        current.outlet = { [weak self, entry = seq] event, refusal in
            self?.put(event, enteredBy: entry, refusal: refusal)
        }
        current.begin = { [weak self, weak current, entry = seq] name, schedule, work in
            guard let self else { return nil }
            return runner.run(
                name: name, schedule: schedule, effect: nil, cause: entry == 0 ? nil : entry, with: dependencies
            ) { life in
                // What is cancelled in the same turn of the main actor is not begun.
                guard await MainActor.run(body: { life.isOn }), let event = await work() else { return }
                await MainActor.run { if life.isOn { current?.dispatch(event) } }
            }
        }
    }
}
