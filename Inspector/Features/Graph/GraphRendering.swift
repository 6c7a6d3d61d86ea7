import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// Renders a graph as text: each state with its outgoing transitions.
struct GraphRendering {
    var layout = Layout()

    /// The lines for a graph.
    func lines(_ graph: GraphGet.Result) -> [StyledText] {
        let isMachine = graph.states.contains { $0.declared == true }
        let ways = Dictionary(grouping: graph.transitions, by: \.from)
        var table = Table(.left, .left, .left, .right, .left)
        for way in graph.states.flatMap({ ways[$0.name] ?? [] }) {
            table.add(
                StyledText("    " + way.action), StyledText(way.count > 0 ? "→" : "⇢", .dim),
                StyledText(way.to, .enumCase),
                way.count > 0 ? StyledText(NumberText.grouped(way.count), .number) : StyledText("-", .dim),
                notes(on: way, isMachine: isMachine))
        }
        var rows = table.lines(width: layout.width, flexible: 4)[...]
        var lines = Self.header(graph, layout: layout)
        for state in graph.states {
            lines.append(line(for: state).fitted(to: layout.width))
            let count = ways[state.name]?.count ?? 0
            lines += rows.prefix(count).map { $0.fitted(to: layout.width) }
            rows = rows.dropFirst(count)
        }
        return lines + summary(graph, isMachine: isMachine).wrapped(to: layout.width)
    }

    /// The header: the type and path of the graph, and the counted range of the log.
    static func header(_ graph: GraphGet.Result, layout: Layout) -> [StyledText] {
        var line = StyledText(graph.type, .strong)
        if !graph.path.isRoot { line.append("  \(graph.path.swiftStyle)") }
        line.append("  @\(graph.firstSeq) → @\(graph.seq)", .dim)
        return [line.fitted(to: layout.width)]
    }

    private func line(for state: GraphState) -> StyledText {
        var line = StyledText(state.current == true ? "▸ " : "  ", .changed)
        line += StyledText(state.name, state.visits > 0 ? [.strong, .enumCase] : .dim)
        var notes = [state.visits > 0 ? NumberText.counted(state.visits, "visit") : "never"]
        if state.initial == true { notes.append("initial") }
        line.append("  " + notes.joined(separator: ", "), .dim)
        return line
    }

    private func notes(on way: GraphTransition, isMachine: Bool) -> StyledText {
        var notes = StyledText()
        if let name = way.guardName { notes.append("if \(name)") }
        if way.count == 0 {
            notes.append(notes.isEmpty ? "never taken" : ", never taken", .dim)
        } else if isMachine, way.declared != true {
            notes.append(notes.isEmpty ? "not declared" : ", not declared", .changed)
        }
        return notes
    }

    private func summary(_ graph: GraphGet.Result, isMachine: Bool) -> StyledText {
        let visited = graph.states.count { $0.visits > 0 }
        let taken = graph.transitions.count { $0.count > 0 }
        let states =
            graph.hasUnknownStates == true
            ? "\(NumberText.counted(visited, "state")) visited, and there may be others"
            : "\(visited) of \(NumberText.counted(graph.states.count, "state")) visited"
        let ways =
            isMachine
            ? "\(taken) of \(NumberText.counted(graph.transitions.count, "transition")) taken"
            : NumberText.counted(taken, "transition")
        return StyledText("\(states), \(ways)", .dim)
    }
}
