internal import DequeModule

/// Something that a machine of state objects was asked for.
package struct StateObjectItem<Kind: Sendable, Event: Sendable>: Holdable {
    enum Work: Sendable {
        case event(Event)
        case kind(Kind, note: String?)
    }

    var work: Work
    package var origin: Origin
    package var cause: Int?
    package var source: CallSite?
    package var ifSeq: Int?
    var request: ReceiptRequest?
    /// Gets what becomes of it, in a machine that is a part of a store.
    var reply: StateObjectPart<Kind, Event>.Reply?
    /// Until when answers count from here on: it came with a state of the store that the machine is a part of.
    var partLife: EffectLife?
    /// How many events deep in one chain; 0 for one from outside.
    var depth = 0
    /// Why it is rejected whatever the state is; `nil` if it is not.
    var refusal: String?
    package var editedFrom: String?
    var sinceNanos = Timing.now()

    /// The event; `nil` for a restore.
    var event: Event? {
        if case .event(let event) = work { event } else { nil }
    }

    package var action: Event? { event }
    package var canBeTakenBack: Bool { request != nil }
    package var isTakenBack: Bool { request?.isTakenBack == true }

    package mutating func replaceAction(with event: Event) { work = .event(event) }
    package func tellHeld(_ id: Int) { request?.tellHeld(id) }
    package func refuse(_ error: StoreError) { request?.answer(.failure(error)) }

    /// As it is shown while it waits or is being handled.
    func pending(sinceNanos: UInt64? = nil) -> PendingAction<Event> {
        PendingAction(
            action: event, origin: origin, cause: cause, sinceNanos: sinceNanos ?? self.sinceNanos)
    }
}

/// What a machine of state objects has that any thread may look at.
struct StateObjectCore<Kind: Sendable, Event: Sendable>: Sendable {
    var seq = 0
    var state: Kind
    var observers = ObserverList<Kind, Event, Never>()
    var subscribers: [Subscriber<Kind>] = []
    /// Gets the transitions that have no reply of their own, in a machine that is a part of a store.
    var reply: StateObjectPart<Kind, Event>.Reply?
    /// Whether answers to that store count: until it restores another state.
    var partLife: EffectLife?
    var faultHandler: @Sendable (StoreError) -> Void = FaultReport.print
    private var waiting = Deque<StateObjectItem<Kind, Event>>()
    var gate = Gate<Kind, StateObjectItem<Kind, Event>>()
    /// The event that is being handled, and since when.
    var handling: (item: StateObjectItem<Kind, Event>, sinceNanos: UInt64)?

    init(state: Kind) {
        self.state = state
    }

    /// Lets something wait.
    ///
    /// - Returns: Whether there was room.
    mutating func append(_ item: StateObjectItem<Kind, Event>, limit: Int) -> Bool {
        guard waiting.count < limit else { return false }
        waiting.append(item)
        return true
    }

    /// The waiting events, beginning with the held ones, without withdrawn ones.
    var queued: [StateObjectItem<Kind, Event>] { (gate.items + waiting).filter { !$0.isTakenBack } }

    /// Ends everything with the machine.
    mutating func end() {
        observers.combined?.didUninstall()
        for item in gate.removeAll() + waiting { item.refuse(.ended) }
        for subscriber in subscribers { subscriber.end() }
    }

    /// Whether a restore is what waits longest.
    var awaitsRestore: Bool { waiting.first.map { $0.event == nil } ?? false }

    /// Takes the next event that the gate lets through and that was not withdrawn.
    ///
    /// - Parameter result: Gets the items that are not handled now; they must be released without the lock.
    mutating func next(_ result: inout GateResult<StateObjectItem<Kind, Event>>) -> StateObjectItem<Kind, Event>? {
        while let item = gate.next(from: &waiting, at: seq, state: &state, &result) {
            guard item.request?.begin() != false else {
                result.takenBack.append(item)
                continue
            }
            handling = (item, Timing.now())
            return item
        }
        return nil
    }

    /// Makes a transition, and notifies the observer.
    ///
    /// - Parameter kind: The next state; `nil` if it stays as it is, for the reason given.
    mutating func commit(
        _ item: StateObjectItem<Kind, Event>, to kind: Kind?, rejection: String?, timing: Timing
    ) {
        seq += 1
        if let kind { state = kind }
        handling = nil
        let (state, observer) = (state, observers.combined)
        let info = TransitionInfo(
            seq: seq, origin: item.origin, cause: item.cause, source: item.source,
            timing: item.event == nil ? nil : timing, editedFrom: item.editedFrom)
        switch item.work {
        case .event(let event):
            if let rejection {
                observer?.didReject(event, reason: rejection, info: info, state: { state })
            } else {
                observer?.didReduce(event, effects: [], info: info, state: { state })
            }
        case .kind(_, let note):
            observer?.didRestore(state, note: note, info: info)
        }
        gate.tellKeeper(of: item, at: seq, state: &self.state)
    }
}
