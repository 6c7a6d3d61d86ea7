internal import StrobeReflection
internal import Dispatch

extension Replica {
    /// How many bytes everything may hold.
    var budget: Int { max(source.options.budgetBytes, 1 << 16) }
    /// How many bytes the log may hold however large the states are.
    private var leastLog: Int { budget / 4 }
    /// How many bytes of the log are between two states that it could begin with while no client is attached.
    private var segment: Int { budget / 8 }
    /// How many bytes of the log the program is to write for each byte of a state that it may have to copy for the
    /// history.
    private static var logPerCopy: Int { 2 }
    /// The largest state with which the log may still begin later from time to time while no client is attached.
    private var largestMovable: Int { budget / (Self.logPerCopy + 1) }
    /// How long a state that was sought out is kept for the next question, where it is too large for the budget.
    private static var visitedLife: DispatchTimeInterval { .milliseconds(500) }
    /// How often states that change all the time are measured, by the time it takes.
    private static var pause: Int { 50 }
    /// How often the size is checked while there is traffic and a client is attached.
    private static var interval: DispatchTimeInterval { .milliseconds(100) }

    // MARK: Measuring

    /// The memory in use, by the latest measured sizes.
    ///
    /// - Parameter isNew: Whether to measure everything that changed since.
    func memory(isNew: Bool) -> HistoryMemory {
        measureLog()
        if isNew { measureCopies() }
        let base = checkpoints.bytesOfFirst { footprint.bytes(of: $0) }
        return HistoryMemory(
            logBytes: logSizes.bytes,
            stateBytes: base + checkpoints.bytesBeyondFirst + copyBytes + retainedSizes.bytes
                + branches.reduce(0) { $0 + $1.bytes },
            changeBytes: entryChanges.bytes, spareBytes: source.log.spareBytes, budgetBytes: budget,
            checkpoints: source.mode.isGivenUp ? 0 : reduce == nil ? source.retained.count : checkpoints.all.count,
            givenUp: givenUp)
    }

    private func measureLog() {
        guard recorded == nil else { return }
        let footprint = footprint
        let base = checkpoints.first.state
        logSizes.update(source.log, footprint) { footprint.bytes(of: $0, beyond: $1 ?? base) }
    }

    /// Measures the states that the debugger works on.
    private func measureCopies() {
        measureBranches()
        guard attachments > 0 else { return copyBytes = 0 }
        var bytes = footprint.bytes(of: tip.state, beyond: checkpoints.last.state)
        for point in visited.all {
            bytes += footprint.bytes(of: point.state, beyond: checkpoints.nearest(to: point.seq).state)
        }
        for follower in followers.values {
            if let state = follower.state, follower.seq != tip.seq {
                bytes += footprint.bytes(of: state, beyond: tip.state)
            }
        }
        for case let known? in recordings.values.map(\.known) where known.seq != tip.seq {
            bytes += footprint.bytes(of: known.state, beyond: tip.state)
        }
        if watch.trusted.seq != checkpoints.first.seq {
            bytes += footprint.bytes(of: watch.trusted.state, beyond: tip.state)
        }
        if let lastUpdate { bytes += footprint.bytes(of: lastUpdate.changes) }
        copyBytes = bytes
    }

    /// Returns how many bytes a state holds beyond another one.
    var measure: (State, State) -> Int {
        let footprint = footprint
        return { footprint.bytes(of: $0, beyond: $1) }
    }

    // MARK: Tending

    /// Measures what is new, and drops the oldest if there is too much.
    ///
    /// - Parameter isAsked: Whether a client wants to know the size, so that a replay may be run to make room.
    func tend(isAsked: Bool = false) {
        takeAnswer()
        let now = DispatchTime.now()
        let isDue = now >= nextMeasuring
        var memory = memory(isNew: isDue)
        if isDue {
            let nanos = DispatchTime.now().uptimeNanoseconds - now.uptimeNanoseconds
            nextMeasuring = .now() + .nanoseconds(Int(clamping: nanos) * Self.pause)
        }
        if attachments > 0, reduce != nil {
            limitCheckpoints(memory)
            memory = self.memory(isNew: false)
        }
        if memory.bytes > budget, recorded == nil { makeRoom(memory, isAsked: isAsked) }
        askForState()
        look()
        nextTending = .now() + Self.interval
    }

    /// The memory in use after dropping what is too much, with everything measured again.
    func tendedMemory() -> HistoryMemory {
        // Dropping changes the states that others are measured against, and a known state may drop too little.
        var memory: HistoryMemory
        var rounds = 3
        repeat {
            let first = base
            nextMeasuring = .now()
            tend(isAsked: true)
            memory = self.memory(isNew: true)
            rounds = base == first ? 0 : rounds - 1
        } while memory.bytes > budget && rounds > 0
        return memory
    }

    /// Lets checkpoints hold what the log and everything else leave, a quarter of the budget at least.
    func limitCheckpoints(_ memory: HistoryMemory) {
        let rest = budget - (memory.bytes - checkpoints.bytesBeyondFirst)
        let base = checkpoints.bytesOfFirst { footprint.bytes(of: $0) }
        checkpoints.byteLimit = min(max(rest, base > budget / 2 ? 0 : budget / 4), budget / 2)
        checkpoints.thin(measure: measure)
    }

    /// Drops the oldest part of the log, and a bit more than there is too much.
    private func makeRoom(_ memory: HistoryMemory, isAsked: Bool) {
        let excess = min(memory.bytes - budget + budget / 16, memory.logBytes - leastLog)
        // A large state moves forward in large steps: each may copy it.
        guard excess > (firstBytes > budget ? leastLog : 0) else { return }
        let index = logSizes.start(afterBytes: excess)
        let seq = source.start + index
        guard seq > base else { return }
        guard reduce != nil, seq > checkpoints.first.seq else { return begin(at: seq, with: nil) }
        if attachments == 0,
            let known = checkpoints.all.dropFirst().first(where: { $0.seq >= seq }) ?? lastCheckpoint
        {
            begin(at: known.seq, with: known.state)
        } else if attachments == 0, firstBytes > largestMovable, source.live.reportsState {
            giveUpReplay()
            begin(at: seq, with: nil)
        } else if attachments > 0 || isAsked || memory.bytes > budget + budget / 4 {
            // If the writer does not report its states, or rests before it has reported one, there is no other way.
            if checkpoints.all.count == 1 {
                moveFirst(to: seq)
            } else if let point = try? state(at: seq) {
                begin(at: seq, with: point.state)
            }
        }
    }

    private var lastCheckpoint: Point? { checkpoints.all.count > 1 ? checkpoints.last : nil }

    /// What the state holds that the log begins with.
    var firstBytes: Int { checkpoints.bytesOfFirst { footprint.bytes(of: $0) } }

    /// Makes a later state the first one, by replaying what lies between on the first one itself.
    private func moveFirst(to seq: Int) {
        // Whatever shares it would have the reducer make a copy.
        watch.trusted = tip
        visited.dropAll()
        let source = source
        let from = checkpoints.first.seq
        checkpoints.moveFirst(to: seq) { state in
            source.log.replay(from - source.start..<seq - source.start, on: &state, with: source.replay)
        }
        watch.trusted = checkpoints.first
        begin(at: seq, with: nil)
    }

    /// Drops the last visited state if it is too large to be kept and no request needs it any more.
    ///
    /// - Returns: When to look again; `nil` if that is not needed.
    func dropIdleVisited() -> DispatchTime? {
        guard let time = visited.time, checkpoints.byteLimit == 0 else { return nil }
        let end = time + Self.visitedLife
        guard end <= .now() else { return end }
        visited.dropAll()
        return nil
    }

    /// Makes a state the first one; what came before it goes.
    ///
    /// - Parameter state: The state; `nil` if unknown, or replaying begins later.
    func begin(at seq: Int, with state: State?) {
        if let state {
            checkpoints.begin(with: state, seq: seq, measure: measure)
        } else if reduce == nil, let first = source.retained.firstSeq, let state = source.retained[first], first >= seq
        {
            checkpoints.begin(with: state, seq: first) { _, _ in 0 }
        }
        if tip.seq < checkpoints.first.seq { tip = checkpoints.first }
        if watch.trusted.seq < checkpoints.first.seq { watch.trusted = checkpoints.first }
        visited.drop(before: seq)
        source.log.drop(before: seq - source.start)
        logSizes.drop(before: seq - source.start)
        entryChanges.drop(before: seq + 1)
        source.retained.drop(before: seq)
        source.notes.drop(before: seq)
    }

    func commit(_ seq: Int?) throws(HistoryError) -> Int {
        let point = try state(at: seq)
        begin(at: point.seq, with: point.state)
        return point.seq
    }

    /// Keeps only the states that the log could begin with while no client is attached.
    func dropCheckpoints() {
        let entries = max(1, source.log.count - source.log.firstIndex)
        let distance = segment / max(1, logSizes.bytes(from: source.log.firstIndex) / entries)
        checkpoints.dropAllButFirst(andEvery: max(1, distance), measure: measure)
    }

    // MARK: The writer

    /// While no client is attached, requests one state from the writer in each segment of the log: the log can begin
    /// there later.
    ///
    /// Each costs the program a copy of what it changes next: of large states there are fewer.
    private func askForState() {
        guard attachments == 0, reduce != nil, !isAsking, firstBytes <= largestMovable,
            // The objects in a state of the store would be those that the program continues writing to.
            !source.safety.copies
        else { return }
        let bytes = logSizes.bytes(from: checkpoints.last.seq - source.start)
        guard bytes >= segment, bytes / Self.logPerCopy >= firstBytes else { return }
        isAsking = true
        let ask = source.askForState
        source.live.betweenTransitions { ask() }
    }

    private func takeAnswer() {
        guard let (seq, state) = source.takeAnswer() else { return }
        isAsking = false
        guard reduce != nil, seq > base else { return }
        if let refusal = source.safety.refusal(of: state) { return refuseReplay(refusal) }
        checkpoints.byteLimit = .max
        checkpoints.insert(state, seq: seq, measure: measure)
        // It came from the store itself.
        if attachments == 0, seq > watch.lastEqualSeq { watch.trust((seq, state)) }
    }

    /// Has the writer report when the next entries may hold much, and begin a new chunk once this one holds enough.
    private func look() {
        let tail = logSizes.tail
        guard tail.count > 0 else { return }
        let isHeavy = tail.bytes >= segment / 2
        let entries = max(16, segment / 4 / max(1, tail.bytes / tail.count))
        guard isHeavy || entries < source.log.entriesPerChunk else { return }
        let log = source.log
        source.live.betweenTransitions { log.look(after: entries, closesChunk: isHeavy) }
    }
}
