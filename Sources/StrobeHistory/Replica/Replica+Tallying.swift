package import StrobeReflection
internal import Dispatch
package import Strobe
package import StrobeTree

extension Replica {
    /// How many paths are kept a tally of.
    private static var tallyLimit: Int { 16 }
    /// How long a step of a tally may hold up others.
    private static var tallyTime: DispatchTimeInterval { .milliseconds(5) }
    /// How many entries are counted between two looks at the clock.
    private static var tallyStride: Int { 64 }

    /// Continues a count for a few milliseconds.
    ///
    /// A count whose tally is gone begins again.
    func step(_ walk: TallyWalk) -> Result<TallyWalk, HistoryError> {
        guard let reduce else {
            return .failure(HistoryError(.notReplayable, "the store is no longer replayed", seq: walk.target))
        }
        do throws(HistoryError) {
            var walk = walk
            let target = try checked(walk.target)
            walk.target = target
            try count(&walk, to: target, reduce)
            return .success(walk)
        } catch {
            return .failure(error)
        }
    }

    /// The tally of a walk that has come to its end, less what came up to the end of another; `nil` when they do not
    /// belong together any more.
    func tally(from start: TallyWalk?, to end: TallyWalk, naming: (any Any.Type) -> String) -> Tally? {
        guard let tally = tallies.first(where: { $0.id == end.id }) else { return nil }
        guard let start else { return tally.tally(from: tally.first, to: end.point, naming: naming) }
        return start.id == end.id ? tally.tally(from: start.point, to: end.point, naming: naming) : nil
    }

    private func checked(_ target: Int?) throws(HistoryError) -> Int {
        let last = lastSeq
        let target = target ?? last
        guard target <= last else { throw .noSuchSeq(target, last: last, first: firstSeq) }
        guard target >= base else { throw .seqEvicted(target, first: firstSeq) }
        return target
    }

    // MARK: Tallies

    private func knownTally(of path: Path) -> PathTally<State, Action>? {
        guard let index = tallies.firstIndex(where: { $0.path == path }) else { return nil }
        let tally = tallies.remove(at: index)
        tallies.append(tally)
        return tally
    }

    private func newTally(
        of path: Path, from start: Point, mayBeDirect: Bool = true, isKept: Bool = true
    ) -> PathTally<State, Action> {
        lastTallyID += 1
        let tally = withUnsafePointer(to: start.state) {
            PathTally<State, Action>(
                id: lastTallyID, path: path, seq: start.seq, state: $0,
                machine: source.machines.namedPart(at: path, source.mode.redaction),
                mayBeDirect: mayBeDirect)
        }
        guard isKept else { return tally }
        tallies.removeAll { $0.path == path }
        if tallies.count >= Self.tallyLimit { tallies.removeFirst() }
        tallies.append(tally)
        return tally
    }

    // MARK: Replaying

    private func count(
        _ walk: inout TallyWalk, to target: Int, _ reduce: (inout State, Action) throws -> [Effect]
    ) throws(HistoryError) {
        guard target >= checkpoints.first.seq else { throw .seqEvicted(target, first: checkpoints.first.seq) }
        var tally = knownTally(of: walk.path) ?? newTally(of: walk.path, from: checkpoints.first)
        if tally.first.seq > target { tally = newTally(of: walk.path, from: checkpoints.first) }
        if walk.id != tally.id {
            walk.id = tally.id
            walk.first = tally.first.seq
            walk.point = tally.start(for: target)
        }
        guard walk.point.seq >= checkpoints.first.seq else {
            // It would have to continue in a part of the log that was dropped.
            _ = newTally(of: walk.path, from: checkpoints.first)
            walk.id = nil
            return
        }
        guard walk.point.seq < target else { return }
        var point = try nearestState(at: walk.point.seq).get()
        // A part of the state that is kept here would have to be copied when it changes.
        if cursor?.seq == point.seq { cursor = nil }
        defer { cursor = point }
        let agrees = withUnsafePointer(to: &point.state) { tally.cases.agreesWithTree(on: $0) }
        guard agrees else {
            // The state encodes itself in its own way, and what it says counts.
            _ = newTally(of: walk.path, from: checkpoints.first, mayBeDirect: false)
            walk.id = nil
            return
        }
        _ = withUnsafePointer(to: &point.state) { tally.cases.next($0) }
        defer { tally.cases.forget() }
        let deadline = DispatchTime.now() + Self.tallyTime
        repeat {
            var stop = min(target, point.seq + Self.tallyStride)
            if point.seq < tally.checkpoints.nextSeq { stop = min(stop, tally.checkpoints.nextSeq) }
            if let gap = recorded?.gap(at: point.seq + 1) { stop = min(target, gap.upperBound) }
            count(&point, to: stop, in: tally, &walk.point.counts, reduce)
            walk.point.seq = stop
            if stop == tally.checkpoints.nextSeq { tally.keep(walk.point) }
        } while point.seq < target && DispatchTime.now() < deadline
        tally.keep(walk.point)
    }

    private func count(
        _ point: inout Point, to seq: Int, in tally: PathTally<State, Action>, _ counts: inout TallyCounts,
        _ reduce: (inout State, Action) throws -> [Effect]
    ) {
        let (cases, actions, log) = (tally.cases, tally.actions, source.log)
        if let recorded { return count(&point, to: seq, in: tally, &counts, recorded) }
        log.forEachEntry(in: point.seq - source.start..<seq - source.start) { index, stamp, action in
            guard let action else {
                if let put = log.restoredState(at: index) { point.state = put }
                counts.move(to: withUnsafePointer(to: &point.state) { cases.next($0) }.number)
                return
            }
            let hasEffects = (try? reduce(&point.state, action.pointee))?.isEmpty == false
            let (state, isChanged) = withUnsafePointer(to: &point.state) { cases.next($0) }
            counts.count(
                actions.number(of: action), to: state,
                stamp.isRejected ? .rejected : isChanged || hasEffects ? .changed : .ignored)
        }
        point.seq = seq
    }

    /// The same for a log that was written down.
    private func count(
        _ point: inout Point, to seq: Int, in tally: PathTally<State, Action>, _ counts: inout TallyCounts,
        _ recorded: any RecordedLog<State, Action, Effect>
    ) {
        let (cases, actions) = (tally.cases, tally.actions)
        source.log.forEachEntry(in: point.seq - source.start..<seq - source.start) { index, stamp, action in
            guard let action else { return }
            let number = source.start + 1 + index
            let wasKnown = recorded.isKnown(point.state, at: number - 1)
            recorded.apply(action.pointee, to: &point.state)
            let (state, isChanged) = withUnsafePointer(to: &point.state) { cases.next($0) }
            // What an action did is known where the states before and after it are.
            guard wasKnown, recorded.isKnown(point.state, at: number),
                let name = recorded.countedName(of: action.pointee)
            else { return counts.move(to: state) }
            counts.count(
                actions.number(ofName: name), to: state,
                stamp.isRejected ? .rejected : isChanged || stamp.hasEffects ? .changed : .ignored)
        }
        point.seq = seq
    }

    // MARK: Retained states

    /// The tally of a store that cannot be replayed, as far as states are retained or were counted before; `nil` for
    /// other stores.
    ///
    /// Counts in one go: there are never many retained states.
    func retainedTally(
        at path: Path, from: Int?, to: Int?, naming: (any Any.Type) -> String
    ) -> Result<Tally?, HistoryError> {
        guard reduce == nil else { return .success(nil) }
        do throws(HistoryError) {
            let target = try checked(to)
            let known = knownTally(of: path)
            if let known, from.map({ $0 - 1 <= known.first.seq }) ?? true, known.first.seq <= target,
                let end = count(on: known, to: target)
            {
                return .success(known.tally(from: known.first, to: end, naming: naming))
            }
            let first = max(source.retained.firstSeq ?? target, from.map { $0 - 1 } ?? base, base)
            guard first <= target else { throw .seqEvicted(target, first: first) }
            let state = try state(at: first).get().state
            // One that goes further than this is not given up for it.
            let isKept = from == nil && target >= known?.head.seq ?? first
            let new = newTally(of: path, from: (first, state), mayBeDirect: false, isKept: isKept)
            guard let end = count(on: new, to: target) else {
                throw .seqEvicted(target, first: source.retained.firstSeq ?? lastSeq)
            }
            return .success(new.tally(from: new.first, to: end, naming: naming))
        } catch {
            return .failure(error)
        }
    }

    /// Continues a tally up to a number; `nil` if the states are not available.
    private func count(on tally: PathTally<State, Action>, to target: Int) -> TallyPoint? {
        var point = tally.start(for: target)
        guard point.seq < target else { return point }
        guard let states = source.retained.states(point.seq...target) else { return nil }
        defer { tally.cases.forget() }
        let start = point.seq - source.start
        for (offset, state) in states.enumerated() {
            let (number, isChanged) = withUnsafePointer(to: state) { tally.cases.next($0) }
            guard offset > 0 else { continue }
            source.log.forEachEntry(in: start + offset - 1..<start + offset) { _, stamp, action in
                guard let action else { return point.counts.move(to: number) }
                point.counts.count(
                    tally.actions.number(of: action), to: number,
                    stamp.isRejected ? .rejected : isChanged || stamp.hasEffects ? .changed : .ignored)
            }
        }
        point.seq = target
        tally.keep(point)
        return point
    }
}

extension Array {
    /// The machine whose state is the part at a path; `nil` where its events are not named, since a rule may hide some.
    package func namedPart<Action>(at path: Path, _ redaction: Redaction) -> MachinePart<Action>?
    where Element == MachinePart<Action> {
        guard let part = first(where: { !$0.path.isEmpty && $0.path == path.tokens }) else { return nil }
        return redaction.mayHide(in: Action.self) ? nil : part
    }
}
