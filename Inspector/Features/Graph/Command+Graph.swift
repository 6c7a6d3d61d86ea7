import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    /// The options of the commands that count entries of the log.
    private static let range: [Option] = [
        Option(name: "at", value: "SEQ", summary: "count up to that entry", completion: .seq),
        Option(name: "from", value: "SEQ", summary: "count from that entry on", completion: .seq),
    ]

    private static let place = [
        "PATH leads to an enum; default: the state itself, or its first member that is an enum.",
        "At a past position (`goto`), only entries up to it are counted.",
    ]

    static let graph = Command(
        name: "graph", group: .look, arguments: "[PATH]",
        summary: "show the states of an enum and which actions led from one to another",
        details: place + [
            "`▸` marks the current state, `⇢` a transition that a machine declares but has not taken. For a picture:",
            "strobe attach NAME -e 'graph --dot' | dot -Tsvg > graph.svg",
        ],
        options: range + [
            Option(name: "dot", summary: "print it for Graphviz"),
            Option(name: "mermaid", summary: "print it as a Mermaid state diagram"),
        ], limit: 1, completion: [.path], names: { try $0.namedPaths() }
    ) { invocation, context in
        guard !invocation.has("dot") || !invocation.has("mermaid") else {
            throw InspectorError(.usage, "`--dot` and `--mermaid` cannot be combined.")
        }
        let answer = try await context.answer(try await GraphGet(invocation, context: context))
        let store = try await context.store()
        context.show(answer) { graph in
            if invocation.has("dot") { return DotText.lines(graph, name: store).map { StyledText($0) } }
            if invocation.has("mermaid") { return MermaidText.lines(graph).map { StyledText($0) } }
            return GraphRendering(layout: context.layout).lines(graph)
        }
    }

    static let coverage = Command(
        name: "coverage", aliases: ["cov"], group: .look, arguments: "[PATH]",
        summary: "show which actions ran in which states, and what they did there",
        details: place + [
            "An action counts as changed if the value at the path differs after it, or if it requested effects,",
            "and otherwise as ignored, even if it changed another part of the state.",
        ], options: range, limit: 1, completion: [.path], names: { try $0.namedPaths() }
    ) { invocation, context in
        let answer = try await context.answer(try await GraphGet(invocation, context: context))
        context.show(answer) { CoverageRendering(layout: context.layout).lines($0) }
    }
}

extension GraphGet {
    /// Builds the request from a command line.
    fileprivate init(_ invocation: Invocation, context: CommandContext) async throws {
        let from = try await context.seq(invocation.value("from"))
        var to = context.location.position
        if let at = invocation.value("at") { to = try await context.seq(at) }
        self.init(store: try await context.store(), path: try invocation.path(), from: from, to: to)
    }
}

extension CommandContext {
    /// The seq that the value of an option means; `nil` without a value and for the live state.
    fileprivate func seq(_ text: String?) async throws -> Int? {
        guard let text else { return nil }
        return try await position(try await place(text))
    }
}
