import LineEditing
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

/// Actions of many types behind one protocol.
@Suite("Action types")
struct ActionTypeTests {
    private static let schema = Schema.choice(
        type: "any WidgetAction",
        cases: [
            .init(name: "Refresh"),
            .init(
                name: "Update",
                payload: [
                    .init(
                        name: "widgets",
                        schema: .array(.object(type: "Widget", fields: [.init(name: "id", schema: .scalar(.int))])))
                ]),
            .init(
                name: "Filter",
                payload: [
                    .init(
                        name: nil,
                        schema: .choice(
                            type: "Filter",
                            cases: [
                                .init(name: "all"),
                                .init(
                                    name: "by",
                                    payload: [
                                        .init(
                                            name: nil,
                                            schema: .object(
                                                type: "Tag", fields: [.init(name: "name", schema: .scalar(.string))]))
                                    ]),
                            ]))
                ]),
            .init(name: "Shelf.Select", payload: [.init(name: "id", schema: .scalar(.int))]),
            .init(name: "Title", payload: [.init(name: nil, schema: .scalar(.string))]),
        ])

    private func text(_ lines: [StyledText]) -> String {
        lines.map(\.plain).joined(separator: "\n")
    }

    @Test(
        "each type is a line with its members, or with its cases where it is an enum; what they hold is declared below")
    func list() {
        #expect(
            text(SchemaRendering.lines(Self.schema)) == """
                any WidgetAction
                  Refresh
                  Update(widgets: [Widget])
                  Filter(.all | .by(Tag))
                  Shelf.Select(id: Int)
                  Title(String)
                struct Widget { id: Int }
                struct Tag { name: String }
                """)
    }

    @Test("one type comes with what it holds and an example that can be sent", arguments: ["Filter", ".Filter"])
    func one(name: String) throws {
        #expect(
            text(try SchemaRendering.lines(caseNamed: name, of: Self.schema)) == """
                Filter(.all | .by(Tag))
                struct Tag { name: String }
                send .Filter(.all)
                """)
    }

    @Test("a type that is not there is answered with the nearest one")
    func unknown() {
        func message(_ name: String) -> String? {
            #expect(throws: InspectorError.self) { try SchemaRendering.lines(caseNamed: name, of: Self.schema) }?
                .message
        }
        #expect(message("Updat") == "There is no type `.Updat`. Did you mean `.Update`? `actions` lists them all.")
        #expect(message("Select")?.contains("Did you mean `.Shelf.Select`?") == true)
    }

    @Test("a wrong type has a caret under it and the nearest name")
    func caret() throws {
        let text = "Updat(widgets: [])"
        let error = try #require(throws: TreeError.self) { try Literal.parse(text, schema: Self.schema) }
        let lines = ErrorRendering.lines(InspectorError(literal: error, in: text)).map(\.plain)
        #expect(lines.joined(separator: "\n").hasPrefix("error: Expected a registered WidgetAction: one of .Refresh, "))
        #expect(lines.contains { $0.contains("Did you mean .Update?") })
        #expect(lines.suffix(3).prefix(2).map { $0.filter { $0 != " " } } == ["Updat(widgets:[])", "^"])
        #expect(lines.last?.contains("add(…, actions:)") == true)
    }

    @Test("an entry of a type that is not registered is shown as it would be typed")
    func entry() {
        let entry = LogEntry(
            seq: 1, time: 0, action: ["Seen": ["count": 3]], label: ".Seen(count: 3)", origin: "app")
        let rendering = EntryRendering(notation: Notation(action: Self.schema))
        #expect(rendering.lines(entry, changes: []).first?.plain == "#1 .Seen(count: 3)")
        let long = LogEntry(
            seq: 1, time: 0, action: ["Title": "abc"], label: #".Title("a…")"#, origin: "app")
        #expect(rendering.lines(long, changes: []).first?.plain == #"#1 .Title("abc")"#)
    }
}
