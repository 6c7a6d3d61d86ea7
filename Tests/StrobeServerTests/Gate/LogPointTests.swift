import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Log points", .timeLimit(.minutes(5)))
struct LogPointTests {
    private let store = makeShop(Shop(note: "a note", items: [Item(id: 7, title: "tea")]))
    private let server: DebugServer

    init() {
        server = DebugServer.serving(store)
    }

    @Test("a log point says what it found, and the action goes on")
    func text() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        let log =
            "{{#}} {/count} was {before(/count)}, note {.note}, {.items[0]}, {count(/items)} item, more: {/count > 1}, {.items[9]}"
        let breakpoint = try await client.send(BreakpointSet(action: ".increment", log: log)).breakpoint
        #expect(breakpoint.log == log)
        try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        try await client.send(ActionDispatch(action: "save"))
        try await client.send(ActionDispatch(action: ["increment": ["by": 1]]))
        let told = try client.takeNotifications().map { try GateLogged(params: $0.params) }
        let tail = #"note a note, Item(id: 7, title: "tea"), 1 item"#
        #expect(
            told.map(\.text) == [
                "{#} 1 was 0, \(tail), more: false, missing", "{#} 2 was 1, \(tail), more: true, missing",
            ])
        #expect(told.map(\.seq) == [1, 3] && told.map(\.breakpoint) == [1, 1])
        #expect(try await client.send(BreakpointList()).breakpoints.first?.hits == 2)
        #expect(try await client.send(GateStatus()).paused == false)
    }

    @Test("a log point counts its hits, and a one-shot log point prints once")
    func hits() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        try await client.send(BreakpointSet(path: Path(["count"]), hitCount: 2, once: true, log: "hit"))
        for _ in 1...4 { try await client.send(ActionDispatch(action: ["increment": ["by": 1]])) }
        let told = try client.takeNotifications().map { try GateLogged(params: $0.params) }
        #expect(told.map(\.seq) == [2])
        #expect(try await client.send(BreakpointList()).breakpoints.isEmpty)
    }

    @Test("a log point of a store that cannot be replayed speaks of the state after the transition")
    func asynchronous() async throws {
        let store = AsyncStore(initial: 0) { (sum: Int, step: Int) in sum + step }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "sum")
        let client = try await server.attach()
        try await client.send(Subscribe(events: [.gate]))
        try await client.send(BreakpointSet(path: Path([]), log: "{before(.)} to {.}"))
        for _ in 1...3 { try await client.send(ActionDispatch(action: 2)) }
        let told = try client.takeNotifications().map { try GateLogged(params: $0.params) }
        #expect(told.map(\.text) == ["0 to 2", "2 to 4", "4 to 6"] && told.map(\.seq) == [1, 2, 3])
    }

    @Test("a log point in a hot loop neither slows the program down without end nor is silent about what it lost")
    func hotLoop() async throws {
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        try await client.send(BreakpointSet(action: ".increment", log: "count is {/count}"))
        let count = 20_000
        for _ in 0..<count { store.dispatch(.increment(by: 1)) }
        #expect(store.seq == count)
        store.dispatch(.save)
        var next = 1
        while next <= count {
            let (method, params) = try await client.notification()
            switch method {
            case GateLogged.method:
                let logged = try GateLogged(params: params)
                #expect(logged.text == "count is \(logged.seq)" && logged.seq == next)
                next = logged.seq + 1
            case StreamLagged.method:
                let lagged = try StreamLagged(params: params)
                #expect(lagged.fromSeq == next && lagged.toSeq >= lagged.fromSeq)
                next = lagged.toSeq + 1
            default: Issue.record("unexpected \(method)")
            }
        }
    }
}
