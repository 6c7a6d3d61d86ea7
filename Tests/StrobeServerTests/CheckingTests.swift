import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

/// Conditions of all clients are checked against the schemas of the store.
@Suite("What conditions name", .timeLimit(.minutes(2)))
struct CheckingTests {
    private enum Phase: Codable, Sendable { case idle, loading, loaded(Item), failed(reason: String, after: Duration) }
    private enum Step: Codable, Sendable { case load, show(Item), fail(String), tag([String]) }
    private struct Place: Codable, Sendable {
        var phase = Phase.idle
        var tags: [String] = []
        var count = 0
    }

    private let store = Store<Place, Step, Never>(initial: Place()) { place, step in
        switch step {
        case .load: place.phase = .loading
        case .show(let item): place.phase = .loaded(item)
        case .fail(let reason): place.phase = .failed(reason: reason, after: .seconds(3))
        case .tag(let tags): place.tags = tags
        }
        return []
    }
    private let server = DebugServer(configuration: .init(access: .control), logger: .silent)

    init() {
        server.add(store, id: "place")
    }

    @Test(
        "what can never be is refused wherever a message has a condition, with its place and what may be meant",
        .readsDeclarations)
    func refusals() async throws {
        let client = try await server.attach()
        store.dispatch(.load)
        let wrong: [(String, Int64, Value?)] = [
            (".phase == .laoded", 10, ".loaded"), (".phsae == .loaded", 0, ".phase"),
            (".phase.loaded.titel == \"x\"", 0, ".phase.loaded.title"), ("!(.phsae == .idle)", 2, ".phase"),
            ("action == .laod", 10, ".load"), ("origin == .script && origin == \"scirpt\"", 31, "\"script\""),
            (".count == \"x\"", 0, nil), (".phase == .failed(reson: \"x\")", 18, "reason:"),
        ]
        for method in ["history/find", "history/minimize", "breakpoint/set"] {
            for (condition, offset, suggestion) in wrong {
                let error = try await client.failure(method, ["condition": .string(condition)])
                #expect(error.code == .invalidParams, "\(method) \(condition)")
                #expect(
                    error.data["path"] == "/condition" && error.data["offset"] == .int(offset), "\(condition): \(error)"
                )
                #expect(error.data["suggestion"] == suggestion, "\(condition): \(error.message)")
            }
        }
        let path = try await client.failure("breakpoint/set", ["path": "/phase/loaded/titel"])
        #expect(path.code == .invalidParams && path.data["path"] == "/path")
        #expect(path.data["suggestion"] == ".phase.loaded.title")
        let log = try await client.failure("breakpoint/set", ["action": "*", "log": "{.count} {.phsae}"])
        #expect(log.code == .invalidParams && log.data["path"] == "/log")
        #expect(log.message.hasSuffix("in `log` there is no path .phsae: Place has no `phsae`; did you mean .phase?."))
        #expect(try await client.send(BreakpointList()).breakpoints.isEmpty)
    }

    @Test("where shapes are unknown no path or case is refused, and none is found", .enabled(if: !Declarations.areRead))
    func unknown() async throws {
        let client = try await server.attach()
        store.dispatch(.load)
        for condition in [".phase == .laoded", ".phsae == .loaded", "exists(.phase.loaded.titel)", "action == .laod"] {
            #expect(try await client.send(HistoryFind(condition: condition)).seq == nil, "\(condition)")
        }
        #expect(try await client.send(HistoryFind(condition: ".phase == .loading")).seq == 1)
        #expect(try await client.send(LogList(filter: .init(path: Path(["phsae"])))).entries.isEmpty)
        #expect(try await client.send(ActionSchema()).schema == .unknown(type: "Step"))
    }

    @Test(
        "a path that can never exist is refused with a suggestion, and a redacted one is not watched",
        .readsDeclarations)
    func paths() async throws {
        let client = try await server.attach()
        store.dispatch(.load)
        for (method, params, place) in [
            ("subscribe", ["store": "place", "events": ["state"], "paths": ["/count", "/phsae"]], "/paths/1"),
            ("log/list", ["filter": ["path": "/phsae"]], "/filter/path"), ("state/blame", ["path": "/phsae"], ""),
        ] as [(String, Value.Object, Value)] {
            let error = try await client.failure(method, params)
            let code = method == "state/blame" ? ErrorCode.noSuchPath : .invalidParams
            #expect(error.code == code && error.data["path"] == place, "\(method): \(error)")
            #expect(error.data["suggestion"] == ".phase", "\(method): \(error)")
        }
        #expect(try await client.send(LogList(filter: .init(path: Path(["tags", "7"])))).entries.isEmpty)
        // Queries of undescribed parts are answered without a check.
        let open = Store<[String: Value], Int, Never>(initial: ["a": 1]) { state, number in
            state["a"] = .int(Int64(number))
            return []
        }
        server.add(open, id: "open")
        open.dispatch(2)
        let path = Path(["b", "c"])
        #expect(try await client.send(LogList(store: "open", filter: .init(path: path))).entries.isEmpty)
        try await client.send(Subscribe(store: "open", events: [.state], paths: [path]))
    }

    private struct Login: Codable, Sendable {
        var password = ""
        var hasToken = false
    }

    @Test("what changed at a place that is hidden is not asked in vain")
    func hidden() async throws {
        let login = Store<Login, Bool, Never>(initial: Login()) { (state: inout Login, flag: Bool) -> Void in
            state.hasToken = flag
        }
        server.add(login, id: "login")
        let client = try await server.attach()
        let params: [(String, Value.Object)] = [
            ("subscribe", ["events": ["log"], "paths": ["/password"]]), ("log/list", ["filter": ["path": "/password"]]),
            ("breakpoint/set", ["path": "/password"]), ("breakpoint/set", ["condition": "changed(.password)"]),
        ]
        for (method, params) in params {
            var params = params
            params["store"] = "login"
            let error = try await client.failure(method, params)
            #expect(error.code == .invalidParams && error.message.contains("is hidden"), "\(method): \(error)")
        }
        login.dispatch(true)
        // A rule for strings does not redact a flag.
        #expect(
            try await client.send(LogList(store: "login", filter: .init(path: Path(["hasToken"])))).entries.count == 1)
    }

    @Test("an action whose label is shortened is found by what it has")
    func longActions() async throws {
        let client = try await server.attach()
        let reason = String(repeating: "offline ", count: 40)
        let tags = (0..<100).map { "tag \($0)" }
        store.dispatch(.fail(reason + "a"))
        store.dispatch(.fail(reason + "b"))
        store.dispatch(.tag(tags))
        store.dispatch(.show(Item(id: 1, title: reason)))
        let list = tags.map { "\"\($0)\"" }.joined(separator: ", ")
        for (condition, seq) in [
            ("action == .fail(\"\(reason)b\")", 2), ("action == .fail(\"\(reason)c\")", nil),
            ("action == .tag([\(list)])", 3), ("action == .tag([\(list), \"more\"])", nil),
            ("action == .show(Item(id: 1, title: \"\(reason)\"))", 4),
            ("action != .fail(\"\(reason)a\") && seq > 0", 2),
        ] as [(String, Int?)] {
            #expect(try await client.send(HistoryFind(condition: condition)).seq == seq, "\(condition.suffix(40))")
        }
        try await client.send(BreakpointSet(condition: "action == .fail(\"\(reason)b\")"))
        store.dispatch(.fail(reason + "a"))
        #expect(try await client.send(BreakpointList()).breakpoints.map(\.hits) == [0])
        store.dispatch(.fail(reason + "b"))
        #expect(try await client.send(BreakpointList()).breakpoints.map(\.hits) == [1])
    }

    @Test("conditions may have values with payloads, for the log and for future actions")
    func values() async throws {
        let client = try await server.attach()
        store.dispatch(.load)
        store.dispatch(.fail("offline"))
        store.dispatch(.show(Item(id: 7, title: "tea")))
        store.dispatch(.tag(["a", "b"]))
        for (condition, seq) in [
            (".phase == .failed(reason: \"offline\", after: .seconds(3))", 2),
            (".phase == .loaded(Item(id: 7, title: \"tea\"))", 3), (".tags == [\"a\", \"b\"]", 4),
            ("action == .fail", 2), ("action == .show(Item(id: 7, title: \"tea\"))", 3),
            ("action == .fail(\"x\")", nil),
            (".phase != .idle && before(.phase) == .idle", 1), (".tags == [\"b\"]", nil),
        ] as [(String, Int?)] {
            #expect(try await client.send(HistoryFind(condition: condition)).seq == seq, "\(condition)")
        }
        try await client.send(BreakpointSet(condition: ".phase == .failed(reason: \"again\", after: .seconds(3))"))
        store.dispatch(.fail("not yet"))
        #expect(store.seq == 5)
        store.dispatch(.fail("again"))
        #expect(store.seq == 5)
        try await client.send(BreakpointRemove(all: true))
        try await client.send(GateResume())
        try await client.send(BreakpointSet(condition: "action == .show(Item(id: 8, title: \"\"))"))
        store.dispatch(.show(Item(id: 7, title: "")))
        #expect(store.seq == 7)
        store.dispatch(.show(Item(id: 8, title: "")))
        #expect(store.seq == 7)
    }

    @Test("a log point writes values in the notation of labels")
    func notation() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "place", events: [.gate]))
        try await client.send(BreakpointSet(action: "*", log: "{.phase} {.tags} {.count} {.phase.loaded.title}"))
        try await client.send(ActionDispatch(action: "load"))
        try await client.send(ActionDispatch(action: ["show": ["id": 7, "title": "tea"]]))
        let told = try client.takeNotifications().map { try GateLogged(params: $0.params) }
        #expect(told.map(\.text) == [".loading [] 0 missing", ".loaded(Item(id: 7, title: \"tea\")) [] 0 tea"])
    }

    private struct Coded: Encodable, Sendable {
        var wholeName = "Ada"

        enum CodingKeys: String, CodingKey { case wholeName = "name" }
    }

    private struct ByHand: Codable, Sendable {
        var inner = ""

        enum CodingKeys: String, CodingKey { case inner }
        enum OtherKeys: String, CodingKey { case outer }

        init() {}

        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: OtherKeys.self)
            try container.encode(1, forKey: .outer)
        }
    }

    @Test("a type with its own coding is never refused a part that exists, nor one that its shape does not describe")
    func open() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        let coded = Store<Coded, Step, Never>(initial: Coded()) { _, _ in }
        let byHand = Store<ByHand, Step, Never>(initial: ByHand()) { _, _ in }
        server.add(coded, id: "coded")
        server.add(byHand, id: "byHand")
        let client = try await server.attach()
        #expect(try await client.send(HistoryFind(store: "coded", condition: ".name == \"Ada\"")).seq == 0)
        #expect(try await client.send(HistoryFind(store: "coded", condition: ".anything == 3")).seq == nil)
        #expect(try await client.send(HistoryFind(store: "byHand", condition: ".outer == 1")).seq == 0)
        try await client.send(
            BreakpointSet(store: "byHand", path: Path(["outer"]), condition: ".outer > 1", log: "{.outer}"))
        guard Declarations.areRead else { return }
        let error = try await client.failure("history/find", ["store": "byHand", "condition": ".outr == 1"])
        #expect(error.code == .invalidParams)
    }
}
