package import StrobeReflection
internal import Dispatch
package import Strobe
package import StrobeTree

extension Replica {
    /// How many paths are kept a graph of.
    private static var graphLimit: Int { 16 }
    /// How long a step of a graph may hold up others.
    private static var graphTime: DispatchTimeInterval { .milliseconds(5) }
    /// How many entries are counted between two looks at the clock.
    private static var graphStride: Int { 64 }

    /// Continues a count for a few milliseconds.
    ///
    /// A count whose graph is gone begins again.
    func step(_ walk: GraphWalk) throws(HistoryError) -> GraphWalk {
        guard let reduce else {
            throw HistoryError(.notReplayable, "The store is no longer replayed.", seq: walk.target)
        }
        var walk = walk
        let target = try checked(walk.target)
        walk.target = target
        try count(&walk, to: target, reduce)
        return walk
    }

    /// The graph of a walk that has come to its end, less what came up to the end of another; `nil` when they do not
    /// belong together any more.
    func graph(from start: GraphWalk?, to end: GraphWalk, naming: (any Any.Type) -> String) -> TransitionGraph? {
        guard let graph = graphs.first(where: { $0.id == end.id }) else { return nil }
        guard let start else { return graph.graph(from: graph.first, to: end.point, naming: naming) }
        return start.id == end.id ? graph.graph(from: start.point, to: end.point, naming: naming) : nil
    }

    private func checked(_ target: Int?) throws(HistoryError) -> Int {
        let last = lastSeq
        let target = target ?? last
        guard target <= last else { throw .noSuchSeq(target, last: last, first: firstSeq) }
        guard target >= base else { throw .seqEvicted(target, first: firstSeq) }
        return target
    }

    // MARK: Graphs

    private func knownGraph(of path: Path) -> PathGraph<State, Action>? {
        guard let index = graphs.firstIndex(where: { $0.path == path }) else { return nil }
        let graph = graphs.remove(at: index)
        graphs.append(graph)
        return graph
    }

    private func newGraph(
        of path: Path, from start: Point, mayBeDirect: Bool = true, isKept: Bool = true
    ) -> PathGraph<State, Action> {
        lastGraphID += 1
        let graph = withUnsafePointer(to: start.state) {
            PathGraph<State, Action>(
                id: lastGraphID, path: path, seq: start.seq, state: $0,
                machine: source.machines.namedPart(at: path, source.mode.redaction),
                mayBeDirect: mayBeDirect)
        }
        guard isKept else { return graph }
        graphs.removeAll { $0.path == path }
        if graphs.count >= Self.graphLimit { graphs.removeFirst() }
        graphs.append(graph)
        return graph
    }

    // MARK: Replaying

    private func count(
        _ walk: inout GraphWalk, to target: Int, _ reduce: (inout State, Action) throws -> [Effect]
    ) throws(HistoryError) {
        guard target >= checkpoints.first.seq else { throw .seqEvicted(target, first: checkpoints.first.seq) }
        var graph = knownGraph(of: walk.path) ?? newGraph(of: walk.path, from: checkpoints.first)
        if graph.first.seq > target { graph = newGraph(of: walk.path, from: checkpoints.first) }
        if walk.id != graph.id {
            walk.id = graph.id
            walk.first = graph.first.seq
            walk.point = graph.start(for: target)
        }
        guard walk.point.seq >= checkpoints.first.seq else {
            // It would have to continue in a part of the log that was dropped.
            _ = newGraph(of: walk.path, from: checkpoints.first)
            walk.id = nil
            return
        }
        guard walk.point.seq < target else { return }
        var point = try nearestState(at: walk.point.seq)
        // A part of the state that is kept here would have to be copied when it changes.
        takeVisited(at: point.seq)
        defer { visited.visit(point) }
        let agrees = withUnsafePointer(to: &point.state) { graph.cases.agreesWithTree(on: $0) }
        guard agrees else {
            // The state encodes itself in its own way, and what it says counts.
            _ = newGraph(of: walk.path, from: checkpoints.first, mayBeDirect: false)
            walk.id = nil
            return
        }
        _ = withUnsafePointer(to: &point.state) { graph.cases.next($0) }
        defer { graph.cases.forget() }
        let deadline = DispatchTime.now() + Self.graphTime
        repeat {
            var stop = min(target, point.seq + Self.graphStride)
            if point.seq < graph.checkpoints.nextSeq { stop = min(stop, graph.checkpoints.nextSeq) }
            if let gap = recorded?.gap(at: point.seq + 1) { stop = min(target, gap.upperBound) }
            count(&point, to: stop, in: graph, &walk.point.counts, reduce)
            walk.point.seq = stop
            if stop == graph.checkpoints.nextSeq { graph.keep(walk.point) }
        } while point.seq < target && DispatchTime.now() < deadline
        graph.keep(walk.point)
    }

    private func count(
        _ point: inout Point, to seq: Int, in graph: PathGraph<State, Action>, _ counts: inout GraphCounts,
        _ reduce: (inout State, Action) throws -> [Effect]
    ) {
        let (cases, actions, log) = (graph.cases, graph.actions, source.log)
        if let recorded { return count(&point, to: seq, in: graph, &counts, recorded) }
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
        _ point: inout Point, to seq: Int, in graph: PathGraph<State, Action>, _ counts: inout GraphCounts,
        _ recorded: any RecordedLog<State, Action, Effect>
    ) {
        let (cases, actions) = (graph.cases, graph.actions)
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

    /// The graph of a store that cannot be replayed, as far as states are retained or were counted before; `nil` for
    /// other stores.
    ///
    /// Counts in one go: there are never many retained states.
    func retainedGraph(
        at path: Path, from: Int?, to: Int?, naming: (any Any.Type) -> String
    ) throws(HistoryError) -> TransitionGraph? {
        guard reduce == nil else { return nil }
        let target = try checked(to)
        let known = knownGraph(of: path)
        if let known, from.map({ $0 - 1 <= known.first.seq }) ?? true, known.first.seq <= target,
            let end = count(on: known, to: target)
        {
            return known.graph(from: known.first, to: end, naming: naming)
        }
        let first = max(source.retained.firstSeq ?? target, from.map { $0 - 1 } ?? base, base)
        guard first <= target else { throw .seqEvicted(target, first: first) }
        let state = try state(at: first).state
        // One that goes further than this is not given up for it.
        let isKept = from == nil && target >= known?.head.seq ?? first
        let new = newGraph(of: path, from: (first, state), mayBeDirect: false, isKept: isKept)
        guard let end = count(on: new, to: target) else {
            throw .seqEvicted(target, first: source.retained.firstSeq ?? lastSeq)
        }
        return new.graph(from: new.first, to: end, naming: naming)
    }

    /// Continues a graph up to a number; `nil` if the states are not available.
    private func count(on graph: PathGraph<State, Action>, to target: Int) -> GraphPoint? {
        var point = graph.start(for: target)
        guard point.seq < target else { return point }
        guard let states = source.retained.states(point.seq...target) else { return nil }
        defer { graph.cases.forget() }
        let start = point.seq - source.start
        for (offset, state) in states.enumerated() {
            let (number, isChanged) = withUnsafePointer(to: state) { graph.cases.next($0) }
            guard offset > 0 else { continue }
            source.log.forEachEntry(in: start + offset - 1..<start + offset) { _, stamp, action in
                guard let action else { return point.counts.move(to: number) }
                point.counts.count(
                    graph.actions.number(of: action), to: number,
                    stamp.isRejected ? .rejected : isChanged || stamp.hasEffects ? .changed : .ignored)
            }
        }
        point.seq = target
        graph.keep(point)
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
