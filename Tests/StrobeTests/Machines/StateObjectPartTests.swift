import Strobe
import Testing

private enum Light: Sendable, Equatable { case red, amber, green }
@MainActor private final class Lamp { var texts: [String] = [] }

private final class Red: StateObject<Light, String, Lamp> {
    override func enter() { host?.texts.append("red") }
    override func next(on event: String) -> Light? { event == "go" ? .amber : nil }
}

/// Goes on by itself.
private final class Amber: StateObject<Light, String, Lamp> {
    override func enter() {
        host?.texts.append("amber")
        if !isReplaying { dispatch("on") }
    }
    override func next(on event: String) -> Light? { event == "on" ? .green : nil }
}

private final class Green: StateObject<Light, String, Lamp> {
    override func enter() { host?.texts.append("green") }
    override func next(on event: String) -> Light? { event == "stop" ? .red : nil }
}

private struct Street: Sendable, Equatable {
    var light = Light.red
    var name = ""
}
private typealias Part = StateObjectPart<Light, String>
private enum StreetAction: Sendable, Equatable { case light(Part.Action) }
private enum StreetEffect: Sendable { case light(Part.Effect) }

@Suite("State objects that are parts")
@MainActor struct StateObjectPartTests {
    private let lamp = Lamp()
    private let machine: StateObjectMachine<Light, String, Lamp>
    private let store: Store<Street, StreetAction, StreetEffect>

    init() {
        machine = StateObjectMachine(initial: .red, host: lamp) { light, lamp in
            switch light {
            case .red: Red(host: lamp)
            case .amber: Amber(host: lamp)
            case .green: Green(host: lamp)
            }
        }
        store = Store(
            initial: Street(),
            reducer: Part().scoped(
                state: \Street.light, action: CasePath(StreetAction.light), effect: StreetEffect.light))
        store.setEffectHandler(
            for: CasePath(StreetEffect.light), action: StreetAction.light, state: \.light, performing: machine)
    }

    @Test(
        "an event of the part is handled before the dispatch on the main actor returns, and so is what follows from it")
    func handled() {
        let seen = Collector<Light>()
        let subscription = store.subscribe(to: \.light) { seen.add($0) }
        store.dispatch(.light(.event("go")))
        #expect(store.state.light == .green && machine.state == .green)
        #expect(lamp.texts == ["red", "amber", "green"])
        #expect(seen.all == [.amber, .green])
        subscription.cancel()
    }

    @Test("the machine has the dependencies of the store, whenever and wherever they are set")
    func dependencies() {
        enum NameKey: DependencyKey { static let liveValue = "live" }
        store.dependencies[NameKey.self] = "set"
        #expect(machine.dependencies[NameKey.self] == "set" && machine.current.dependencies[NameKey.self] == "set")
        machine.dependencies[NameKey.self] = "other"
        #expect(store.dependencies[NameKey.self] == "other")
    }

    @Test("an illegal event is rejected, with the event as its cause")
    func illegal() throws {
        final class Rejections: StoreObserver<Street, StreetAction, StreetEffect>, @unchecked Sendable {
            var all: [(reason: String, cause: Int?)] = []  // only touched on the main thread, under the store's lock
            override func didReject(
                _ action: StreetAction, reason: String, info: TransitionInfo, state: () -> Street
            ) {
                all.append((reason, info.cause))
            }
        }
        let rejections = Rejections()
        store.install(rejections)
        store.dispatch(.light(.event("stop")))
        #expect(store.state.light == .red)
        let only = try #require(rejections.all.first)
        #expect(only.reason.hasSuffix("is illegal in red") && only.cause == 1)
    }

    @Test("a state that is restored sets the machine, which performs nothing")
    func restored() async throws {
        store.dispatch(.light(.event("go")))
        store.restore(Street(light: .amber))
        let restored = Collector<Light>()
        let subscription = machine.subscribe(initial: true) { restored.add($0) }
        #expect(try await restored.wait(for: 2).last == .amber)
        #expect(store.state.light == .amber)
        #expect(store.seq == 4)
        subscription.cancel()
    }

    @Test("what the machine answers to an event of before a restore does not count")
    func overtaken() {
        let store = store
        let subscription = store.subscribe { [weak store] _ in
            if store?.seq == 1 { store?.restore(Street(light: .red)) }
        }
        store.dispatch(.light(.event("go")))
        #expect(store.state.light == .red && store.seq == 2)
        subscription.cancel()
        store.dispatch(.light(.event("go")))
        #expect(lamp.texts == ["red", "amber", "green", "red", "amber", "green"])
        #expect(store.state.light == .green && machine.state == .green)
    }

    @Test("the machine is where a replay without effects leads, and what it does by itself meanwhile does not count")
    func replayed() {
        store.beginReplay(ReplayInfo(effects: .recorded))
        machine.dispatch("go")
        #expect(store.seq == 0)
        store.dispatch(.light(.event("go")))
        store.dispatch(.light(.entered(.green)))
        store.endReplay()
        store.dispatch(.light(.event("stop")))
        #expect(lamp.texts == ["red", "amber", "green", "green", "red"])
        #expect(store.state.light == .red && machine.state == .red)
    }

    @Test("an edit of another part of the state leaves the current state object alone")
    func edited() {
        store.dispatch(.light(.event("go")))
        store.restore(Street(light: .green, name: "Main Street"), origin: .edit)
        store.restore(Street(light: .red, name: "Main Street"), origin: .edit)
        store.dispatch(.light(.event("go")))
        #expect(lamp.texts == ["red", "amber", "green", "red", "amber", "green"])
        #expect(machine.seq == 5 && store.state == Street(light: .green, name: "Main Street"))
    }

    @Test("a restore of the machine itself comes to the store")
    func restoredItself() async throws {
        let seen = Collector<Light>()
        let subscription = store.subscribe(to: \.light) { seen.add($0) }
        machine.restore(.green, origin: .restore, cause: nil, note: nil, ifSeq: nil, request: nil)
        #expect(try await seen.wait(for: 1) == [.green])
        subscription.cancel()
    }

    @Test("an event from another thread is handled on the main actor, and comes back")
    func elsewhere() async throws {
        let seen = Collector<Light>()
        let subscription = store.subscribe(to: \.light) { seen.add($0) }
        let store = store
        await Task.detached { store.dispatch(.light(.event("go"))) }.value
        #expect(try await seen.wait(for: 2) == [.amber, .green])
        subscription.cancel()
    }
}
