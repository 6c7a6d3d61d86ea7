import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

private protocol WidgetAction: Sendable {}

private struct Widget: Codable, Sendable, Equatable {
    var id: Int
    var name: String
    var parts: [Widget] = []
}

private struct RefreshWidgets: WidgetAction, Codable {}
private struct UpdateWidgets: WidgetAction, Codable { var widgets: [Widget] }
private struct Annotate: WidgetAction, Codable { var note: String? }
private struct Nest: WidgetAction, Codable {
    var name: String
    var inner: [Nest]
}
private struct Title: WidgetAction, Codable, RawRepresentable { var rawValue: String }
private struct Wrapped: WidgetAction, Codable {
    var members: [String: Int]
    init(_ members: [String: Int]) { self.members = members }
    init(from decoder: any Decoder) throws {
        members = try decoder.singleValueContainer().decode([String: Int].self)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(members)
    }
}
private enum Sorting: String, WidgetAction, Codable { case byName, byNumber = "by number" }
private enum Filter: WidgetAction, Codable {
    case all
    case named(String)
    case between(low: Int, high: Int)
}
private enum Shelf { struct Select: WidgetAction, Codable, Equatable { var id: Int } }
private enum Basket { struct Select: WidgetAction, Codable, Equatable { var id: Int } }
private enum Till { struct Select: WidgetAction, Codable { var id: Int } }
private struct Seen: WidgetAction, Encodable {
    var count: Int
    var note: String?
}
private struct Secret: WidgetAction { var token: String }
private struct Stray: Codable, Sendable {}

private typealias WidgetStore = Store<[String], any WidgetAction, Never>

@Suite("Actions of many types")
struct ActionTypeTests {
    private static let types: [any (Codable & Sendable).Type] = [
        RefreshWidgets.self, UpdateWidgets.self, Annotate.self, Nest.self, Title.self, Wrapped.self, Sorting.self,
        Filter.self, Shelf.Select.self, Basket.Select.self, RefreshWidgets.self, Stray.self,
    ]
    /// Each action is kept as its Swift description.
    private let store = WidgetStore(initial: []) { state, action in
        state.append(String(describing: action))
    }
    private let server = DebugServer(configuration: .init(access: .control, redaction: .none), logger: .silent)

    init() {
        server.add(store, id: "widgets", actions: Self.types)
    }

    private func schema(_ client: WireClient) async throws -> Schema {
        try await client.send(ActionSchema()).schema
    }

    @Test("the schema has a case for each registered type, with its members or its own shape as payload")
    func shape() async throws {
        let client = try await server.attach(.read)
        guard case .choice(let type, let cases) = try await schema(client) else {
            Issue.record("the schema is no choice")
            return
        }
        #expect(type == "any WidgetAction")
        #expect(
            cases.map(\.name) == [
                "RefreshWidgets", "UpdateWidgets", "Annotate", "Nest", "Title", "Wrapped", "Sorting", "Filter",
                "Shelf.Select", "Basket.Select", "Stray",
            ])
        let payloads = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0.payload) })
        guard Declarations.areRead else {
            // What any of them has is not known.
            for choice in cases where choice.name != "Title" {
                guard case .unknown? = choice.payload.first?.schema, choice.payload.count == 1 else {
                    Issue.record("\(choice.name) has \(choice.payload)")
                    continue
                }
            }
            return
        }
        #expect(payloads["RefreshWidgets"] == [])
        #expect(payloads["UpdateWidgets"]?.map(\.name) == ["widgets"])
        #expect(payloads["Title"] == [.init(name: nil, schema: .scalar(.string))])
        // It has a custom decoder, which is not run.
        #expect(payloads["Wrapped"] == [.init(name: nil, schema: .unknown(type: "Wrapped"))])
        #expect(payloads["Annotate"] == [.init(name: "note", schema: .optional(.scalar(.string)))])
        let store = try await client.send(StoreDescribe())
        #expect(store.actionType == "any WidgetAction" && store.capabilities.dispatch)
    }

    @Test(
        "an action of a registered type is dispatched by its name",
        arguments: [
            ("RefreshWidgets", "RefreshWidgets()"), (["RefreshWidgets": [:]], "RefreshWidgets()"),
            (["UpdateWidgets": ["widgets": []]], "UpdateWidgets(widgets: [])"),
            ("Annotate", "Annotate(note: nil)"), (["Annotate": ["note": nil]], "Annotate(note: nil)"),
            (["Title": "x"], "Title(rawValue: \"x\")"), (["Sorting": "by number"], "byNumber"),
            (["Filter": "all"], "all"), (["Filter": ["named": "x"]], "named(\"x\")"),
            (["Wrapped": ["_0": ["a": 1]]], "Wrapped(members: [\"a\": 1])"),
            (["Wrapped": ["_0": ["_0": 1]]], "Wrapped(members: [\"_0\": 1])"),
            (["Shelf.Select": ["id": 1]], "Select(id: 1)"),
            (["StrobeServerTests.RefreshWidgets": [:]], "RefreshWidgets()"),
        ] as [(Value, String)])
    func dispatched(action: Value, kept: String) async throws {
        let client = try await server.attach()
        let answer = try await client.send(ActionDispatch(action: action))
        #expect(answer.seq == 1 && answer.changed == true)
        #expect(store.state == [kept])
        #expect(try await client.send(ActionDispatch(action: action, dryRun: true)).changed == true)
        #expect(store.seq == 1)
    }

    private static let actions: [any WidgetAction] = [
        RefreshWidgets(), UpdateWidgets(widgets: []),
        UpdateWidgets(widgets: [Widget(id: 1, name: "x", parts: [Widget(id: 2, name: "\"y\"")])]), Annotate(note: "a"),
        Annotate(note: nil), Nest(name: "a", inner: [Nest(name: "b", inner: [Nest(name: "c", inner: [])])]),
        Title(rawValue: "x"), Wrapped([:]), Wrapped(["_0": 1]), Wrapped(["a": 1]), Sorting.byName, Sorting.byNumber,
        Filter.all, Filter.named("RefreshWidgets"), Filter.between(low: 1, high: 2), Shelf.Select(id: 1),
        Basket.Select(id: 2),
    ]

    @Test("what the log shows can be typed again and is the same action", arguments: Self.actions.indices)
    func roundTrip(index: Int) async throws {
        let client = try await server.attach()
        store.dispatch(Self.actions[index])
        let entry = try await client.send(LogGet(seq: 1)).entry
        let typed = try Literal.parse(entry.label, schema: try await schema(client))
        #expect(typed == entry.action)
        #expect(try Literal.parse(String(entry.label.dropFirst()), schema: try await schema(client)) == typed)
        try await client.send(ActionDispatch(action: typed))
        #expect(store.state.count == 2 && store.state[0] == store.state[1])
        let again = try await client.send(LogGet(seq: 2)).entry
        #expect(again.label == entry.label && again.action == entry.action)
    }

    @Test("the log shows actions as they would be typed")
    func labels() async throws {
        let client = try await server.attach(.read)
        for action in Self.actions.suffix(5) + [Nest(name: "a", inner: [])] { store.dispatch(action) }
        #expect(
            try await client.send(LogList()).entries.map(\.label) == [
                ".Filter(.all)", #".Filter(.named("RefreshWidgets"))"#, ".Filter(.between(low: 1, high: 2))",
                ".Shelf.Select(id: 1)", ".Basket.Select(id: 2)", #".Nest(name: "a", inner: [])"#,
            ])
    }

    @Test(
        "an action that does not decode is answered with the place, what was expected and the nearest type",
        arguments: [
            ("RefreshWidget", "", "RefreshWidgets"), (["UpdateWidget": ["widgets": []]], "", "UpdateWidgets"),
            (["UpdateWidgets": ["widgets": [["id": "x"]]]], "/UpdateWidgets/widgets/0/id", nil),
            (["UpdateWidgets": ["widget": []]], "/UpdateWidgets", "widgets"), ("UpdateWidgets", "", nil),
            (["Filter": "al"], "/Filter", "all"), ("Filter", "", nil), (["Title": 5], "/Title", nil),
            (["Wrapped": ["_0": ["a": "x"]]], "/Wrapped/_0/a", nil), (["Select": ["id": 1]], "", "Shelf.Select"),
            (["Till.Select": ["id": 1]], "", "Shelf.Select"), ("Stray", "", nil), (5, "", nil), (nil, "", nil),
            ([:], "", nil), (["Title": "x", "Filter": "all"], "", nil),
        ] as [(Value, String, String?)])
    func undecodable(action: Value, path: String, suggestion: String?) async throws {
        let client = try await server.attach()
        let error = try await client.failure("action/dispatch", ["action": action])
        #expect(error.code == .undecodableAction)
        #expect(error.data["path"] == .string(path))
        #expect(error.data["expected"] != nil)
        // The cases of an enum are declared, the types are registered.
        if let suggestion, Declarations.areRead || suggestion != "all" {
            #expect(error.data["suggestion"] == .string(suggestion))
        }
        #expect(store.seq == 0)
    }

    @Test("types that are not registered are shown, and cannot be dispatched; the error says what to do")
    func unregistered() async throws {
        let client = try await server.attach()
        for action in [Seen(count: 3), Secret(token: "x"), Till.Select(id: 4)] as [any WidgetAction] {
            store.dispatch(action)
        }
        let entries = try await client.send(LogList()).entries
        #expect(
            entries.map(\.label) == [".Seen(count: 3, note: nil)", #".Secret(token: "x")"#, ".Till.Select(id: 4)"])
        #expect(entries.map(\.action) == [["Seen": ["count": 3, "note": nil]], .none, ["Till.Select": ["id": 4]]])
        let error = try await client.failure("action/dispatch", ["action": ["Seen": ["count": 3]]])
        #expect(error.code == .undecodableAction)
        #expect(
            error.message.hasPrefix(
                "No action type `Seen` is registered. The registered types are RefreshWidgets, UpdateWidgets, "))
        #expect(error.message.hasSuffix("the program adds others with add(…, actions:)."))
        #expect(store.seq == 3)
    }

    @Test("an action too large for a list is listed by its type alone, and sent whole by itself")
    func large() async throws {
        let client = try await server.attach(.read)
        store.dispatch(UpdateWidgets(widgets: (0..<10_000).map { Widget(id: $0, name: "") }))
        let listed = try #require(try await client.send(LogList()).entries.first)
        #expect(listed.label == ".UpdateWidgets(…)" && listed.action == nil)
        let entry = try await client.send(LogGet(seq: 1)).entry
        #expect(entry.label == listed.label)
        #expect(entry.action?.value(at: Path(["UpdateWidgets", "widgets", "9999", "id"])) == 9_999)
    }

    @Test("where no types are registered actions are shown by type, and the error says how to register them")
    func none() async throws {
        let server = DebugServer(configuration: .init(access: .control, redaction: .none), logger: .silent)
        server.add(store, id: "widgets")
        let client = try await server.attach()
        store.dispatch(Shelf.Select(id: 1))
        #expect(try await client.send(LogGet(seq: 1)).entry.label == ".Select(id: 1)")
        let description = try await client.send(StoreDescribe())
        #expect(description.actionType == "any WidgetAction" && !description.capabilities.dispatch)
        let error = try await client.failure("action/dispatch", ["action": "RefreshWidgets"])
        #expect(error.code == .notSupported && error.message.contains("add(…, actions:)"))
    }

    @Test("a registered type that is not an action of the store is refused with that reason when it is dispatched")
    func stray() async throws {
        let client = try await server.attach()
        let error = try await client.failure("action/dispatch", ["action": "Stray"])
        #expect(error.message == "Stray is registered as an action, but it does not conform to any WidgetAction.")
    }
}
