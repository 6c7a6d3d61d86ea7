import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    /// The options of the commands that count the log.
    private static let range: [Option] = [
        Option(name: "at", value: "SEQ", summary: "count up to that transition", completion: .seq),
        Option(name: "from", value: "SEQ", summary: "count from that transition on", completion: .seq),
    ]

    private static let place = [
        "PATH leads to an enum; default: the state itself, or its first member that is an enum.",
        "At a past position (`goto`), only transitions up to it are counted.",
    ]

    static let graph = Command(
        name: "graph", group: .look, arguments: "[PATH]",
        summary: "show the states of an enum and which actions led from one to another",
        details: place + [
            "`▸` marks the current state, `⇢` a transition that a machine declares and that was never taken.",
            "For a picture: strobe attach NAME -e 'graph --dot' | dot -Tsvg > graph.svg",
        ],
        options: range + [
            Option(name: "dot", summary: "print it for Graphviz"),
            Option(name: "mermaid", summary: "print it as a Mermaid state diagram"),
        ], limit: 1, completion: [.path], names: { try $0.namedPaths() }
    ) { invocation, session in
        guard !invocation.has("dot") || !invocation.has("mermaid") else {
            throw InspectorError(.usage, "`--dot` and `--mermaid` do not go together.")
        }
        let answer = try await session.answer(try await GraphGet(invocation, session: session))
        let store = try await session.store()
        session.show(answer) { graph in
            if invocation.has("dot") { return DotText.lines(graph, name: store).map { StyledText($0) } }
            if invocation.has("mermaid") { return MermaidText.lines(graph).map { StyledText($0) } }
            return GraphRendering(layout: session.layout).lines(graph)
        }
    }

    static let coverage = Command(
        name: "coverage", aliases: ["cov"], group: .look, arguments: "[PATH]",
        summary: "show which actions ran in which states, and what they did there",
        details: place + [
            "An action changed something when the value at the path is another one after it, or when it asked for",
            "effects; else it was ignored. What changes another part of the state alone is ignored here.",
        ], options: range, limit: 1, completion: [.path], names: { try $0.namedPaths() }
    ) { invocation, session in
        let answer = try await session.answer(try await GraphGet(invocation, session: session))
        session.show(answer) { CoverageRendering(layout: session.layout).lines($0) }
    }
}

extension GraphGet {
    /// What a command line asks for.
    fileprivate init(_ invocation: Invocation, session: Session) async throws {
        let from = try await session.seq(invocation.value("from"))
        var to = await session.location.position
        if let at = invocation.value("at") { to = try await session.seq(at) }
        self.init(store: try await session.store(), path: try invocation.path(), from: from, to: to)
    }
}

extension Session {
    /// The seq that the value of an option means; `nil` for none and for the present.
    fileprivate func seq(_ text: String?) async throws -> Int? {
        guard let text else { return nil }
        return try await position(try await place(text))
    }
}
