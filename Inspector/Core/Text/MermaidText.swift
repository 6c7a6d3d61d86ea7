package import StrobeProtocol

/// A graph as a state diagram of Mermaid (mermaid.js.org/syntax/stateDiagram.html).
package enum MermaidText {
    /// The lines of the diagram.
    package static func lines(_ graph: GraphGet.Result) -> [String] {
        let ids = Dictionary(
            graph.states.enumerated().map { ($1.name, "s\($0)") }, uniquingKeysWith: { first, _ in first })
        var lines = ["stateDiagram-v2", "  direction LR"]
        for state in graph.states {
            guard let id = ids[state.name] else { continue }
            let visits = state.visits > 0 ? " (\(state.visits))" : ""
            lines.append("  state \"\(escaped(state.name))\(visits)\" as \(id)")
            if state.initial == true { lines.append("  [*] --> \(id)") }
        }
        for way in graph.transitions {
            guard let from = ids[way.from], let to = ids[way.to] else { continue }
            lines.append("  \(from) --> \(to) : \(escaped(way.label))\(way.count == 0 ? ", never taken" : "")")
        }
        let current = graph.states.filter { $0.current == true }.compactMap { ids[$0.name] }
        let never = graph.states.filter { $0.visits == 0 && $0.current != true }.compactMap { ids[$0.name] }
        for (name, style, states) in [
            ("current", "font-weight:bold,stroke-width:3px", current), ("never", "stroke-dasharray:4", never),
        ] where !states.isEmpty {
            lines.append("  classDef \(name) \(style)")
            lines.append("  class \(states.joined(separator: ",")) \(name)")
        }
        return lines
    }

    /// Escapes all characters by number, except letters, digits and those without a meaning.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "_", "-", ".", ",", "(", ")", "[", "]", "/": result.unicodeScalars.append(scalar)
            case let scalar where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
                result.unicodeScalars.append(scalar)
            case let scalar where scalar.properties.generalCategory == .control: result += "#65533;"
            default: result += "#\(scalar.value);"
            }
        }
        // An empty name is not allowed.
        return result.isEmpty ? " " : result
    }
}

extension GraphTransition {
    /// The action with its guard and count, the label of an edge.
    package var label: String {
        action + (guardName.map { " [\($0)]" } ?? "") + (count > 0 ? " \(count)" : "")
    }
}
