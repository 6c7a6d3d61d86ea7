import Foundation
import DeclarationTesting
import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("Graphs")
struct GraphTests {
    // MARK: Stores

    /// A state with an enum, an optional one, and a nested one.
    private struct View: Codable, Sendable, Equatable {
        enum Session: Codable, Sendable, Equatable {
            case initialized
            case loading
            case loaded(Item)
            case failed(reason: String)
        }

        enum Effect: Codable, Sendable { case load }

        var session = Session.initialized
        var effect: Effect?
        var title = ""
    }

    private enum Command: Codable, Sendable {
        case load
        case loaded(Item)
        case failed(reason: String)
    }

    private func makeView() -> Store<View, Command, View.Effect> {
        Store(initial: View()) { view, command in
            view.effect = nil
            switch (command, view.session) {
            case (.load, .loading): return []
            case (.load, _):
                (view.session, view.effect) = (.loading, .load)
                return [.load]
            case (.loaded(let item), .loading): view.session = .loaded(item)
            case (.failed(let reason), .loading): view.session = .failed(reason: reason)
            default: break
            }
            return []
        }
    }

    private func serving(_ stores: (DebugServer) -> Void) async throws -> (DebugServer, WireClient) {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        stores(server)
        return (server, try await server.attach())
    }

    /// A graph in short: states with visits, transitions with counts, pairs with changed, ignored and rejected.
    private func words(_ graph: GraphGet.Result) -> [String] {
        let states = graph.states.map { state in
            "\(state.name) \(state.visits)" + (state.initial == true ? " initial" : "")
                + (state.current == true ? " current" : "") + (state.declared == true ? " declared" : "")
        }
        let ways = graph.transitions.map { way in
            "\(way.from) -\(way.action)-> \(way.to) \(way.count)" + (way.guardName.map { " if \($0)" } ?? "")
                + (way.declared == true ? " declared" : "")
        }
        let pairs = graph.pairs.map { "\($0.action) in \($0.state): \($0.changed) \($0.ignored) \($0.rejected)" }
        return states + ways + pairs + graph.unvisited.map { "\($0.action) in \($0.state): never" }
    }

    @Test("a member that is an enum is counted, with the cases and actions that never came", .readsDeclarations)
    func member() async throws {
        let view = makeView()
        let (server, client) = try await serving { $0.add(view, id: "profile") }
        for command in [Command.load, .load, .loaded(Item(id: 1, title: "x")), .loaded(Item(id: 2, title: "y"))] {
            view.dispatch(command)
        }
        let graph = try await client.send(GraphGet(path: Path(["session"])))
        #expect((graph.seq, graph.firstSeq) == (4, 0))
        #expect((graph.path.pointer, graph.type) == ("/session", "Session"))
        #expect(graph.actions == ["load", "loaded", "failed"])
        #expect(
            words(graph) == [
                "initialized 1 initial", "loading 1", "loaded 1 current", "failed 0",
                "initialized -load-> loading 1", "loading -loaded-> loaded 1",
                "load in initialized: 1 0 0", "load in loading: 0 1 0", "loaded in loading: 1 0 0",
                "loaded in loaded: 0 1 0",
                "load in loaded: never", "load in failed: never", "loaded in initialized: never",
                "loaded in failed: never", "failed in initialized: never", "failed in loading: never",
                "failed in loaded: never", "failed in failed: never",
            ])
        // By default it is the first member that is a non-optional enum.
        #expect(try await client.send(GraphGet()) == graph)
        let optional = try await client.send(GraphGet(path: Path(["effect"])))
        #expect(optional.type == "Effect?")
        #expect(words(optional).prefix(2) == ["load 1", "nil 2 initial current"])
        withExtendedLifetime((view, server)) {}
    }

    @Test("where shapes are unknown values show the cases that there were", .enabled(if: !Declarations.areRead))
    func unknown() async throws {
        let view = makeView()
        let (server, client) = try await serving { $0.add(view, id: "profile") }
        for command in [Command.load, .load, .loaded(Item(id: 1, title: "x"))] { view.dispatch(command) }
        let graph = try await client.send(GraphGet(path: Path(["session"])))
        #expect(graph.type == "Session" && graph.actions == ["load", "loaded"])
        #expect(
            words(graph) == [
                "initialized 1 initial", "loading 1", "loaded 1 current",
                "initialized -load-> loading 1", "loading -loaded-> loaded 1",
                "load in initialized: 1 0 0", "load in loading: 0 1 0", "loaded in loading: 1 0 0",
                "load in loaded: never", "loaded in initialized: never", "loaded in loaded: never",
            ])
        #expect(try await client.failure("graph/get", ["path": "/effect"]).message.hasPrefix("It is not known"))
        withExtendedLifetime((view, server)) {}
    }

    @Test("a part of the log is counted from one entry to another, both included", .readsDeclarations)
    func ranges() async throws {
        let view = makeView()
        let (server, client) = try await serving { $0.add(view, id: "profile") }
        for command in [Command.load, .failed(reason: "a"), .load, .failed(reason: "b"), .load] {
            view.dispatch(command)
        }
        let part = try await client.send(GraphGet(from: 2, to: 3))
        #expect((part.firstSeq, part.seq) == (1, 3))
        #expect(
            words(part).prefix(6) == [
                "initialized 0", "loading 2 initial current", "loaded 0", "failed 1", "loading -failed-> failed 1",
                "failed -load-> loading 1",
            ])
        let nothing = try await client.send(GraphGet(to: 0))
        #expect(nothing.pairs.isEmpty)
        #expect(nothing.unvisited.count == 12)
        let last = try await client.send(GraphGet(from: 5))
        #expect(last.pairs == [GraphPair(action: "load", state: "failed", changed: 1, ignored: 0, rejected: 0)])
        withExtendedLifetime((view, server)) {}
    }

    // MARK: Machines

    private enum Phase: String, Codable, Sendable, CaseIterable { case loading, showing, empty, error }
    private enum Event: Codable, Sendable { case reload, items(Int), fail }

    private func makeMachine() -> Store<Phase, Event, Never> {
        Store(
            initial: .loading,
            reduce: { phase, event in
                switch (event, phase) {
                case (.items(0), .loading): phase = .empty
                case (.items, .loading): phase = .showing
                case (.fail, .loading): phase = .error
                case (.reload, _): phase = .loading
                default: try reject("only while loading")
                }
                return []
            },
            declaration: MachineDeclaration(
                initial: "loading", states: Phase.allCases.map(\.rawValue), events: ["reload", "items", "fail"],
                transitions: [
                    .init(event: "items", from: "loading", guardName: "isEmpty", to: "empty"),
                    .init(event: "items", from: "loading", guardName: "isShort", to: "showing"),
                    .init(event: "items", from: "loading", guardName: "isLong", to: "showing"),
                    .init(event: "fail", from: "loading", to: "error"),
                    .init(event: "reload", from: "loading", guardName: "isStale", to: "loading"),
                    .init(event: "reload", from: "loading", to: "loading"),
                    .init(event: "reload", from: "showing", to: "loading"),
                    .init(event: "reload", from: "empty", to: "loading"),
                    .init(event: "reload", from: "error", to: "loading"),
                ]))
    }

    @Test(
        "a machine's declared transitions are there with their guards, taken or not, and rejections are distinguished")
    func machine() async throws {
        let machine = makeMachine()
        let (server, client) = try await serving { $0.add(machine, id: "items") }
        for event in [Event.reload, .items(3), .items(1), .reload, .items(2)] { machine.dispatch(event) }
        let graph = try await client.send(GraphGet())
        #expect(
            words(graph).prefix(11) == [
                "loading 2 initial declared", "showing 2 current declared", "empty 0 declared", "error 0 declared",
                // Taken without a change; without a guard, since it is also taken unconditionally.
                "loading -reload-> loading 1 declared",
                "loading -items-> showing 2 if isShort or isLong declared",
                "loading -items-> empty 0 if isEmpty declared",
                "loading -fail-> error 0 declared", "showing -reload-> loading 1 declared",
                "empty -reload-> loading 0 declared", "error -reload-> loading 0 declared",
            ])
        #expect(
            words(graph).dropFirst(11).prefix(4) == [
                "reload in loading: 0 1 0", "reload in showing: 1 0 0", "items in loading: 2 0 0",
                "items in showing: 0 0 1",
            ])
        withExtendedLifetime((machine, server)) {}
    }

    // MARK: Stores of other kinds

    private final class Lamp: Sendable {
        enum Light: Sendable { case off, on(brightness: Int), broken }
        enum Switch: Sendable { case press, hit }
        struct State: Sendable { var light = Light.off }

        let target = DebugTarget<State, Switch>(id: "lamp", state: State())
        private let held = Mutex(State())

        func dispatch(_ action: Switch) {
            held.withLock { state in
                switch (action, state.light) {
                case (.press, .off): state.light = .on(brightness: 10)
                case (.press, .on): state.light = .off
                case (.hit, _): state.light = .broken
                default: break
                }
                target.report(action, state: state)
            }
        }
    }

    @Test("a foreign store without codable types is counted from its retained states", .readsDeclarations)
    func foreign() async throws {
        let lamp = Lamp()
        let (server, client) = try await serving { $0.add(lamp.target) }
        // Attaches, so that states are retained from here on.
        #expect(words(try await client.send(GraphGet())).first == "on 0")
        for action in [Lamp.Switch.press, .press, .hit, .press] { lamp.dispatch(action) }
        let graph = try await client.send(GraphGet(path: Path(["light"])))
        #expect(graph.type == "Light")
        #expect(
            words(graph) == [
                "on 1", "off 2 initial", "broken 1 current",
                "on -press-> off 1", "off -press-> on 1", "off -hit-> broken 1",
                "press in on: 1 0 0", "press in off: 1 0 0", "press in broken: 0 1 0", "hit in off: 1 0 0",
                "hit in on: never", "hit in broken: never",
            ])
        withExtendedLifetime((lamp, server)) {}
    }

    @Test("a store that reduces asynchronously is counted too", .readsDeclarations)
    func asynchronous() async throws {
        let store = AsyncStore<Phase, Event>(initial: .loading) { phase, event in
            switch (event, phase) {
            case (.items, .loading): .showing
            case (.reload, _): .loading
            default: phase
            }
        }
        let (server, client) = try await serving { $0.add(store, id: "login") }
        _ = try await client.send(GraphGet())
        for action: Value in [["items": ["_0": 1]], "fail", "reload"] {
            try await client.send(ActionDispatch(action: action))
        }
        let graph = try await client.send(GraphGet())
        #expect(
            words(graph).prefix(7) == [
                "loading 2 initial current", "showing 1", "empty 0", "error 0",
                "loading -items-> showing 1", "showing -reload-> loading 1", "reload in showing: 1 0 0",
            ])
        withExtendedLifetime((store, server)) {}
    }

    private protocol Step: Codable, Sendable {}
    private enum Outer {
        struct Press: Step {}
    }
    private enum Other {
        struct Press: Step {}
        struct Wait: Step {}
    }

    @Test("actions of many types go by the names that the store lists them by")
    func existential() async throws {
        let store = Store<Phase, any Step, Never>(initial: .loading) { phase, step in
            if step is Outer.Press { phase = .showing }
            return []
        }
        let (server, client) = try await serving {
            $0.add(store, id: "steps", actions: [Outer.Press.self, Other.Press.self, Other.Wait.self])
        }
        for step in [Other.Press(), Outer.Press(), Other.Press()] as [any Step] { store.dispatch(step) }
        let graph = try await client.send(GraphGet())
        guard case .choice(_, let cases) = try await client.send(ActionSchema()).schema else {
            Issue.record("the actions are no choice")
            return
        }
        #expect(graph.actions == cases.map(\.name))
        #expect(graph.pairs.map(\.action) == [cases[0].name, cases[1].name, cases[1].name])
        #expect(graph.pairs.map(\.changed) == [1, 0, 0])
        withExtendedLifetime((store, server)) {}
    }

    @Test("a count that takes long can be cancelled")
    func cancelling() async throws {
        let isSlow = Mutex(false)
        let calls = Mutex(0)
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let store = Store<Phase, Event, Never>(initial: .loading) { _, _ in
            // So slow that counting everything would take half a minute.
            if isSlow.withLock({ $0 }), calls.withLock({ calls in (calls += 1, calls % 64 == 1).1 }) {
                continuation.yield()
                Thread.sleep(forTimeInterval: 0.006)
            }
            return []
        }
        let (server, client) = try await serving { $0.add(store, id: "slow") }
        for _ in 0..<200_000 { store.dispatch(.fail) }
        // Attached, and caught up.
        _ = try await client.send(StateGet())
        isSlow.withLock { $0 = true }
        let id = try await client.post("graph/get")
        for await _ in begun { break }
        try await client.notify("$/cancelRequest", ["id": id.value])
        guard case .failure(let error) = try await client.answer(to: id) else {
            Issue.record("the count came to its end")
            return
        }
        #expect(error.code == .cancelled)
        isSlow.withLock { $0 = false }
        let graph = try await client.send(GraphGet())
        #expect(graph.pairs == [GraphPair(action: "fail", state: "loading", changed: 0, ignored: 200_000, rejected: 0)])
        withExtendedLifetime((store, server)) {}
    }

    @Test(
        "a machine that is a part has its declared transitions at its path, with its events by their own names",
        .readsDeclarations)
    func part() async throws {
        enum Door: String, Kinded, CaseIterable, Codable { case shut, open }
        enum DoorEvent: String, Kinded, CaseIterable, Codable { case push, pull }
        struct House: Codable, Sendable {
            var front = Door.shut
            var back = Door.shut
            var isLit = false
        }
        enum HouseEvent: Codable, Sendable { case front(DoorEvent), back(DoorEvent), light, push }
        let door = StateMachine<Door, DoorEvent, Never>(
            initial: .shut,
            transitions: [.on(.push, from: .shut, to: .open), .on(.pull, from: .open, to: .shut)])
        let house = Store(
            initial: House(),
            reducer: CombinedReducer<House, HouseEvent, Never> {
                door.scoped(state: \.front, action: CasePath(HouseEvent.front))
                door.scoped(state: \.back, action: CasePath(HouseEvent.back))
                Reduce { house, event in if case .light = event { house.isLit.toggle() } }
            })
        let (server, client) = try await serving { $0.add(house, id: "house") }
        for event in [HouseEvent.front(.push), .front(.push), .back(.push), .light, .push] { house.dispatch(event) }
        let front = try await client.send(GraphGet(path: Path(["front"])))
        #expect(
            words(front) == [
                "shut 1 initial declared", "open 1 current declared", "shut -push-> open 1 declared",
                "open -pull-> shut 0 declared", "push in shut: 1 0 0", "push in open: 0 0 1", "back in open: 0 1 0",
                "light in open: 0 1 0", ".push in open: 0 1 0", "pull in shut: never", "pull in open: never",
                "back in shut: never", "light in shut: never", ".push in shut: never",
            ])
        let back = try await client.send(GraphGet(path: Path(["back"])))
        #expect(back.transitions.map(\.count) == [1, 0])
        // An event that is hidden in the actions is not named in the graph.
        let strict = DebugServer(
            configuration: .init(access: .control, redaction: try Redaction(parsing: ["type:DoorEvent"])),
            logger: .silent)
        strict.add(house, id: "house")
        let hidden = try await strict.attach().send(GraphGet(path: Path(["front"])))
        #expect(Set(hidden.actions) == ["front", "back", "light", "push"])  // the last is an action of the house
        #expect(!hidden.states.contains { $0.declared == true } && !hidden.transitions.contains { $0.declared == true })
        withExtendedLifetime((house, server, strict)) {}
    }

    // MARK: Errors

    @Test("where there is no enum, those there are are listed", .readsDeclarations)
    func candidates() async throws {
        struct Parent: Codable, Sendable {
            var profile = View()
            var title: String?
        }
        let parent = Store<Parent, Command, Never>(initial: Parent()) { _, _ in }
        let (server, client) = try await serving { $0.add(parent, id: "user") }
        for params: Value.Object in [
            ["store": "user"], ["store": "user", "path": "/title"], ["store": "user", "path": ""],
        ] {
            let error = try await client.failure("graph/get", params)
            #expect(error.code == .invalidParams)
            #expect(error.data["path"] == "/path")
            #expect(error.data["candidates"] == ["/profile/session", "/profile/effect"])
            #expect(error.message.contains("/profile/session, /profile/effect"))
        }
        let wrong = try await client.failure("graph/get", ["store": "user", "path": "/profile/sesion"])
        #expect(wrong.code == .noSuchPath)
        #expect(wrong.data["suggestion"] == "session")
        let backwards = try await client.failure("graph/get", ["store": "user", "from": 3, "to": 2])
        #expect(backwards.code == .invalidParams)
        let ahead = try await client.failure("graph/get", ["store": "user", "to": 9])
        #expect(ahead.code == .invalidParams)
        #expect(ahead.data["seq"] == 0)
        withExtendedLifetime((parent, server)) {}
    }

    @Test("a state without any enum says so")
    func noEnum() async throws {
        let shop = makeShop()
        let (server, client) = try await serving { $0.add(shop, id: "shop") }
        let error = try await client.failure("graph/get")
        #expect(error.code == .notSupported)
        withExtendedLifetime((shop, server)) {}
    }
}
