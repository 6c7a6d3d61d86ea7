import StrobeTree
import Testing

/// Cases named like types, which may be nested: the shape of actions of many types.
@Suite("Literals of many types")
struct QualifiedLiteralTests {
    private static let actions = Schema.choice(
        type: "any WidgetAction",
        cases: [
            .init(name: "Refresh"),
            .init(
                name: "Update",
                payload: [
                    .init(
                        name: "widgets",
                        schema: .array(
                            .object(type: "Widget", fields: [.init(name: "id", schema: .scalar(.int))])))
                ]),
            .init(
                name: "Sorting",
                payload: [
                    .init(
                        name: nil,
                        schema: .choice(
                            type: "Sorting",
                            cases: [
                                .init(name: "byName"),
                                .init(name: "by", payload: [.init(name: nil, schema: .scalar(.string))]),
                            ]))
                ]),
            .init(name: "Outer.Select", payload: [.init(name: "id", schema: .scalar(.int))]),
            .init(name: "Other.Select"),
            .init(name: "Box<Int>", payload: [.init(name: "value", schema: .scalar(.int))]),
        ])

    @Test(
        "a type is named with or without a dot before it, and with the types around it where it needs them",
        arguments: [
            (".Refresh", #""Refresh""#), ("Refresh", #""Refresh""#), ("Refresh()", #""Refresh""#),
            ("WidgetAction.Refresh", #""Refresh""#),
            (".Update(widgets: [Widget(id: 1)])", #"{"Update":{"widgets":[{"id":1}]}}"#),
            ("Update(widgets: [])", #"{"Update":{"widgets":[]}}"#),
            (".Sorting(.byName)", #"{"Sorting":"byName"}"#), ("Sorting.byName", #"{"Sorting":"byName"}"#),
            (#"Sorting.by("x")"#, #"{"Sorting":{"by":"x"}}"#),
            (".Outer.Select(id: 2)", #"{"Outer.Select":{"id":2}}"#),
            ("Outer.Select(id: 2)", #"{"Outer.Select":{"id":2}}"#),
            ("WidgetAction.Outer.Select(id: 2)", #"{"Outer.Select":{"id":2}}"#),
            (".Other.Select", #""Other.Select""#), ("Other.Select()", #""Other.Select""#),
            (#"{"Box<Int>": {"value": 1}}"#, #"{"Box<Int>":{"value":1}}"#),
        ])
    func read(_ text: String, _ json: String) throws {
        let value = try Literal.parse(text, schema: Self.actions)
        #expect(try value == JSON.parse(json))
        #expect(try Literal.parse(Literal.text(value, schema: Self.actions), schema: Self.actions) == value)
    }

    @Test(
        "what is written reads as in Swift",
        arguments: [
            (#"{"Outer.Select":{"id":2}}"#, ".Outer.Select(id: 2)"), (#""Other.Select""#, ".Other.Select"),
            (#"{"Sorting":"byName"}"#, ".Sorting(.byName)"),
            (#"{"Box<Int>":{"value":1}}"#, #"{"Box<Int>": {"value": 1}}"#),
        ])
    func written(_ json: String, _ text: String) throws {
        #expect(try Literal.text(JSON.parse(json), schema: Self.actions) == text)
    }

    @Test(
        "a name that is wrong is answered with the nearest type and its place",
        arguments: [
            ("Updat(widgets: [])", 0, ".Update"), (".Updat(widgets: [])", 1, ".Update"),
            (".Select(id: 1)", 1, ".Outer.Select"), ("Outer.Selct(id: 1)", 0, ".Outer.Select"),
            ("Sorting.byNam", 8, ".byName"), ("Widget.Refresh", 0, "WidgetAction"),
        ])
    func wrong(_ text: String, _ offset: Int, _ suggestion: String) throws {
        let error = try #require(throws: TreeError.self) { try Literal.parse(text, schema: Self.actions) }
        #expect(error.code == .malformedLiteral && error.offset == offset && error.suggestion == suggestion)
    }

    @Test("the error says that the types are registered ones")
    func words() throws {
        let error = try #require(throws: TreeError.self) { try Literal.parse("Xyzzy", schema: Self.actions) }
        #expect(
            error.message.hasPrefix("Expected a registered WidgetAction: one of .Refresh, .Update(widgets: [Widget])"))
    }

    @Test(
        "nested names are completed",
        arguments: [
            (".Ou", [".Outer.Select("]), ("Ou", [".Outer.Select("]), (".Outer.", [".Outer.Select("]),
            ("Outer.Se", [".Outer.Select("]), (".Outer.Se", [".Outer.Select("]),
            (".O", [".Outer.Select(", ".Other.Select"]),
        ])
    func completed(_ text: String, _ candidates: [String]) {
        let found = Literal.completions(text, schema: Self.actions)
        #expect(found.map(\.text) == candidates)
        #expect(found.allSatisfy { $0.replaced == text.count })
    }
}
