internal import Strobe
internal import StrobeHistory
internal import StrobeTree
internal import Synchronization

/// Decides which actions a store holds: pauses, steps and breakpoints.
///
/// If the store can be replayed, breakpoints on changes are checked before the action is reduced: on a look-ahead copy
/// of the state, which shares nothing with it after the first change and is reduced along with it, action by action.
/// Other stores stop after the transition.
///
/// `@unchecked Sendable`: all variables are only accessed within `locked`.
final class BreakpointEngine<State: Sendable, Action: Sendable>: GateKeeper, @unchecked Sendable {
    typealias Stop = GateRecord.Stop<Action>
    typealias Look = GateRecord.Look

    /// The maximum number of log point lines that wait to be reported.
    private static var lineLimit: Int { 1_000 }
    /// The step limit of all breakpoints together for one action, which waits for them: about 2 ms.
    private static var stepLimit: Int { 200_000 }

    private let mutex = Mutex(())
    private let reduce: (@Sendable (inout State, Action) throws -> Void)?
    private let isReplaying: @Sendable () -> Bool
    private let safety = ReplaySafety<State, Action>()
    private let seq: @Sendable () -> Int
    let signal: @Sendable () -> Void
    private let labels: ActionLabels<Action>
    private let reason: @Sendable (String) -> String

    // Those that each action needs are accessed for as long as a look at them takes, so that none needs a check at run time.

    @exclusivity(unchecked)
    var isPaused = false
    /// The number of actions that may pass although the gate is paused.
    var credit = 0
    private(set) var stop: Stop?
    var breakpoints: [Breakpoint<State, Action>] = []
    /// Whether any active breakpoint needs the state.
    @exclusivity(unchecked)
    private var needsState = false
    /// What the cases of actions tell of the active breakpoints.
    @exclusivity(unchecked)
    private var sights = CaseSights(of: Action.self)
    @exclusivity(unchecked)
    var isEnded = false
    /// Whether the next action passes regardless of breakpoints.
    @exclusivity(unchecked)
    var passesFirst = false
    /// The action that passes regardless of breakpoints, since a client saw it and edited it.
    @exclusivity(unchecked)
    var forced: Int?
    /// The action that was examined and is held.
    @exclusivity(unchecked)
    var look: Look?
    /// The action that was released and is being reduced.
    private var passing: Look?
    var endsStep = false
    @exclusivity(unchecked)
    private var twin: LookaheadState<State>?
    /// Whether the look-ahead copy has reduced an action that the store has not.
    @exclusivity(unchecked)
    private var isAhead = false
    /// The seq before that action, if it was ignored: the store is past it now if it is at the next one.
    @exclusivity(unchecked)
    private var ignoredSeq: Int?
    /// The state before the action that is being reduced, for stores that stop afterwards.
    private var previous: State?
    var lastVersion = 0
    var reportedVersion = 0
    var lines: [GateRecord.Line] = []
    /// The transitions whose log point lines were lost.
    var lostLines: ClosedRange<Int>?
    /// Copies to release on a thread that is not the program's.
    var garbage: [LookaheadState<State>] = []
    /// Actions to release likewise: an action may hold an object whose deinitialiser calls the store, which calls the
    /// engine.
    var endedActions: [Action] = []

    /// Creates an engine that holds nothing.
    ///
    /// - Parameters:
    ///   - reduce: The reducer, for stores that can be replayed.
    ///   - isReplaying: Whether the reducer can be trusted.
    ///   - seq: Returns the seq of the last transition.
    ///   - describe: Returns the label of an action, and its JSON form unless it is too large.
    ///   - reason: Returns the reason of a rejection as clients may read it.
    ///   - signal: Called when there is something to report; must return quickly.
    init(
        reduce: (@Sendable (inout State, Action) throws -> Void)?, isReplaying: @escaping @Sendable () -> Bool,
        seq: @escaping @Sendable () -> Int, describe: @escaping ActionLabels<Action>.Describing,
        reason: @escaping @Sendable (String) -> String = { $0 }, signal: @escaping @Sendable () -> Void
    ) {
        self.reduce = reduce
        self.isReplaying = isReplaying
        self.seq = seq
        self.signal = signal
        self.reason = reason
        labels = ActionLabels(describe)
    }

    /// Runs a closure that may access all variables of the engine.
    ///
    /// Inlined: what is generic in a generic class has its types looked up at each call, which takes longer than the rest.
    @inline(__always)
    func locked<Result: Sendable>(_ body: () -> Result) -> Result {
        mutex.withLock { _ in body() }
    }

    // MARK: For the store

    func answer(
        to action: UnsafePointer<Action>, at seq: Int, state: UnsafePointer<State>, _ held: () -> HeldAction<Action>
    ) -> GateAnswer {
        locked {
            let glance = ignores(action, seq, state)
            return glance.isIgnored ? .ignored : decide(action, seq, state, glance.ahead, held)
        }
    }

    func didReduce(_ action: Action, seq: Int, state: UnsafePointer<State>) {
        locked {
            isAhead = false
            for (breakpoint, text) in passing?.texts ?? [] { say(text, breakpoint, seq) }
            if needsState, !looksAhead { lookBack(at: action, seq, state) }
            (passing, previous) = (nil, nil)
            if endsStep {
                endsStep = false
                if isPaused, credit == 0, stop == nil { record(.step, entry: seq) }
            }
        }
    }

    func didRestore(state: UnsafePointer<State>, seq: Int) {
        locked {
            dropTwin()
            previous = nil
            // The waiting action would now have another effect, which clients learn when they query it.
            guard stop?.pending != nil else { return }
            lastVersion += 1
            if stop?.version == reportedVersion { reportedVersion = lastVersion }
            stop?.version = lastVersion
            stop?.seq = seq
        }
    }

    // MARK: Deciding

    /// Decides about an action by its case and by the bits of states, if they tell.
    ///
    /// Most actions are none that a breakpoint stops for: nothing is described, or made into text, to find that out. Nothing
    /// here has a type that depends on the state's or the action's and has to be looked up: that would take longer.
    ///
    /// - Returns: What the action does to the look-ahead copy, if that was found out.
    private func ignores(
        _ action: UnsafePointer<Action>, _ seq: Int, _ state: UnsafePointer<State>
    ) -> (isIgnored: Bool, ahead: Ahead?) {
        if let ignored = ignoredSeq {
            if ignored == seq - 1 { isAhead = false }
            ignoredSeq = nil
        }
        guard !isEnded else { return (true, nil) }
        guard !isPaused, !passesFirst, look == nil, forced == nil else { return (false, nil) }
        let sight = sight(of: action)
        if !needsState, case .places = sight { return (true, nil) }
        let ahead = advanceTwin(action, state)
        guard let after = ahead.after, case .places(let places) = sight,
            places.allSatisfy({ $0.isUntouched(state, after) })
        else { return (false, ahead) }
        ignoredSeq = seq
        return (true, ahead)
    }

    @inline(never)
    private func decide(
        _ action: UnsafePointer<Action>, _ seq: Int, _ state: UnsafePointer<State>, _ ahead: Ahead?,
        _ held: () -> HeldAction<Action>
    ) -> GateAnswer {
        if isPaused, credit == 0 {
            wait(for: held())
            return .held
        }
        let held = held()
        if look?.id != held.id {
            look = nil
            let stopper = examine(held, state, ahead ?? advanceTwin(action, state))
            if let stopper, !passesFirst, forced != held.id {
                halt()
                record(.breakpoint(stopper.id), pending: held)
                spend([stopper])
                return .held
            }
        }
        (passing, look, forced, passesFirst) = (look, nil, nil, false)
        let mustLookBack = needsState && !looksAhead
        if mustLookBack { previous = state.pointee }
        if credit > 0 {
            credit -= 1
            endsStep = credit == 0
        }
        if mustLookBack || endsStep || passing?.texts.isEmpty == false { return .passes }
        passing = nil
        if isAhead { ignoredSeq = seq }
        return .ignored
    }

    /// What the case of an action tells of the breakpoints.
    private func sight(of action: UnsafePointer<Action>) -> CaseSights.Sight {
        let known = sights[action]
        guard case .unknown = known else { return known }
        return learn(action)
    }

    @inline(never)
    private func learn(_ action: UnsafePointer<Action>) -> CaseSights.Sight {
        var places: [any StatePlace] = []
        var isOpen = false
        for breakpoint in breakpoints where breakpoint.rule.isEnabled {
            if case .none = breakpoint.verdict(on: action, labels) { continue }
            if let place = breakpoint.place { places.append(place) } else { isOpen = true }
        }
        let sight = isOpen ? CaseSights.Sight.open : .places(places)
        sights[action] = sight
        return sight
    }

    /// Notes that an action arrived at a paused gate.
    private func wait(for held: HeldAction<Action>) {
        guard stop?.pending?.id != held.id else { return }
        // A stop not reported yet is reported together with what waits after it.
        if let earlier = stop, earlier.pending == nil, earlier.version > reportedVersion {
            record(earlier.reason, entry: earlier.entry, pending: held, isAfter: earlier.isAfter)
        } else {
            record(.pause, pending: held)
        }
    }

    func halt() {
        isPaused = true
        credit = 0
        endsStep = false
    }

    private func record(
        _ reason: Stop.Reason, entry: Int? = nil, pending: HeldAction<Action>? = nil, isAfter: Bool = false
    ) {
        lastVersion += 1
        change(
            to: Stop(
                version: lastVersion, reason: reason, seq: entry ?? seq(), entry: entry,
                pending: pending.map { Stop.Pending(id: $0.id, action: $0.action) }, isAfter: isAfter))
        signal()
    }

    /// Replaces the current stop, whose action is not released here.
    func change(to new: Stop?) {
        if let action = stop?.pending?.action {
            endedActions.append(action)
            signal()
        }
        stop = new
    }

    // MARK: Looking

    /// Whether the effect of an action is examined before it is reduced.
    private var looksAhead: Bool { reduce != nil && isReplaying() }

    /// Checks the breakpoints against an action that is about to be reduced.
    ///
    /// - Returns: The breakpoint to stop for.
    private func examine(
        _ held: HeldAction<Action>, _ state: UnsafePointer<State>, _ ahead: Ahead
    ) -> Breakpoint<State, Action>? {
        let isProgram = held.origin == .app || held.origin == .effect
        var look = Look(id: held.id, origin: held.origin, source: isProgram ? held.source : nil)
        defer { self.look = look }
        let (after, error) = ahead
        return withUnsafePointer(to: held.action) { action in
            guard breakpoints.contains(where: { $0.mayFit(action, before: state, after: after, labels) }) else {
                return nil
            }
            let facts = facts(of: action, seq: seq() + 1, look, error)
            return hits(action, before: state, after: after, facts) { breakpoint, text in
                look.texts.append((breakpoint, text))
            }
        }
    }

    /// Checks the breakpoints that could not be decided before against what an action did.
    private func lookBack(at action: Action, _ seq: Int, _ state: UnsafePointer<State>) {
        let stopper = withUnsafePointer(to: action) { action in
            let facts = facts(of: action, seq: seq, passing)
            let say = { self.say($1, $0, seq) }
            guard let previous else { return hits(action, before: nil, after: state, facts, isLate: true, say: say) }
            return withUnsafePointer(to: previous) { before in
                hits(action, before: before, after: state, facts, isLate: true, say: say)
            }
        }
        guard let stopper else { return }
        halt()
        record(.breakpoint(stopper.id), entry: seq, isAfter: true)
        spend([stopper])
    }

    private func facts(
        of action: UnsafePointer<Action>, seq: Int, _ look: Look?, _ error: String? = nil
    ) -> EntryFacts {
        EntryFacts(
            seq: seq, origin: look?.origin.rawValue, source: look?.source?.description, error: error,
            action: { [labels] in labels.label(of: action) },
            form: { [labels] in labels.describe(action.pointee).value })
    }

    /// Counts the breakpoints that are hit.
    ///
    /// - Parameters:
    ///   - after: The state after the action; `nil` if unknown, and then breakpoints that need it are skipped.
    ///   - isLate: Whether to check only the breakpoints that need it.
    ///   - say: Receives the output of log points.
    /// - Returns: The first breakpoint to stop for.
    private func hits(
        _ action: UnsafePointer<Action>, before: UnsafePointer<State>?, after: UnsafePointer<State>?,
        _ facts: EntryFacts, isLate: Bool = false, say: (Int, String?) -> Void
    ) -> Breakpoint<State, Action>? {
        var stopper: Breakpoint<State, Action>?
        var reported: [Breakpoint<State, Action>] = []
        var limit = Self.stepLimit
        var meter = WorkMeter(limit: limit)
        for breakpoint in breakpoints where breakpoint.rule.isEnabled {
            let rule = breakpoint.rule
            guard rule.needsState ? after != nil : !isLate else { continue }
            guard breakpoint.fits(action, labels) else { continue }
            do throws(TreeError) {
                if let after, rule.looksAtState {
                    guard try breakpoint.fits(before: before, after: after, facts, meter) else { continue }
                }
                guard breakpoint.hit() else { continue }
                guard let log = rule.log else {
                    stopper = stopper ?? breakpoint
                    continue
                }
                // Output that can no longer be reported is not computed.
                let isHeard = lines.count < Self.lineLimit
                say(
                    breakpoint.id,
                    isHeard ? try log.text(after: after, before: before, facts, breakpoint.redaction, meter) : nil)
                reported.append(breakpoint)
            } catch {
                breakpoint.turnOff(error)
                say(breakpoint.id, "The breakpoint \(breakpoint.id) was turned off. \(error.message)")
                rulesChanged()
                guard meter.isOver else { continue }
                // The others are checked all the same; all together take at most twice as much.
                limit /= 2
                meter = WorkMeter(limit: limit)
            }
        }
        spend(reported)
        return stopper
    }

    /// Removes one-shot breakpoints.
    private func spend(_ spent: [Breakpoint<State, Action>]) {
        guard !spent.isEmpty else { return }
        let gone = spent.filter { $0.rule.isOnce }.map(\.id)
        guard !gone.isEmpty else { return }
        breakpoints.removeAll { gone.contains($0.id) }
        rulesChanged()
    }

    /// The state after an action, `nil` if no breakpoint needs it, or the store cannot be replayed; and why the store
    /// will reject the action.
    private typealias Ahead = (after: UnsafePointer<State>?, error: String?)

    /// Reduces an action on the look-ahead copy.
    private func advanceTwin(_ action: UnsafePointer<Action>, _ state: UnsafePointer<State>) -> Ahead {
        // The action that it has reduced ahead was dropped or edited.
        if isAhead { dropTwin() }
        guard needsState, let reduce, isReplaying(),
            !safety.looksAtActions || safety.refusal(of: action.pointee) == nil, let twin = twin ?? makeTwin(state)
        else {
            dropTwin()
            return (nil, nil)
        }
        self.twin = twin
        isAhead = true
        do {
            try reduce(&twin.state.pointee, action.pointee)
        } catch {
            return (UnsafePointer(twin.state), reason("\(error)"))
        }
        return (UnsafePointer(twin.state), nil)
    }

    @inline(never)
    private func makeTwin(_ state: UnsafePointer<State>) -> LookaheadState<State>? {
        safety.detached(state.pointee).map { LookaheadState($0) }
    }

    func dropTwin() {
        isAhead = false
        guard let old = twin else { return }
        twin = nil
        garbage.append(old)
        signal()
    }

    private func say(_ text: String?, _ breakpoint: Int, _ seq: Int) {
        guard let text, lines.count < Self.lineLimit else {
            lostLines = min(lostLines?.lowerBound ?? seq, seq)...seq
            return
        }
        lines.append(GateRecord.Line(breakpoint: breakpoint, seq: seq, text: text))
        if lines.count == 1 { signal() }
    }

    func rulesChanged() {
        sights.removeAll()
        needsState = breakpoints.contains { $0.rule.isEnabled && $0.rule.needsState }
        if !needsState { dropTwin() }
    }
}
