internal import Strobe
internal import StrobeReflection
internal import StrobeTree

/// The kept graph of one path, so that the next question continues where the last one ended.
///
/// It holds counts and no states, and belongs to its replica.
final class PathGraph<State: Sendable, Action: Sendable> {
    /// Distinguishes one numbering of cases and actions from another.
    let id: Int
    let path: Path
    let cases: CaseReader<State>
    let actions: ActionNames<Action>
    /// Where it begins.
    let first: GraphPoint
    /// Counts at some places of the log.
    var checkpoints: Checkpoints<GraphCounts>
    /// The counts that go furthest.
    private(set) var head: GraphPoint

    /// Begins a graph.
    ///
    /// - Parameters:
    ///   - seq: The number of the state to begin with.
    ///   - state: That state.
    ///   - machine: The machine whose state is at the path, if it is a part of the state.
    ///   - mayBeDirect: Whether stored properties may be read without asking the state how it encodes itself.
    init(
        id: Int, path: Path, seq: Int, state: UnsafePointer<State>, machine: MachinePart<Action>?, mayBeDirect: Bool
    ) {
        self.id = id
        actions = ActionNames(eventsOf: machine)
        self.path = path
        cases = CaseReader(at: path, mayBeDirect: mayBeDirect)
        let counts = GraphCounts(current: cases.number(of: state))
        checkpoints = Checkpoints(base: seq, state: counts, limit: 32, distance: LogLayout.mostEntriesPerChunk)
        first = GraphPoint(seq: seq, counts: counts)
        head = first
    }

    /// The counts to continue from to a number; the caller has checked that it is not before the first.
    func start(for seq: Int) -> GraphPoint {
        if head.seq <= seq { return head }
        let (start, counts) = checkpoints.nearest(to: seq)
        return GraphPoint(seq: start, counts: counts)
    }

    /// Keeps counts for the next question.
    func keep(_ point: GraphPoint) {
        if point.seq == checkpoints.nextSeq { checkpoints.add(point.counts, seq: point.seq) }
        if point.seq > head.seq { head = point }
    }

    /// The counts between two numbers.
    ///
    /// - Parameter naming: The names of actions that go by their types.
    func graph(from start: GraphPoint, to end: GraphPoint, naming: (any Any.Type) -> String) -> TransitionGraph {
        let (names, actionNames) = (cases.names, actions.all(naming: naming))
        let counts = end.counts.since(start.counts).merged { action in
            actionNames.firstIndex(of: actionNames[action]) ?? action
        }
        let first = start.counts.current
        let visits = names.indices.map { index in
            (counts.entered.indices.contains(index) ? counts.entered[index] : 0) + (index == first ? 1 : 0)
        }
        var pairs: [GraphCounts.Way: (changed: Int, ignored: Int, rejected: Int)] = [:]
        func add(
            _ ways: [GraphCounts.Way: Int], _ to: WritableKeyPath<(changed: Int, ignored: Int, rejected: Int), Int>
        ) {
            for (way, count) in ways {
                let pair = GraphCounts.Way(action: way.action, from: way.from, to: way.from)
                pairs[pair, default: (0, 0, 0)][keyPath: to] += count
            }
        }
        add(counts.changed, \.changed)
        add(counts.ignored, \.ignored)
        add(counts.rejected, \.rejected)
        return TransitionGraph(
            path: path, firstSeq: start.seq, seq: end.seq, first: names[first], last: names[end.counts.current],
            states: zip(names, visits).filter { $0.1 > 0 }.map { TransitionGraph.State(name: $0, visits: $1) },
            moves: counts.changed.sorted { $0.key < $1.key }.map { way, count in
                TransitionGraph.Move(
                    from: names[way.from], action: actionNames[way.action], to: names[way.to], count: count)
            },
            pairs: pairs.sorted { $0.key < $1.key }.map { way, pair in
                TransitionGraph.Pair(
                    action: actionNames[way.action], state: names[way.from], changed: pair.changed,
                    ignored: pair.ignored, rejected: pair.rejected)
            })
    }
}

extension GraphCounts.Way: Comparable {
    static func < (a: Self, b: Self) -> Bool {
        (a.from, a.action, a.to) < (b.from, b.action, b.to)
    }
}
