internal import Strobe
internal import StrobeHistory
internal import StrobeSystem
internal import Synchronization

/// What a ``DebugTarget`` knows of its store.
///
/// Its lock is the innermost: the store may report under its own. Nothing of the program is called or released under
/// it, but what decides whether an action is held.
final class TargetCore<State: Sendable, Action: Sendable>: Sendable {
    typealias Effect = any Sendable
    typealias Matching = @Sendable (Action, Action) -> Bool

    /// How the program does what clients ask for.
    struct Ways: Sendable {
        var dispatch: (@Sendable (Action) async throws -> Void)?
        /// Whether a reported action is the one that was asked for, where the store carries no token.
        var isSame: Matching?
        var restore: (@Sendable (State) async throws -> Void)?
        var replay: (@Sendable (ReplayInfo?) -> Void)?
    }

    struct Contents: Sendable {
        /// The last reported state, while the gate is in use.
        var state: State?
        var keepsState = false
        var history: History<State, Action, Effect>?
        /// The number of users of the history.
        var users = 0
        /// The number of attached clients.
        var attachments = 0
        /// Called when one of these begins or ceases to be 0; it returns at once.
        var onUse: (@Sendable () -> Void)?
        var ways = Ways()
        /// The requests whose transitions are recognised by their actions, in order.
        var requests: [(action: Action, scope: DispatchScope)] = []

        var gate = Gate<State, GatedAction<Action>>()
        /// The action that passed the gate last and is not reported yet.
        var passing: DispatchScope?
        /// The same, if its reducer was allowed to reduce it.
        var reducing: DispatchScope?
        /// The actions that were let go, and that their reducer, which carries no scope, has not asked for yet.
        var letGo: [(action: Action, scope: DispatchScope)] = []
        /// Whether a thread lets held actions go, and the one that it lets go.
        var isDraining = false
        var draining: DispatchScope?
        /// Whether actions arrived meanwhile, behind those.
        var hasArrivals = false
    }

    /// Reads the state of the store, or the last reported one.
    private let read: @Sendable () -> State
    /// The last reported state, where the store's own is not read.
    private let last: LastReported<State>?
    let reducer: (@Sendable (inout State, Action) -> Void)?
    private let isFollowed = Atomic(false)
    /// Whether actions may have to be held.
    let isGateUsed = Atomic(false)
    let contents = Mutex(Contents())
    /// Changes when no thread releases actions any longer.
    let drained = AsyncCondition(())

    init(reading read: @escaping @Sendable () -> State, reducer: (@Sendable (inout State, Action) -> Void)?) {
        (self.read, self.reducer, last) = (read, reducer, nil)
    }

    init(state: State, reducer: (@Sendable (inout State, Action) -> Void)?) {
        let last = LastReported(state)
        read = { last.state }
        (self.reducer, self.last) = (reducer, last)
    }

    /// Whether reports do anything.
    var listens: Bool { last != nil || isFollowed.load(ordering: .acquiring) }

    var state: State { read() }
    /// Whether the state of the store itself is read.
    var readsState: Bool { last == nil }

    /// The request to this store that runs in this task.
    var currentScope: DispatchScope? {
        DispatchScope.current.flatMap { $0.owner == ObjectIdentifier(self) ? $0 : nil }
    }

    var ways: Ways { contents.withLock { $0.ways } }

    /// Changes how the program does what clients ask for; earlier closures end without the lock, as they may hold objects
    /// that report.
    func set(_ change: (inout Ways) -> Void) {
        let old = contents.withLock { contents in
            let old = contents.ways
            change(&contents.ways)
            return old
        }
        withExtendedLifetime(old) {}
    }

    // MARK: Reports

    /// Appends a transition to the log, if there is one.
    ///
    /// - Returns: Its number.
    func report(
        _ action: Action?, _ state: State, effects: () -> [Effect] = { [] }, cause: Int? = nil,
        rejection: String? = nil, took: Duration? = nil, note: String? = nil
    ) -> Int? {
        if !isFollowed.load(ordering: .acquiring) {
            // Decided under its lock: a history that begins meanwhile has this state, or gets this report.
            guard let last, last.swap(state, unless: { isFollowed.load(ordering: .acquiring) }) == nil else {
                return nil
            }
        }
        let effects = effects()
        let report = Report(
            action: action, state: state, effects: effects, cause: cause, rejection: rejection,
            durationNanos: took.map(\.nanoseconds), note: note)
        let current = currentScope
        let (seq, old) = contents.withLock { contents -> (Int?, (State?, State?)) in
            // While the history is made, its first state is the last one of these.
            let old = (
                last?.swap(state), contents.keepsState || contents.history == nil ? contents.swap(state) : nil
            )
            guard let history = contents.history else { return (nil, old) }
            let scope = contents.reducing.take() ?? current ?? contents.request(of: action)
            let seq =
                scope?.claim { report.append(to: history, in: $0 ? scope : nil) } ?? report.append(to: history).seq
            contents.tellKeeper(report, scope, seq)
            return (seq, old)
        }
        // Earlier states end without the lock: they may hold objects that report.
        withExtendedLifetime(old) {}
        return seq
    }

    /// A transition as the store reports it.
    struct Report: Sendable {
        let action: Action?
        let state: State
        let effects: [Effect]
        let cause: Int?
        let rejection: String?
        let durationNanos: UInt64?
        /// What changed, for a state without an action.
        let note: String?

        /// - Parameter scope: The request that it fulfils.
        func append(to history: History<State, Action, Effect>, in scope: DispatchScope? = nil) -> Receipt<Effect> {
            let cause = cause ?? scope?.cause
            guard let action else {
                let seq = history.append(
                    restored: state, origin: scope?.origin ?? .app, cause: scope?.cause, note: scope?.note ?? note)
                return Receipt(seq: seq, effects: [])
            }
            let origin = scope?.origin ?? .app
            let seq = history.append(
                action, effects: effects, origin: origin == .app && cause != nil ? .effect : origin, cause: cause,
                durationNanos: durationNanos, rejection: rejection, editedFrom: scope?.editedFrom, state: state)
            return Receipt(seq: seq, effects: effects, durationNanos: durationNanos, rejection: rejection)
        }
    }

    // MARK: The history

    /// The history, which from now on follows the store: servers and recorders share it.
    ///
    /// - Parameter options: How much a new one keeps, and what is hidden; an existing one hides that as well.
    func follow(_ options: HistoryOptions) -> History<State, Action, Effect> {
        if let history = contents.withLock({ $0.share() }) {
            history.hide(options.redaction)
            return history
        }
        let stale = contents.withLock { contents -> State? in
            guard !isFollowed.load(ordering: .relaxed) else { return nil }
            isFollowed.store(true, ordering: .sequentiallyConsistent)
            return contents.state.take()
        }
        withExtendedLifetime(stale) {}
        let state = read()
        var reduce: (@Sendable (inout State, Action) -> [Effect])?
        if let reducer {
            reduce = { state, action in
                reducer(&state, action)
                return []
            }
        }
        let (history, isShared) = contents.withLock { contents in
            if let history = contents.share() { return (history, true) }
            let history = History<State, Action, Effect>(
                initial: contents.state ?? state, reduce: reduce, present: read, options: options)
            (contents.history, contents.users) = (history, 1)
            if !contents.keepsState { contents.state = nil } else if contents.state == nil { contents.state = state }
            return (history, false)
        }
        if isShared { history.hide(options.redaction) } else { tellUse() }
        return history
    }

    /// Notes that a client attaches, or leaves.
    func attach(_ count: Int) {
        let isReported = contents.withLock { contents in
            let before = contents.attachments
            contents.attachments += count
            return (before == 0) != (contents.attachments == 0)
        }
        if isReported { tellUse() }
    }

    /// Whether a history follows the store, and whether clients are attached.
    var use: (isFollowed: Bool, isAttached: Bool) {
        contents.withLock { ($0.history != nil, $0.attachments > 0) }
    }

    private func tellUse() { contents.withLock { $0.onUse }?() }

    /// Ends a use of the history.
    func unfollow() {
        let ended = contents.withLock { contents -> (history: History<State, Action, Effect>?, state: State?) in
            contents.users -= 1
            guard contents.users == 0 else { return (nil, nil) }
            isFollowed.store(false, ordering: .sequentiallyConsistent)
            return (contents.history.take(), contents.keepsState ? nil : contents.state.take())
        }
        if ended.history != nil { tellUse() }
    }

    /// Keeps the last reported state from now on.
    func keepState() {
        let isKnown = contents.withLock { contents in
            contents.keepsState = true
            return contents.state != nil
        }
        guard !isKnown else { return }
        let state = read()
        contents.withLock { contents in
            // One that was reported meanwhile is newer.
            if contents.state == nil { contents.state = state }
        }
    }

    // MARK: Requests

    /// Runs a closure that asks the store for something.
    ///
    /// - Parameter action: What is asked for; `nil` for a state.
    /// - Returns: What became of it; `nil` if unknown.
    func ask(
        for action: Action?, in scope: DispatchScope, _ body: () async throws -> Void
    ) async throws -> DispatchScope.Outcome? {
        if let action {
            let isRecognised = contents.withLock { contents in
                guard contents.ways.isSame != nil else { return false }
                contents.requests.append((action, scope))
                return true
            }
            if isRecognised { scope.take() }
        }
        defer { contents.withLock { $0.requests.removeAll { $0.scope === scope } } }
        try await DispatchScope.$current.withValue(scope) { try await body() }
        return await scope.settled()
    }
}

extension TargetCore.Contents {
    /// Replaces the last reported state.
    ///
    /// - Returns: The earlier one.
    mutating func swap(_ new: State) -> State? {
        let old = state
        state = new
        return old
    }

    /// Stops keeping the state once the gate is open.
    ///
    /// - Returns: The state, to be released without the lock.
    mutating func releaseState() -> State? {
        guard gate.isOpen, !isDraining else { return nil }
        keepsState = false
        return state.take()
    }

    /// Adds a user to the history, if there is one.
    mutating func share() -> History<State, Action, any Sendable>? {
        if history != nil { users += 1 }
        return history
    }

    /// The oldest request of an action that no other one has fulfilled.
    ///
    /// - Parameter isArriving: Whether the action arrives at the gate; else it is reported.
    func request(of action: Action?, isArriving: Bool = false) -> DispatchScope? {
        guard let action, let isSame = ways.isSame else { return nil }
        return requests.first { !$0.scope.isDone(isArriving: isArriving) && isSame(action, $0.action) }?.scope
    }

    /// Takes the scope of a released action that arrives again.
    mutating func takeLetGo(_ action: Action) -> DispatchScope? {
        guard let isSame = ways.isSame, let index = letGo.firstIndex(where: { isSame(action, $0.action) }) else {
            return nil
        }
        return letGo.remove(at: index).scope
    }
}

/// The last state that a store reported.
final class LastReported<State: Sendable>: Sendable {
    private let held: Mutex<State>

    init(_ state: State) { held = Mutex(state) }

    var state: State { held.withLock { $0 } }

    /// Replaces it.
    ///
    /// - Returns: The earlier one, to be released without any lock: it may hold an object that reports.
    func swap(_ new: State) -> State {
        held.withLock { state in
            let old = state
            state = new
            return old
        }
    }

    /// Replaces it, unless a condition holds then.
    ///
    /// - Returns: The earlier one; `nil`, with nothing replaced, if the condition holds.
    func swap(_ new: State, unless condition: () -> Bool) -> State? {
        held.withLock { state in
            guard !condition() else { return nil }
            let old = state
            state = new
            return old
        }
    }
}

extension Duration {
    /// At least 0.
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds) / 1_000_000_000)
    }
}
