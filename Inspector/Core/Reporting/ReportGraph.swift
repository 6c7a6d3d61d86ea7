package import StrobeProtocol
import StrobeRecording
package import StrobeTree

/// Counts which action led from which case of an enum to which, over the steps of a report.
package struct ReportGraph: Sendable {
    package var store: Int
    package var path: Path
    package var states: [GraphState]
    package var transitions: [GraphTransition]

    private struct Way: Hashable {
        var from: String
        var action: String
        var to: String
    }

    /// The graphs of all known enums in the states of a report, in the order of the stores.
    package static func all(_ report: Report) -> [ReportGraph] {
        let steps = report.transitions
        return report.stores.indices.flatMap { graphs(report, store: $0, steps[$0] ?? []) }
    }

    private static func graphs(_ report: Report, store: Int, _ steps: [RecordedTransition]) -> [ReportGraph] {
        let description = report.stores[store].description
        let choices = description.stateSchema?.choices(limit: 8) ?? []
        guard !choices.isEmpty else { return [] }
        var walk = StateWalk(report, store: store)
        var ways = [[Way: Int]](repeating: [:], count: choices.count)
        var visits = [[String: Int]](repeating: [:], count: choices.count)
        var first: [String?] = choices.map { name(in: report.stores[store].state, $0) }
        let initial = first
        for step in steps {
            let before = walk.advance(step)
            guard let after = walk.state else { continue }
            let isOne = step.fromSeq == nil || step.fromSeq == step.seq - 1
            let action = CaseText.name(action: step.action, schema: description.actionSchema, label: step.label)
            for (place, choice) in choices.enumerated() {
                guard let to = name(in: after, choice) else { continue }
                let from = name(in: before, choice)
                if first[place] == nil { first[place] = from ?? to }
                // A machine that stays in its state made a transition, unless it rejected the event.
                let isMachine = description.kind == "machine" && choice.path.isRoot && step.error == nil
                let isTouched = from != to || (step.changes ?? []).contains { $0.alters(choice.path) ?? true }
                guard isOne, let from, isTouched || isMachine else { continue }
                visits[place][to, default: 0] += 1
                ways[place][Way(from: from, action: action, to: to), default: 0] += 1
            }
        }
        return choices.enumerated().map { place, choice in
            if let start = initial[place] { visits[place][start, default: 0] += 1 }
            let current = name(in: walk.state, choice)
            return ReportGraph(
                store: store, choice, visits: visits[place], ways: ways[place], first: first[place], current: current,
                declared: choice.path.isRoot ? description.declaration : nil)
        }
    }

    private init(
        store: Int, _ choice: Schema.Choice, visits: [String: Int], ways: [Way: Int], first: String?,
        current: String?, declared: Value?
    ) {
        self.store = store
        path = choice.path
        let names = choice.cases.map(\.name)
        let met = visits.keys.filter { !names.contains($0) }.sorted()
        states = (names + met).map { name in
            GraphState(
                name: name, visits: visits[name] ?? 0, initial: name == first ? true : nil,
                current: name == current ? true : nil)
        }
        let order = Dictionary(states.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        // A program may have any number of actions; the graph has a limit.
        let most = ways.sorted { ($1.value, $0.key.action) < ($0.value, $1.key.action) }.prefix(1_000)
        transitions = most.map { GraphTransition(from: $0.from, action: $0.action, to: $0.to, count: $1) }
            .sorted {
                (order[$0.from] ?? 0, order[$0.to] ?? 0, $0.action) < (
                    order[$1.from] ?? 0, order[$1.to] ?? 0, $1.action
                )
            }
        for arrow in Self.arrows(declared) where order[arrow.from] != nil && order[arrow.to] != nil {
            guard
                !transitions.contains(where: { $0.from == arrow.from && $0.to == arrow.to && $0.action == arrow.action }
                )
            else { continue }
            transitions.append(arrow)
        }
    }

    /// The name of the case at a path; `nil` counts as a case if the value is optional.
    private static func name(in state: Value?, _ choice: Schema.Choice) -> String? {
        guard let value = state?.value(at: choice.path) else { return nil }
        if case .null = value { return choice.isOptional ? "nil" : nil }
        return CaseText.name(value, in: choice.cases)
    }

    /// The declared transitions of a machine, as far as they can be parsed.
    private static func arrows(_ declared: Value?) -> [GraphTransition] {
        guard case .object(let object)? = declared, case .array(let list)? = object["transitions"] else { return [] }
        return list.prefix(1_000).compactMap { arrow in
            guard case .object(let arrow) = arrow, case .string(let from)? = arrow["from"],
                case .string(let to)? = arrow["to"], case .string(let action)? = arrow["event"] ?? arrow["action"]
            else { return nil }
            return GraphTransition(from: from, action: action, to: to, count: 0, declared: true)
        }
    }
}
