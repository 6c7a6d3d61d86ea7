import Foundation
import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("Sessions that ask for much, and the others", .timeLimit(.minutes(5)))
struct FairnessTests {
    private static let expensive = ".note matches /(a{30}){30}c/"

    private func shop(_ length: Int) -> ShopStore {
        let store = makeShop(Shop(note: String(repeating: "a", count: length)))
        for _ in 1...3 { store.dispatch(.increment(by: 1)) }
        return store
    }

    private static let questions: [(method: String, params: Value.Object)] = [
        (HistoryFind.method, ["condition": Value.string(expensive)]),
        (HistoryMinimize.method, ["condition": Value.string(expensive)]),
        (StateSearch.method, ["query": "(a{30}){30}c", "regex": true]),
    ]

    @Test(
        "while a question looks at one long text others are answered, and it ends when it is cancelled",
        arguments: 0..<3)
    func cancellation(question: Int) async throws {
        let (method, params) = Self.questions[question]
        let store = shop(60_000)
        let server = DebugServer.serving(store)
        let (asking, other) = (try await server.attach(), try await server.attach())
        let id = try await asking.post(method, params)
        for _ in 1...10 {
            #expect(try await other.send(StateGet(path: Path(["count"]))).value == 3)
            _ = try await other.send(LogList(changes: true))
        }
        guard case .int(let number) = id else { return }
        try await asking.notify(CancelRequest.method, ["id": .int(number)])
        guard case .failure(let error) = try await asking.answer(to: id) else {
            Issue.record("it was answered before it was cancelled, or all the same")
            return
        }
        #expect(error.code == .cancelled)
    }

    /// A list whose elements have to be compared one by one, as they have no `==`.
    private struct Shelf: Codable, Sendable {
        struct Item: Codable, Sendable {
            var title: String
            var price: Int
        }
        var items = (0..<30_000).map { Item(title: "the item number \($0)", price: $0) }
        var count = 0
    }

    private enum ShelfAction: Codable, Sendable { case raise, count }

    @Test(
        "while every element of a long list is compared others are answered, and what can be cancelled is",
        arguments: ["state/diff", "action/dispatch", "dry run", "history/verify", "subscribe"])
    func comparison(question: String) async throws {
        let store = Store<Shelf, ShelfAction, Never>(initial: Shelf()) {
            (state: inout Shelf, action: ShelfAction) -> Void in
            switch action {
            case .raise: state.items = state.items.map { .init(title: $0.title, price: $0.price + 1) }
            case .count: state.count += 1
            }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "shop")
        let (asking, other) = (try await server.attach(), try await server.attach())
        store.dispatch(.count)
        #expect(try await asking.send(StateDiff(from: .seq(0), to: .seq(1))).changes.count == 1)
        var id: RequestID?
        switch question {
        case "state/diff":
            store.dispatch(.raise)
            id = try await asking.post(StateDiff.method, StateDiff(from: .seq(1), to: .seq(2)).params())
        case "action/dispatch": id = try await asking.post(ActionDispatch.method, ["action": "raise"])
        case "dry run":
            id = try await asking.post(ActionDispatch.method, ["action": "raise", "dryRun": true])
        case "history/verify":
            store.dispatch(.raise)
            id = try await asking.post(HistoryVerify.method, HistoryVerify().params())
        default:
            try await asking.send(Subscribe(events: [.state]))
            store.dispatch(.raise)
        }
        for _ in 1...10 { #expect(try await other.send(StateGet(path: Path(["count"]))).value == 1) }
        guard case .int(let number)? = id else {
            // The update is sent all the same.
            #expect(try await asking.notification(StateChanged.self).seq == 2)
            return
        }
        guard question == "state/diff" || question == "dry run" else {
            // A dispatch cannot be undone, and a comparison of equal states may be over.
            guard case .success = try await asking.answer(to: .int(number)) else {
                Issue.record("it has no answer")
                return
            }
            return
        }
        try await asking.notify(CancelRequest.method, ["id": .int(number)])
        guard case .failure(let error) = try await asking.answer(to: .int(number)) else {
            Issue.record("it was answered before it was cancelled, or all the same")
            return
        }
        #expect(error.code == .cancelled)
    }

    @Test("a question that would take too much, or cannot be decided, is refused with the reason")
    func refusals() async throws {
        let store = shop(70_000)
        let client = try await DebugServer.serving(store).attach(.read)
        let error = try await client.failure(HistoryFind.method, ["condition": ".note contains \"b\"", "from": 1])
        #expect(error.code == .tooLarge && error.message.contains("the state at 3"))
        #expect(error.message.contains("70000 bytes") && error.message.contains("65536"))
        // A search reports that there may be more.
        #expect(try await client.send(StateSearch(query: "b")).more == true)
        #expect(try await client.send(StateSearch(query: "aaa")).more == nil)
        withExtendedLifetime(store) {}
    }

    // MARK: Breakpoints

    @Test("breakpoints that cost the program too much are turned off and say so, and its actions go on")
    func breakpoints() async throws {
        let store = shop(60_000)
        let server = DebugServer.serving(store)
        let client = try await server.attach()
        try await client.send(Subscribe(store: "shop", events: [.gate]))
        let log = "{.note contains \"\(String(repeating: "a", count: 600))b\"}"
        try await client.send(BreakpointSet(condition: Self.expensive))
        try await client.send(BreakpointSet(condition: ".count == 5"))
        try await client.send(BreakpointSet(action: "*", log: Array(repeating: log, count: 6).joined()))
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 4)
        let breakpoints = try await client.send(BreakpointList()).breakpoints
        #expect(breakpoints.map(\.enabled) == [false, true, false])
        #expect(breakpoints.map { $0.problem?.contains("more than") } == [true, nil, true])
        var told: [GateLogged] = []
        while told.count < 2 { told.append(try await client.notification(GateLogged.self)) }
        #expect(told.map(\.breakpoint) == [1, 3] && told.allSatisfy { $0.text.contains("turned off") && $0.seq == 4 })
        // After it is enabled, it is checked again.
        let again = try await client.send(BreakpointSet(id: 1, condition: ".count == 7", enabled: true)).breakpoint
        #expect(again.enabled && again.problem == nil)
        store.dispatch(.increment(by: 1))
        #expect(try await client.send(GateStatus()).stopped?.breakpoint == 2)
    }

    @Test("a breakpoint that cannot be decided is turned off")
    func undecided() async throws {
        let store = shop(70_000)
        let client = try await DebugServer.serving(store).attach()
        try await client.send(BreakpointSet(condition: ".note like \"*b\""))
        store.dispatch(.increment(by: 1))
        #expect(store.seq == 4)
        let breakpoint = try #require(try await client.send(BreakpointList()).breakpoints.first)
        #expect(!breakpoint.enabled && breakpoint.problem?.contains("70000 bytes") == true)
    }

    // MARK: Subscriptions

    @Test("the paths of a session's subscriptions are limited together")
    func pathsOfSession() async throws {
        let store = shop(1)
        let client = try await DebugServer.serving(store).attach(.read)
        let paths = (0..<100).map { Path(["items", String($0)]) }
        let subscribe = Subscribe(events: [.state], paths: paths)
        var last = ""
        for _ in 0..<10 { last = try await client.send(subscribe).subscription }
        let error = try await client.failure(Subscribe.method, subscribe.params())
        #expect(error.code == .tooLarge && error.data["limit"] == 1_000 && error.data["count"] == 1_100)
        try await client.send(Subscribe(events: [.state]))
        try await client.send(Unsubscribe(subscription: last))
        try await client.send(subscribe)
        withExtendedLifetime(store) {}
    }

    @Test("whose paths a change meets is what comparing each with each finds", arguments: 0..<4)
    func index(_ seed: Int) {
        var random = SystemRandomNumberGenerator()
        func path() -> Path {
            Path((0..<Int.random(in: 0...3, using: &random)).map { _ in ["a", "b"].randomElement() ?? "a" })
        }
        var index = PathIndex<Int>()
        var paths: [Int: [Path]] = [:]
        for turn in 0..<200 {
            let owner = turn % 20
            if let old = paths.removeValue(forKey: owner) {
                index.remove(old, of: owner)
            } else {
                paths[owner] = (0..<3).map { _ in path() }
                index.add(paths[owner] ?? [], of: owner)
            }
            let changes = (0..<3).map { number in
                number == 2 ? Change(.move, path(), from: path()) : Change(.replace, path(), value: 1, old: 2)
            }
            let expected = paths.mapValues { paths in
                changes.indices.filter { place in paths.contains { changes[place].meets($0) } }
            }.filter { !$0.value.isEmpty }
            #expect(index.touched(by: changes).mapValues(\.places) == expected)
        }
    }

    @Test("of a thousand paths only those are looked at that lie on the way of a change")
    func proportional() {
        struct Owner: Hashable, Sendable {
            nonisolated(unsafe) static var looks = 0
            var id: Int
            static func == (a: Self, b: Self) -> Bool { a.id == b.id }
            func hash(into hasher: inout Hasher) {
                // Only this test has such owners, on one thread.
                Self.looks += 1
                hasher.combine(id)
            }
        }
        var index = PathIndex<Owner>()
        for id in 0..<1_000 { index.add([Path(["items", String(id), "title"])], of: Owner(id: id)) }
        Owner.looks = 0
        let touched = index.touched(by: [Change(.replace, Path(["items", "7"]), value: 1, old: 2)])
        #expect(touched.map(\.key.id) == [7] && Owner.looks < 20)
    }

    // MARK: Start requests

    @Test("all watchers of a signal get it, no matter which began last")
    func watches() async throws {
        for _ in 0..<20 {
            let heard = Mutex<Set<Int>>([])
            let first = await SignalWatch(SIGUSR2) { heard.withLock { _ = $0.insert(1) } }
            let second = await SignalWatch(SIGUSR2) { heard.withLock { _ = $0.insert(2) } }
            kill(getpid(), SIGUSR2)
            try await within { while heard.withLock({ $0.count }) < 2 { await Task.yield() } }
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test("neither a signal nor the environment opens a program that has another user's rights")
    func foreignRights() async throws {
        let logged = LoggedLines()
        var configuration = DebugServer.Configuration(access: .control)
        configuration.hasForeignRights = true
        let server = DebugServer(configuration: configuration, logger: logged.logger)
        #expect(try await server.startWhenAsked(by: [.environment], environment: ["STROBE": "1"]).isEmpty)
        #expect(logged.all.contains { $0.contains("STROBE=1 is ignored") })
        _ = try await server.startWhenAsked(by: [.signal], environment: [:])
        kill(getpid(), SIGUSR1)
        try await within {
            while !logged.all.contains(where: { $0.contains("SIGUSR1 is ignored") }) { await Task.yield() }
        }
        #expect(!logged.all.contains { $0.contains("started the debug server") })
        await server.stop()
    }
}
