internal import Dispatch
internal import Strobe
internal import StrobeReflection
internal import StrobeTree

/// The copy of a store that the debugger lives on: it replays the log on its own thread and answers from there.
///
/// It belongs to its `DebugThread`, which alone calls it.
final class Replica<State: Sendable, Action: Sendable, Effect: Sendable> {
    typealias Point = (seq: Int, state: State)
    typealias Replay = @Sendable (inout State, UnsafePointer<Action>, Int) -> Void

    /// What a replica is made of; everything in it is shared with the writer.
    struct Source: Sendable {
        /// The number of the state that the log began with; the entry at an index has the number `start + 1 + index`.
        var start: Int
        var log: ActionLog<State, Action, Effect>
        var retained: RetainedStates<State>
        var reduce: (@Sendable (inout State, Action) throws -> [Effect])?
        /// The reducer for a number of actions in a row, without their effects; does nothing where there is no reducer.
        var replay: Replay
        /// The machines that are parts of the reducer.
        var machines: [MachinePart<Action>]
        /// Whether states and actions may be replayed.
        var safety: ReplaySafety<State, Action>
        var live: LiveStore<State>
        /// Called between transitions with whether states have to be kept and whether the next entry has to wake the
        /// thread.
        var setRetaining: @Sendable (Bool) -> Void
        var arm: @Sendable () -> Void
        /// Asks the writer for the state after its next transition, called between transitions; and takes it.
        var askForState: @Sendable () -> Void
        var takeAnswer: @Sendable () -> (seq: Int, state: State)?
        var notes: NoteList
        var options: HistoryOptions
        var mode: HistoryMode
    }

    let source: Source
    var checkpoints: Checkpoints<State>
    /// The replayed state that follows the log.
    var tip: Point
    var visited = VisitedStates<State>()
    var entryChanges: EntryChanges
    /// The last update that was computed, for the next follower at the same number.
    var lastUpdate: (from: Int, to: Int, changes: [Change])?
    /// An update that takes longer than a slice, as long as it is computed.
    var longUpdate: (from: Int, state: Point, answer: AsideAnswer<[Change]?>)?
    /// Earlier counts, the most recently requested path at the end.
    var graphs: [PathGraph<State, Action>] = []
    var lastGraphID = 0
    var branches: [Branch<State, Action>] = []
    var lastBranchID = 0
    var attachments = 0
    var watch: DivergenceWatch<State, Action, Effect>
    var followers: [Int: ReplicaFollower<State>] = [:]
    /// How far recordings have read; each is a follower as well.
    var recordings: [Int: RecordingPosition<State>] = [:]
    var lastSeen: Int
    /// How many entries of the log were looked through for objects.
    var examined = 0
    let footprint = Footprint()
    var logSizes = LogSizes()
    var retainedSizes = RetainedSizes()
    /// Whether states that would be retained are too large for it, so that only the current one can be asked for.
    var keepsPresentOnly = false
    /// What the states hold that the debugger works on, as measured last.
    var copyBytes = 0
    /// Not before this time are they measured again.
    var nextMeasuring = DispatchTime.now()
    /// Before this time the size is not compared with the budget, unless the writer requests it.
    var nextTending = DispatchTime.now()
    /// Whether the writer was asked for a state and has not given it yet.
    var isAsking = false
    /// The state that replay went on from after it was given up.
    var resumedSeq: Int?
    var lastTraffic = DispatchTime.now()
    /// Not before this time are changes computed for followers: they get at most a fifth of the thread.
    var nextFeeding = DispatchTime.now()

    /// Makes a replica.
    ///
    /// - Parameter initial: The state at `source.start`; the replica alone keeps it, until the oldest part of the log
    ///   goes.
    init(_ source: Source, initial: State) {
        self.source = source
        checkpoints = Checkpoints(
            base: source.start, state: initial, limit: source.options.checkpoints,
            distance: source.options.checkpointDistance)
        tip = (source.start, initial)
        entryChanges = source.mode.isReplaying ? .computed(source.options) : .irreplaceable(source.options)
        watch = DivergenceWatch((source.start, initial))
        lastSeen = source.start
    }

    deinit {
        // On the debug thread, as the last thing that it does.
        source.live.acceptThisThread()
        for follower in followers.values { follower.reader?.resume(returning: nil) }
    }

    /// The number of the last entry.
    var lastSeq: Int { source.start + source.log.count }

    /// The number of the first state that is kept; the first entry has the next one.
    ///
    /// It grows when the oldest part of the log goes, on this thread and between two jobs or slices only.
    var base: Int { source.start + source.log.firstIndex }

    /// The log, where it was written down.
    var recorded: (any RecordedLog<State, Action, Effect>)? { source.log.pages?.source }

    /// The reducer, as long as it can be trusted.
    var reduce: (@Sendable (inout State, Action) throws -> [Effect])? {
        source.mode.isReplaying ? source.reduce : nil
    }

    var firstSeq: Int { source.mode.firstSeq(base: base, last: lastSeq, retained: source.retained) }

    /// The next stop of a walk over the log entry by entry: the last number of a gap, which has nothing in it.
    func stop(at seq: Int) -> Int { recorded?.gap(at: seq)?.upperBound ?? seq }

    /// The same for a walk over several entries at a time.
    func stop(after seq: Int, stride: Int) -> Int { max(seq + stride, stop(at: seq + 1)) }

    // MARK: States

    /// The state at a number; the current one for `nil`.
    func state(at seq: Int?) throws(HistoryError) -> Point {
        try known(try nearestState(at: seq))
    }

    /// The same; where some of what led to it was not written down, what it was before that.
    func nearestState(at seq: Int?) throws(HistoryError) -> Point {
        let last = lastSeq
        let seq = seq ?? last
        guard seq >= base else { throw .seqEvicted(seq, first: firstSeq) }
        guard seq <= last else { throw .noSuchSeq(seq, last: last, first: firstSeq) }
        guard let reduce, seq >= checkpoints.first.seq else { return try retainedState(at: seq) }
        if seq >= tip.seq {
            leap(&tip, to: seq)
            advance(&tip, to: seq, reduce)
            return tip
        }
        var point = visited.close(to: seq) ?? visited.nearest(to: seq, orElse: checkpoints.nearest(to: seq))
        takeVisited(at: point.seq)
        leap(&point, to: seq)
        advance(&point, to: seq, reduce)
        visited.visit(point)
        return point
    }

    /// Lets go of the visited state at a number; another one is kept for its own walk, unless states are too large for
    /// the budget.
    func takeVisited(at seq: Int) {
        visited.take(at: seq, keepsOther: checkpoints.byteLimit > 0)
    }

    /// Continues from a state that was recorded as a whole, if that is nearer.
    func leap(_ point: inout Point, to seq: Int) {
        guard let recorded, let nearest = recorded.keyframeSeq(atOrBefore: seq),
            // What lies between is as soon replayed as a whole state is read.
            nearest - point.seq > 64 || nearest == seq && nearest > point.seq,
            let state = recorded.keyframe(at: nearest)
        else { return }
        point = (nearest, state)
    }

    /// A state, unless some of what led to it was not written down.
    func known(_ point: Point) throws(HistoryError) -> Point {
        guard let recorded, !recorded.isKnown(point.state, at: point.seq) else { return point }
        let message = recorded.explanation(of: point.state, at: point.seq)
        throw HistoryError(.stateUnknown, message, seq: point.seq, firstSeq: base)
    }

    private func retainedState(at seq: Int) throws(HistoryError) -> Point {
        if let state = source.retained[seq] { return (seq, state) }
        if keepsPresentOnly, seq == lastSeq, let live = source.live.snapshot(), live.seq == seq {
            return live
        }
        if seq == base, checkpoints.first.seq == seq { return checkpoints.first }
        if let resumedSeq, reduce != nil, seq < resumedSeq {
            throw .stateGivenUp(seq, first: resumedSeq)
        }
        guard let first = source.retained.firstSeq, seq < first else {
            throw HistoryError(
                .stateUnknown,
                "The state at \(seq) is not known: the store cannot be replayed, and its state was not retained then. "
                    + "States are retained while a client is attached.",
                seq: seq, firstSeq: source.retained.firstSeq)
        }
        throw .seqEvicted(seq, first: first)
    }

    /// Replays up to a number, and leaves checkpoints where there are few.
    func advance(_ point: inout Point, to seq: Int, _ reduce: (inout State, Action) throws -> [Effect]) {
        let measure = measure
        while point.seq < seq {
            if let gap = recorded?.gap(at: point.seq + 1) {
                point.seq = min(seq, gap.upperBound)
                continue
            }
            let checkpoint = checkpoints.stop(after: point.seq).flatMap { $0 <= seq ? $0 : nil }
            let stop = checkpoint ?? seq
            let count = stop - point.seq
            let begin = checkpoint == nil ? 0 : DispatchTime.now().uptimeNanoseconds
            source.log.replay(point.seq - source.start..<stop - source.start, on: &point.state, with: source.replay)
            point.seq = stop
            guard checkpoint != nil else { continue }
            let end = DispatchTime.now().uptimeNanoseconds
            checkpoints.insert(point.state, seq: stop, measure: measure)
            checkpoints.adapt(
                toCost: DispatchTime.now().uptimeNanoseconds - end, entryNanos: (end - begin) / UInt64(max(1, count)))
        }
    }
}
