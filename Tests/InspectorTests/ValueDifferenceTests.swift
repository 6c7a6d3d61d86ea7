import LineEditing
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Where a replay is not as recorded")
struct ValueDifferenceTests {
    private let schema = Schema.object(
        type: "State",
        fields: [
            .init(
                name: "session",
                schema: .choice(
                    type: "Session",
                    cases: [
                        .init(name: "idle"),
                        .init(name: "failed", payload: [.init(name: "reason", schema: .scalar(.string))]),
                        .init(name: "loaded", payload: [.init(name: nil, schema: .scalar(.int))]),
                    ])),
            .init(name: "byName", schema: .dictionary(key: .scalar(.string), value: .scalar(.int))),
        ])

    @Test("an enum in another case differs as a whole, and is written as such")
    func cases() throws {
        let recorded: Value = ["session": ["failed": ["reason": "timeout"]]]
        let got: Value = ["session": ["loaded": 7]]
        let found = try #require(ValueDifference.first(recorded: recorded, got: got, schema: schema))
        #expect(found.path == Path(["session"]))
        let rendering = ReplayRendering(layout: Layout(width: 80), notations: ["a": Notation(state: schema)])
        let lines = rendering.lines(
            ReplayDifference(
                kind: .changes, store: "a", seq: 3, label: ".load", path: found.path, recorded: found.recorded,
                got: found.got))
        #expect(
            lines.map(\.plain).suffix(3)
                == ["    .session", "    recorded .failed(reason: \"timeout\")", "    got      .loaded(7)"])
    }

    @Test("the same case, and what is no enum, differs where its parts do")
    func parts() {
        func path(_ recorded: Value, _ got: Value) -> Path? {
            ValueDifference.first(recorded: recorded, got: got, schema: schema)?.path
        }
        #expect(
            path(["session": ["failed": ["reason": "a"]]], ["session": ["failed": ["reason": "b"]]])
                == Path(["session", "failed", "reason"]))
        #expect(path(["byName": ["a": 1]], ["byName": ["b": 1]]) == Path(["byName", "a"]))
        #expect(path(["session": "idle"], ["session": ["loaded": 1]]) == Path(["session"]))
        #expect(path(["session": "idle"], ["session": "idle"]) == nil)
    }
}
