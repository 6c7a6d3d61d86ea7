internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

extension GraphGet: StoreMethod {
    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) async throws -> Result {
        let from = try store.checked(from, "from")
        let to = try store.checked(to, "to")
        let place = try await GraphPlace.find(path, in: store, at: to)
        let graph = try await store.adapter.history.graph(at: place.path, from: from, to: to) {
            [actions = store.actions] in actions.name(of: $0)
        }
        let part = store.adapter.machines.namedPart(at: place.path, store.adapter.history.redaction)
        // Which actions are meant for a part is only known of those that ran.
        return Graph(
            of: graph, at: place, actions: part == nil ? store.actionNames : [],
            declaration: part?.declaration ?? store.adapter.declaration
        ).answer
    }
}

extension InspectedStore {
    /// The names of the store's actions, as far as the type has them.
    fileprivate var actionNames: [String] {
        let shape =
            if case .choice = actions.schema { actions.schema } else { SchemaProbe.shownShape(of: Adapter.Action.self) }
        guard case .choice(_, let cases) = shape else { return [] }
        return cases.map(\.name)
    }
}

/// The counted transitions combined with the declared ones.
private struct Graph {
    let graph: TransitionGraph
    let place: GraphPlace
    /// The declaration of the machine, if it is about this enum.
    let declaration: MachineDeclaration?
    let states: [String]
    let actions: [String]

    init(of graph: TransitionGraph, at place: GraphPlace, actions: [String], declaration: MachineDeclaration?) {
        self.graph = graph
        self.place = place
        let met = graph.states.map(\.name)
        let declared = place.cases.isEmpty ? Set(met).union(declaration?.states ?? []) : Set(place.cases)
        self.declaration = declaration.flatMap { Set($0.states) == declared ? $0 : nil }
        states =
            ((self.declaration?.states ?? []) + place.cases + met.filter { $0 != "nil" }
            + (place.isOptional || met.contains("nil") ? ["nil"] : [])).unique
        self.actions = ((self.declaration?.events ?? []) + actions + graph.pairs.map(\.action)).unique
    }

    var answer: GraphGet.Result {
        let met = Dictionary(graph.pairs.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
        let cells = actions.flatMap { action in states.map { GraphCell(action: action, state: $0) } }
        return GraphGet.Result(
            seq: graph.seq, firstSeq: graph.firstSeq, path: place.path, type: place.type, states: graphStates,
            hasUnknownStates: place.cases.isEmpty && declaration == nil ? true : nil, actions: actions,
            transitions: transitions,
            pairs: cells.compactMap { met[$0] }.map { pair in
                GraphPair(
                    action: pair.action, state: pair.state, changed: pair.changed, ignored: pair.ignored,
                    rejected: pair.rejected)
            },
            unvisited: cells.filter { met[$0] == nil })
    }

    private var graphStates: [GraphState] {
        let visits = Dictionary(graph.states.map { ($0.name, $0.visits) }, uniquingKeysWith: +)
        let initial = declaration?.initial ?? graph.first
        let declared = Set(declaration?.states ?? [])
        return states.map { name in
            GraphState(
                name: name, visits: visits[name] ?? 0, initial: name == initial ? true : nil,
                current: name == graph.last ? true : nil, declared: declared.contains(name) ? true : nil)
        }
    }

    // MARK: Transitions

    private struct Way: Hashable {
        var from: String
        var action: String
        var to: String
    }

    private var transitions: [GraphTransition] {
        var all: [Way: GraphTransition] = [:]
        for arrow in declaration?.transitions ?? [] {
            let way = Way(from: arrow.from, action: arrow.event, to: arrow.to)
            guard let known = all[way] else {
                all[way] = GraphTransition(
                    from: way.from, action: way.action, to: way.to, guardName: arrow.guardName, count: 0, declared: true
                )
                continue
            }
            // Either condition leads here; if one of them is absent, the transition is always taken.
            all[way]?.guardName = known.guardName.flatMap { first in arrow.guardName.map { "\(first) or \($0)" } }
        }
        for move in graph.moves {
            let way = Way(from: move.from, action: move.action, to: move.to)
            all[way, default: GraphTransition(from: way.from, action: way.action, to: way.to, count: 0)].count +=
                move.count
        }
        // A declared transition from a state to itself is also taken if nothing changes.
        for pair in graph.pairs {
            let way = Way(from: pair.state, action: pair.action, to: pair.state)
            if all[way]?.declared == true { all[way]?.count += pair.ignored }
        }
        let (stateOrder, actionOrder) = (states.places, actions.places)
        func rank(_ transition: GraphTransition) -> (Int, Int, Int) {
            (
                stateOrder[transition.from] ?? .max, actionOrder[transition.action] ?? .max,
                stateOrder[transition.to] ?? .max
            )
        }
        return all.values.sorted { rank($0) < rank($1) }
    }
}

extension TransitionGraph.Pair {
    fileprivate var cell: GraphCell { GraphCell(action: action, state: state) }
}

extension [String] {
    /// Each text once, in order of first appearance.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }

    fileprivate var places: [String: Int] {
        Dictionary(enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
