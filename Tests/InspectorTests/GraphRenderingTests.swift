import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Rendering of graphs")
struct GraphRenderingTests {
    private func text(_ lines: [StyledText]) -> String {
        lines.map(\.onOneLine.plain).joined(separator: "\n")
    }

    /// A machine with some of its transitions taken.
    static let turnstile = GraphGet.Result(
        seq: 1_204, firstSeq: 0, path: .root, type: "Turnstile",
        states: [
            .init(name: "locked", visits: 402, initial: true, declared: true),
            .init(name: "unlocked", visits: 401, current: true, declared: true),
            .init(name: "broken", visits: 0, declared: true),
        ],
        actions: ["coin", "push", "repair"],
        transitions: [
            .init(from: "locked", action: "coin", to: "unlocked", guardName: "isGenuine", count: 401, declared: true),
            .init(from: "locked", action: "push", to: "broken", guardName: "isForced", count: 0, declared: true),
            .init(from: "unlocked", action: "coin", to: "locked", count: 1),
            .init(from: "unlocked", action: "push", to: "locked", count: 401, declared: true),
            .init(from: "broken", action: "repair", to: "locked", count: 0, declared: true),
        ],
        pairs: [
            .init(action: "coin", state: "locked", changed: 401, ignored: 0, rejected: 12),
            .init(action: "coin", state: "unlocked", changed: 1, ignored: 3, rejected: 0),
            .init(action: "push", state: "locked", changed: 0, ignored: 0, rejected: 2_380),
            .init(action: "push", state: "unlocked", changed: 401, ignored: 0, rejected: 0),
        ],
        unvisited: [
            .init(action: "coin", state: "broken"), .init(action: "push", state: "broken"),
            .init(action: "repair", state: "locked"), .init(action: "repair", state: "unlocked"),
            .init(action: "repair", state: "broken"),
        ])

    /// A part of a state, without a machine.
    static let session = GraphGet.Result(
        seq: 6, firstSeq: 2, path: Path(["session"]), type: "Session",
        states: [
            .init(name: "initialized", visits: 0), .init(name: "loading", visits: 2, initial: true),
            .init(name: "loaded", visits: 1), .init(name: "failed", visits: 1, current: true),
        ],
        actions: ["load", "loaded", "failed"],
        transitions: [
            .init(from: "loading", action: "loaded", to: "loaded", count: 1),
            .init(from: "loading", action: "failed", to: "failed", count: 1),
            .init(from: "loaded", action: "load", to: "loading", count: 1),
        ],
        pairs: [
            .init(action: "load", state: "loading", changed: 0, ignored: 1, rejected: 0),
            .init(action: "load", state: "loaded", changed: 1, ignored: 0, rejected: 0),
            .init(action: "loaded", state: "loading", changed: 1, ignored: 0, rejected: 0),
            .init(action: "failed", state: "loading", changed: 1, ignored: 0, rejected: 0),
        ], unvisited: [])

    // MARK: Text

    @Test("a graph has the ways out of each state, and marks what is present and what was never taken")
    func machine() {
        #expect(
            text(GraphRendering().lines(Self.turnstile)) == """
                Turnstile  @0 → @1204
                  locked  402 visits, initial
                    coin    →  unlocked  401  if isGenuine
                    push    ⇢  broken      -  if isForced, never taken
                ▸ unlocked  401 visits
                    coin    →  locked      1  not declared
                    push    →  locked    401
                  broken  never
                    repair  ⇢  locked      -  never taken
                2 of 3 states visited, 3 of 5 transitions taken
                """)
    }

    @Test("a part of a state is named by its path, and nothing is said of declarations where there are none")
    func part() {
        #expect(
            text(GraphRendering().lines(Self.session)) == """
                Session  .session  @2 → @6
                  initialized  never
                  loading  2 visits, initial
                    loaded  →  loaded   1
                    failed  →  failed   1
                  loaded  1 visit
                    load    →  loading  1
                ▸ failed  1 visit
                3 of 4 states visited, 3 transitions
                """)
    }

    @Test("where not all cases are known, none is said to be all")
    func unknownStates() {
        var graph = Self.session
        graph.hasUnknownStates = true
        let text = text(GraphRendering().lines(graph))
        #expect(text.hasSuffix("\n3 states visited, and there may be others, 3 transitions"))
    }

    @Test("no line of a graph is wider than the terminal")
    func narrow() {
        for width in [8, 20, 33, 50] {
            let layout = Layout(width: width)
            for graph in [Self.turnstile, Self.session] {
                let lines = GraphRendering(layout: layout).lines(graph) + CoverageRendering(layout: layout).lines(graph)
                #expect(lines.allSatisfy { $0.width <= width }, "\(width)")
            }
        }
    }

    // MARK: Coverage

    @Test("the coverage has a row for each action and a column for each state")
    func coverage() {
        #expect(
            text(CoverageRendering().lines(Self.turnstile)) == """
                Turnstile  @0 → @1204
                        locked    unlocked  broken
                coin    ~401 ✗12  ~1 ·3     -
                push    ✗2,380    ~401      -
                repair  -         -         -
                ~ changed  · ignored  ✗ rejected  - never ran
                4 of 9 pairs ran
                """)
    }

    @Test("states that do not fit next to each other are shown below each other")
    func transposed() {
        #expect(
            text(CoverageRendering(layout: Layout(width: 40)).lines(Self.session)) == """
                Session  .session  @2 → @6
                             load  loaded  failed
                initialized  -     -       -
                loading      ·1    ~1      ~1
                loaded       ~1    -       -
                failed       -     -       -
                ~ changed  · ignored  ✗ rejected  -
                never ran
                4 of 12 pairs ran
                """)
    }

    @Test("if neither fits, the table is split and continues below")
    func wrapped() {
        #expect(
            text(CoverageRendering(layout: Layout(width: 28)).lines(Self.turnstile)) == """
                Turnstile  @0 → @1204
                        locked    unlocked
                coin    ~401 ✗12  ~1 ·3
                push    ✗2,380    ~401
                repair  -         -

                        broken
                coin    -
                push    -
                repair  -
                ~ changed  · ignored  ✗
                rejected  - never ran
                4 of 9 pairs ran
                """)
    }

    @Test("a store whose actions are not known has no table")
    func noActions() {
        var graph = Self.session
        (graph.actions, graph.pairs, graph.transitions) = ([], [], [])
        #expect(
            text(CoverageRendering().lines(graph)) == """
                Session  .session  @2 → @6
                no actions are known yet
                ~ changed  · ignored  ✗ rejected  - never ran
                0 of 0 pairs ran
                """)
    }

    // MARK: Pictures

    @Test("a DOT graph has a node for each state and an edge for each way")
    func dot() {
        #expect(
            DotText.lines(Self.turnstile, name: "turnstile").joined(separator: "\n") == #"""
                digraph "turnstile" {
                  rankdir=LR;
                  node [shape=box, style=rounded];
                  s0 [label="locked\n402"];
                  start [shape=point];
                  start -> s0;
                  s1 [label="unlocked\n401", penwidth=2];
                  s2 [label="broken", style="rounded,dashed", color=gray, fontcolor=gray];
                  s0 -> s1 [label="coin [isGenuine] 401"];
                  s0 -> s2 [label="push [isForced]", style=dashed, color=gray, fontcolor=gray];
                  s1 -> s0 [label="coin 1"];
                  s1 -> s0 [label="push 401"];
                  s2 -> s0 [label="repair", style=dashed, color=gray, fontcolor=gray];
                }
                """#)
    }

    @Test("a Mermaid diagram has the same")
    func mermaid() {
        #expect(
            MermaidText.lines(Self.turnstile).joined(separator: "\n") == """
                stateDiagram-v2
                  direction LR
                  state "locked (402)" as s0
                  [*] --> s0
                  state "unlocked (401)" as s1
                  state "broken" as s2
                  s0 --> s1 : coin [isGenuine] 401
                  s0 --> s2 : push [isForced], never taken
                  s1 --> s0 : coin 1
                  s1 --> s0 : push 401
                  s2 --> s0 : repair, never taken
                  classDef current font-weight:bold,stroke-width:3px
                  class s1 current
                  classDef never stroke-dasharray:4
                  class s2 never
                """)
    }

    /// Names with a meaning in either language, or that would end their context.
    private static let names = [
        #"a"b"#, #"back\slash\N"#, "&lt;", "<b>", "semi;colon", "x --> y", "end", "[*]", "# 1", "%%", "two\nlines",
        "Ü→🙂",
        "\u{7}", "", "state \"x\" as y", "{", "}", "note right of s0 : x", "a:b",
    ]

    private var strange: GraphGet.Result {
        var graph = Self.turnstile
        graph.states = Self.names.map { GraphState(name: $0, visits: 1) }
        graph.transitions = zip(Self.names, Self.names.reversed()).map { from, to in
            GraphTransition(from: from, action: to, to: to, guardName: from, count: 1)
        }
        return graph
    }

    @Test("a DOT graph of the strangest names can be read, and says them as they are")
    func strangeDot() throws {
        let text = DotText.lines(strange, name: #"a "name" \"#).joined(separator: "\n")
        var checker = DotChecker(text)
        let found = checker.read()
        let graph = try #require(found)
        #expect(graph.name == #"a "name" \"#)
        let shown = Self.names.map { $0 == "\u{7}" ? "\u{FFFD}" : $0 }
        #expect(graph.nodes.map(\.label) == shown.map { $0 + "\n1" })
        #expect(graph.edges.count == Self.names.count)
        #expect(graph.edges.map(\.label).first == shown.last.map { "\($0) [\(shown[0])] 1" })
    }

    @Test("a Mermaid diagram of the strangest names can be read, and says them as they are")
    func strangeMermaid() throws {
        let diagram = try #require(MermaidChecker.read(MermaidText.lines(strange)))
        let shown = Self.names.map { name in
            name.isEmpty ? " " : name.replacing("\n", with: "\u{FFFD}").replacing("\u{7}", with: "\u{FFFD}")
        }
        #expect(diagram.states == shown.map { "\($0) (1)" })
        #expect(diagram.labels.count == Self.names.count)
        #expect(diagram.labels.first == shown.last.map { "\($0) [\(shown[0])] 1" })
    }
}
