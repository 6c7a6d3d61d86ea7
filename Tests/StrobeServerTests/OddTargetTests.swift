import DeclarationTesting
import Foundation
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// A service as most are: a class whose contents change under its own lock.
private final class Service: @unchecked Sendable {
    private let lock = NSLock()
    private var cache: [String: [Int]] = [:]

    func work(_ number: Int) {
        lock.withLock {
            cache["k\(number % 50)", default: []].append(number)
            if cache.count > 40 { cache = [:] }
        }
    }
}

private protocol Step: Sendable {}
private struct Walk: Step, Codable { var meters: Int }
private struct Rest: Step { let then: @Sendable () -> Void }

private enum OddAction: Sendable {
    case go(Service), run(@Sendable () -> Void), fail(Result<Int, any Error>), rename(String), move(Point), stop
}
private struct Point: Codable, Sendable { var x, y: Int }
private struct Failure: Error {}

private struct OddState: Sendable {
    var service: Service
    var action: @Sendable () -> Void = {}
    var step: any Step = Walk(meters: 1)
    var failure: (any Error)?
    var names: [String] = []
}

@Suite("Odd stores of other makes", .timeLimit(.minutes(5)))
struct OddTargetTests {
    private let catalog = ActionCatalog<OddAction> { catalog in
        catalog.add("stop") { .stop }
        catalog.add("rename", String.self) { .rename($0) }
        catalog.add("move", Point.self) { .move($0) }
        catalog.add("fail", Int.self) { .fail(.success($0)) }
    }

    private func attach<State, Action>(
        _ target: DebugTarget<State, Action>, actions: [any (Codable & Sendable).Type]? = nil
    ) async throws -> WireClient {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        if let actions { server.add(target, actions: actions) } else { server.add(target) }
        return try await server.attach()
    }

    @Test("states and actions that are nothing but closures, objects and existentials are shown while they are in use")
    func busy() async throws {
        let service = Service()
        let isOver = Mutex(false)
        let worker = Thread {
            var number = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                service.work(number)
            }
        }
        worker.start()
        defer { isOver.withLock { $0 = true } }
        let target = DebugTarget<OddState, OddAction>(
            id: "odd", state: OddState(service: service), actions: catalog, gated: true)
        let client = try await attach(target)
        try await client.send(Subscribe(store: "odd", events: [.log, .state, .gate]))
        let actions: [OddAction] = [.go(service), .run {}, .fail(.failure(Failure())), .rename("a"), .stop]
        for index in 0..<50 {
            target.report(
                actions[index % 5], state: OddState(service: service, names: ["\(index)"]),
                effects: [service, { @Sendable in }, Failure()], rejected: index % 7 == 6 ? "no" : nil)
            try await client.send(LogList())
            try await client.send(StateTree())
            try await client.send(LogWhy(seq: index + 1))
        }
        try await client.send(GatePause())
        target.admit(.go(service)) { _ in }
        #expect(try await client.send(GateStatus()).held.map(\.label) == [".go(<Service>)"])
        try await client.send(GateResume())
        // What cannot be looked into may hide something, and the reason quote it.
        let reason = try await client.send(LogGet(seq: 7)).entry.error
        #expect(reason != nil && reason != "no")
        #expect(try await client.send(LogGet(seq: 1)).entry.effects.count == 3)
    }

    @Test(
        "actions that are not codable are sent by their names, checked, listed and logged so that they can be sent again",
        .readsDeclarations)
    func named() async throws {
        let target = DebugTarget<[String], OddAction>(id: "odd", state: [], actions: catalog)
        let names = Mutex<[String]>([])
        target.onDispatch { action in
            names.withLock { names in
                switch action {
                case .rename(let name): names.append(name)
                case .move(let point): names.append("\(point.x),\(point.y)")
                default: names.append("?")
                }
                target.report(action, state: names)
            }
        }
        defer { target.onDispatch { _ in } }
        let client = try await attach(target)
        #expect(try await client.send(StoreDescribe()).capabilities.dispatch)
        guard case .choice("OddAction", let cases) = try await client.send(ActionSchema()).schema else {
            Issue.record("no choice")
            return
        }
        #expect(cases.map(\.name) == ["stop", "rename", "move", "fail"] && cases[2].payload.map(\.name) == ["x", "y"])
        for action in ["stop", ["rename": "tea"], ["move": ["x": 1, "y": 2]], ["fail": 3]] as [Value] {
            try await client.send(ActionDispatch(action: action))
        }
        target.report(.run {}, state: [])
        let entries = try await client.send(LogList()).entries
        #expect(
            entries.prefix(3).map(\.label) == [".stop", ".rename(\"tea\")", ".move(x: 1, y: 2)"]
                && entries.prefix(3).map(\.action) == ["stop", ["rename": "tea"], ["move": ["x": 1, "y": 2]]])
        // The payload of the entry is not that of the case: there is no form in which it can be sent.
        #expect(entries[3].action == nil && entries[3].label == ".fail(.success(3))" && entries[4].action == nil)
        let redone = try await client.send(
            ActionRedo(seq: 3, changes: [Change(.replace, Path(["move", "x"]), value: 7)]))
        #expect(redone.seq == 6 && names.withLock { $0.last } == "7,2")
        let misspelt = try await client.failure("action/dispatch", ["action": "renam"])
        #expect(misspelt.code == .undecodableAction && misspelt.data["suggestion"] == "rename")
        let wrong = try await client.failure("action/dispatch", ["action": ["move": ["x": 1]]])
        #expect(wrong.code == .undecodableAction && wrong.message.contains("y"))
        #expect(try await client.failure("action/dispatch", ["action": "rename"]).code == .undecodableAction)
        let unknown = try await client.failure("action/dispatch", ["action": ["stop": 1]])
        #expect(unknown.code == .undecodableAction)
    }

    @Test("a case of a catalog whose payload has a label is logged in the form in which it is sent", .readsDeclarations)
    func labelled() async throws {
        enum Draft: Sendable { case title(text: String), run(@Sendable () -> Void) }
        let target = DebugTarget<Int, Draft>(
            id: "draft", state: 0,
            actions: ActionCatalog { catalog in catalog.add("title", String.self) { .title(text: $0) } })
        target.onDispatch { target.report($0, state: 1) }
        defer { target.onDispatch { _ in } }
        let client = try await attach(target)
        try await client.send(ActionDispatch(action: ["title": "tea"]))
        target.report(.title(text: "milk"), state: 2)
        let actions = try await client.send(LogList()).entries.map(\.action)
        #expect(actions == [["title": "tea"], ["title": "milk"]])
    }

    @Test("actions of many types are registered with the target")
    func registered() async throws {
        let target = DebugTarget<Int, any Step>(id: "steps", state: 0) { state, step in
            state += (step as? Walk)?.meters ?? 0
        }
        let meters = Mutex(0)
        target.onDispatch { step in
            meters.withLock { meters in
                meters += (step as? Walk)?.meters ?? 0
                target.report(step, state: meters)
            }
        }
        defer { target.onDispatch { _ in } }
        let client = try await attach(target, actions: [Walk.self])
        #expect(try await client.send(ActionDispatch(action: ["Walk": ["meters": 5]])).changes?.first?.value == 5)
        target.report(Rest {}, state: 5)
        #expect(try await client.send(LogList()).entries.first?.label == ".Walk(meters: 5)")
        #expect(try await client.failure("action/dispatch", ["action": "Rest"]).message.contains("Walk"))
    }

    @Test("effects, causes, rejections and durations are logged, and a cause is asked for")
    func facts() async throws {
        let target = DebugTarget<Int, String>(id: "facts", state: 0)
        let client = try await attach(target)
        let first = try #require(target.report("load", state: 1, effects: ["fetch"], took: .microseconds(42)))
        target.report("loaded", state: 2, cause: first)
        target.report("again", state: 2, rejected: "busy")
        target.report(nil, state: 3, note: "the clock")
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.origin) == ["app", "effect", "app", "app"] && entries[1].cause == 1)
        #expect(entries[0].effects.map(\.label) == ["\"fetch\""] && entries[0].durationNanos == 42_000)
        #expect(entries[2].error == "busy" && entries[3].label == "the clock")
        let why = try await client.send(LogWhy(seq: 1))
        #expect(why.children.map(\.seq) == [2])
    }
}
