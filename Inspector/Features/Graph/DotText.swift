import InspectorCore
import StrobeProtocol

/// A graph in the DOT language of Graphviz (graphviz.org/doc/info/lang.html).
enum DotText {
    /// The lines of a digraph.
    ///
    /// - Parameter name: The name of the graph.
    static func lines(_ graph: GraphGet.Result, name: String) -> [String] {
        let ids = Dictionary(
            graph.states.enumerated().map { ($1.name, "s\($0)") }, uniquingKeysWith: { first, _ in first })
        var lines = ["digraph \(quoted(name)) {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
        for state in graph.states {
            guard let id = ids[state.name] else { continue }
            let visits = state.visits > 0 ? "\\n\(state.visits)" : ""
            var attributes = ["label=\"\(escaped(state.name))\(visits)\""]
            if state.current == true {
                attributes.append("penwidth=2")
            } else if state.visits == 0 {
                attributes += ["style=\"rounded,dashed\"", "color=gray", "fontcolor=gray"]
            }
            lines.append("  \(id) [\(attributes.joined(separator: ", "))];")
            if state.initial == true { lines += ["  start [shape=point];", "  start -> \(id);"] }
        }
        for way in graph.transitions {
            guard let from = ids[way.from], let to = ids[way.to] else { continue }
            var attributes = ["label=\(quoted(way.label))"]
            if way.count == 0 { attributes += ["style=dashed", "color=gray", "fontcolor=gray"] }
            lines.append("  \(from) -> \(to) [\(attributes.joined(separator: ", "))];")
        }
        return lines + ["}"]
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Escapes text inside quotes; an unescaped backslash would begin an escape such as `\N`, the node's name.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            // Graphviz reads labels like HTML: `&amp;` would be shown as `&`.
            case "&": result += "&amp;"
            case let scalar where scalar.properties.generalCategory == .control: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
