internal import Dispatch
internal import Strobe
internal import StrobeReflection
internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

extension Replica {
    /// The part of the thread's time that unrequested comparing may take: one in this many.
    private static var share: UInt64 { 100 }
    /// How long comparing may take to be done while there is traffic: what it costs the program to copy what it changes
    /// meanwhile is in proportion.
    private static var cheap: UInt64 { 50_000 }
    /// How long comparing may take to be done before each answer to a dispatch.
    private static var brief: UInt64 { 2_000_000 }
    /// How long comparing may take to be done on the debug thread.
    private static var slice: UInt64 { 5_000_000 }
    /// The shortest time between two unrequested comparisons.
    private static var interval: UInt64 { 50_000_000 }
    /// How long a foreign store gets, after each look, to append what it changed.
    private static var patience: [DispatchTimeInterval] { [.milliseconds(5), .milliseconds(20), .milliseconds(80)] }
    /// The number of looks at such a store, each with new entries meanwhile, after which it is left alone.
    private static var lookLimit: Int { 50 }

    /// When there is something to do about divergence.
    enum Look {
        case idle
        case more
        case at(DispatchTime)
    }

    /// Does the checks for divergence that are due, as far as one slice allows.
    ///
    /// - Parameter isQuiet: Whether nothing was logged for a while.
    func look(_ slice: TimeSlice, isQuiet: Bool = false) -> Look {
        if let search = watch.search {
            switch search.step(slice) {
            case .more: return .more
            case .wait(let time): return .at(time)
            case .found(let divergence):
                watch.search = nil
                source.mode.tell(of: divergence)
                return .idle
            }
        }
        if let comparison = watch.comparison {
            guard let isEqual = comparison.answer.take() else { return .at(.now() + .milliseconds(2)) }
            watch.comparison = nil
            // It ran on a thread of its own.
            conclude(
                isEqual, comparison.of,
                took: DispatchTime.now().uptimeNanoseconds - comparison.of.begin.uptimeNanoseconds)
            return watch.search != nil || watch.isDue ? .more : .idle
        }
        guard let reduce else { return .idle }
        if !watch.isDue {
            guard let time = nextComparison(isQuiet) else { return .idle }
            guard time <= .now() else { return .at(time) }
        } else if watch.attempts > 0, watch.next > .now() {
            return .at(watch.next)
        }
        guard catchUp(slice, reduce) else { return .more }
        guard self.reduce != nil else { return .idle }
        compare(reduce)
        return watch.search != nil || watch.isDue || watch.comparison != nil ? .more : .idle
    }

    /// When to compare without a request; `nil` for not now.
    private func nextComparison(_ isQuiet: Bool) -> DispatchTime? {
        let trusted = max(watch.trusted.seq, watch.lastEqualSeq)
        guard attachments > 0, tip.seq > trusted else { return nil }
        let isFar = tip.seq - trusted >= source.options.checkpointDistance
        // A foreign store may be in the middle of a change as long as there is traffic.
        let isWanted = !watch.isProved || isFar && watch.cost < Self.cheap
        let mayNow = isQuiet || isWanted && source.live.isExact
        return mayNow ? watch.next : nil
    }

    /// Replays what was logged until a slice is over.
    ///
    /// - Returns: Whether it is all replayed, but for what came in the meantime.
    @discardableResult
    func catchUp(_ slice: TimeSlice, _ reduce: (inout State, Action) throws -> [Effect]) -> Bool {
        let last = lastSeq
        if tip.seq < last { visited.follow(tip, bytes: checkpoints.byteLimit > 0 ? firstBytes : nil) }
        leap(&tip, to: last)
        // How many entries are replayed between two looks at the clock: few at first, as a reducer may be slow.
        var stride = 4
        while tip.seq < last {
            advance(&tip, to: min(last, stop(after: tip.seq, stride: stride)), reduce)
            stride = min(2 * stride, 256)
            if slice.isOver { return tip.seq >= last }
        }
        return true
    }

    private func compare(_ reduce: (inout State, Action) throws -> [Effect]) {
        let (begin, time) = (DispatchTime.now(), SystemThread.processorTime)
        watch.isDue = false
        guard let live = source.live.snapshot(), live.seq >= tip.seq, live.seq <= lastSeq else { return }
        // What was logged since this slice began is not examined yet; an action that is not replayed is no divergence.
        examine()
        guard self.reduce != nil else { return }
        advance(&tip, to: live.seq, reduce)
        if let refusal = source.safety.refusal(of: tip.state) { return refuseReplay(refusal) }
        let comparison = DivergenceWatch<State, Action, Effect>.Comparison(begin: begin, replayed: tip, live: live)
        let (old, new) = (tip.state, live.state)
        // What took long the last time does so again.
        if watch.cost < Self.slice {
            let meter = WorkMeter.ofSlice
            let isEqual = StateComparison.areEqual(old, new, meter)
            if !meter.isOver { return conclude(isEqual, comparison, took: SystemThread.processorTime - time) }
        }
        watch.comparison = (comparison, AsideAnswer { StateComparison.areEqual(old, new) })
    }

    private func conclude(
        _ isEqual: Bool, _ comparison: DivergenceWatch<State, Action, Effect>.Comparison, took nanoseconds: UInt64
    ) {
        let end = DispatchTime.now()
        watch.cost = nanoseconds
        watch.next = end + .nanoseconds(Int(min(max(Self.share * watch.cost, Self.interval), 60_000_000_000)))
        if isEqual { return trust(comparison.replayed) }
        guard source.live.isExact || isLasting(comparison.live.seq, at: end) else { return }
        search(comparison.live, after: comparison.replayed.state, reduce: source.reduce)
    }

    /// Whether a foreign store differs permanently: it changes its state a moment before it appends.
    private func isLasting(_ seq: Int, at time: DispatchTime) -> Bool {
        if watch.attemptSeq != seq { (watch.attemptSeq, watch.attempts) = (seq, 0) }
        guard watch.attempts < Self.patience.count else { return true }
        watch.looks += 1
        guard watch.looks < Self.lookLimit else {
            (watch.looks, watch.attempts) = (0, 0)
            return false
        }
        watch.next = time + Self.patience[watch.attempts]
        watch.attempts += 1
        watch.isDue = true
        return false
    }

    /// Looks for what two states that differ come from; from now on the reducer is not trusted.
    private func search(
        _ live: Point, after earlier: State, reduce: (@Sendable (inout State, Action) throws -> [Effect])?
    ) {
        guard let reduce else { return }
        let start = watch.trusted.seq >= max(base, checkpoints.first.seq) ? watch.trusted : checkpoints.first
        let milestones = checkpoints.all.filter { start.seq < $0.seq && $0.seq < live.seq }
        let evidence = DivergenceSearch<State, Action, Effect>.Evidence(
            start: start, live: live, earlier: earlier, milestones: milestones, lastEqualSeq: watch.lastEqualSeq)
        watch.search = DivergenceSearch(
            evidence, ReplaySteps(log: source.log, start: source.start, reduce: reduce, replay: source.replay))
        stopReplaying()
    }

    // MARK: On and off

    /// Goes over to states that are retained.
    func stopReplaying() {
        source.mode.stopReplaying()
        checkpoints.dropAllButFirst()
        tip = checkpoints.first
        watch.trusted = checkpoints.first
        watch.isDue = false
        watch.comparison = nil
        // Those of states that were retained cannot be computed again.
        entryChanges = .irreplaceable(source.options)
        forgetReplayed()
        // What followers were shown may have been wrong, so they cannot continue from it.
        for follower in followers.values { follower.state = nil }
        if attachments > 0 { startRetaining() }
    }

    func forgetReplayed() {
        visited.dropAll()
        graphs = []
        (lastUpdate, longUpdate) = (nil, nil)
    }

    /// Replays from now on, or does not.
    ///
    /// - Returns: The number of the state that is replayed from, or of the current one.
    func setReplaying(_ isOn: Bool) throws(HistoryError) -> Int {
        guard isOn != source.mode.isReplaying || source.mode.isGivenUp else {
            return isOn ? checkpoints.first.seq : lastSeq
        }
        watch.search = nil
        watch.attempts = 0
        guard isOn else {
            stopReplaying()
            return lastSeq
        }
        guard source.reduce != nil else { throw notReplayable }
        guard let live = source.live.snapshot(), live.seq <= lastSeq else {
            throw HistoryError(
                .stateUnknown,
                "There is no current state to replay from: the store has ended, or changed while it was read. Try again."
            )
        }
        source.mode.forgetDivergence()
        guard replay(from: live) else { throw notReplayable }
        resumedSeq = nil
        return live.seq
    }

    /// Replays from now on, beginning with a state that came from the store.
    ///
    /// - Returns: Whether it can be replayed from: `false` where it holds an object of the program.
    func replay(from live: Point) -> Bool {
        let (safety, setRetaining) = (source.safety, source.setRetaining)
        let copy = Mutex<State?>(nil)
        source.live.betweenTransitions { copy.withLock { $0 = safety.detached(live.state) } }
        guard let start = copy.withLock({ $0 }) else {
            source.mode.refuse(safety.refusal(of: live.state) ?? "the state cannot be copied")
            return false
        }
        source.live.betweenTransitions { setRetaining(false) }
        keepsPresentOnly = false
        source.mode.refuse(nil)
        examined = live.seq - source.start
        startReplay(at: (live.seq, start))
        watch.trust((live.seq, start))
        source.mode.startReplaying(from: live.seq)
        return true
    }

    /// Trusts a state; one that is too large to be kept beside the first is not kept for that.
    private func trust(_ point: Point) {
        watch.trust(point)
        if checkpoints.byteLimit == 0 { watch.trusted = checkpoints.first }
    }

    // MARK: Asking

    /// Compares the live state with the replayed one before a dispatcher gets what its transition changed, unless that
    /// was done lately and takes long.
    ///
    /// - Returns: Whether that is done; if not, it has to be asked again.
    func confirm(_ slice: TimeSlice) -> Bool {
        if watch.comparison == nil {
            guard attachments > 0, reduce != nil, source.live.isExact, watch.search == nil, tip.seq <= lastSeq,
                !watch.isProved || watch.cost < Self.brief || watch.next <= .now()
            else { return true }
            watch.isDue = true
        }
        _ = look(slice)
        return watch.comparison == nil && !watch.isDue
    }

    /// Whether no comparison is under way.
    func isIdle() -> Bool {
        if watch.comparison != nil { _ = look(TimeSlice()) }
        return watch.comparison == nil
    }

    /// Compares the live state with the replayed one now.
    ///
    /// - Parameter isBegun: Whether it was asked before.
    /// - Returns: `nil` for not yet.
    func verification(isBegun: Bool) throws(HistoryError) -> Verification? {
        if !isBegun, watch.search == nil, reduce != nil, watch.comparison == nil { watch.isDue = true }
        _ = look(TimeSlice())
        if watch.search != nil || watch.isDue || watch.comparison != nil { return nil }
        let divergence = source.mode.divergence
        guard reduce != nil || divergence != nil else { throw nothingToVerify }
        let first = max(base, checkpoints.first.seq) + 1
        let seq = divergence?.comparedAt ?? watch.lastEqualSeq
        return Verification(from: first, seq: seq, checked: max(0, seq - first + 1), divergence: divergence)
    }

    /// Why there is nothing to compare the state with.
    private var nothingToVerify: HistoryError {
        source.reduce == nil ? notReplayable : .nothingToVerify
    }

    /// Continues trying every action of a range more than once.
    ///
    /// - Returns: `nil` for more to do.
    func verify(_ walk: inout VerifyingWalk<State>, _ slice: TimeSlice) throws(HistoryError) -> Verification? {
        guard let reduce = source.reduce, self.reduce != nil else { throw nothingToVerify }
        var point = if let known = walk.point.take() { known } else { try state(at: walk.range.lowerBound - 1) }
        let steps = ReplaySteps(log: source.log, start: source.start, reduce: reduce, replay: source.replay)
        repeat {
            guard point.seq < walk.range.upperBound else { return walk.result(at: point.seq) }
            guard steps.canGoOn(from: point.seq) else { throw .seqEvicted(point.seq, first: firstSeq) }
            let before = point
            guard let results = steps.tryNext(&point) else { continue }
            let divergence = steps.divergence(results, after: before, lastEqualSeq: watch.lastEqualSeq)
            stopReplaying()
            let reported = source.mode.tell(of: divergence)
            return walk.result(at: point.seq, reported)
        } while !slice.isOver
        walk.point = point
        return nil
    }
}
