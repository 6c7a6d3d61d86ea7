import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTree
import Testing

@testable import StrobeServer

private struct Library: Codable, Sendable, Equatable {
    var found: [String] = []
}

private enum LibraryAction: Codable, Sendable {
    case search(String)
    case found(String)
}

private enum LibraryEffect: Codable, Sendable, Equatable {
    case fetch(String)
}

/// A store whose effects answer when they are released, even if they were cancelled meanwhile.
private final class LateLibrary: Sendable {
    private struct Gate: Sendable {
        var isOpen = false
        var answered: Set<String> = []
    }

    let store = Store<Library, LibraryAction, LibraryEffect>(initial: Library()) { state, action in
        switch action {
        case .search(let text): return [.fetch(text)]
        case .found(let text):
            state.found.append(text)
            return []
        }
    }
    let server: DebugServer
    private let gate = AsyncCondition(Gate())

    init(
        limits: SessionLimits = SessionLimits(), clock: any Clock<Duration> = ContinuousClock(),
        schedule: @escaping @Sendable (LibraryEffect) -> EffectSchedule = { _ in .named("fetch") }
    ) {
        server = DebugServer(configuration: .init(access: .control, limits: limits), logger: .silent)
        server.add(store, id: "library")
        store.dependencies.clock = clock
        store.setEffectHandler(
            schedule: schedule,
            async: { [gate] effect, context in
                guard case .fetch(let text) = effect else { return }
                // In a task of its own, since a cancelled caller stops waiting here.
                await Task { _ = await gate.wait { $0.isOpen ? true : nil } }.value
                context.dispatch(.found(text))
                gate.update { $0.answered.insert(text) }
            })
    }

    func open() {
        gate.update { $0.isOpen = true }
    }

    /// Waits until the effects of some searches have dispatched their results.
    func waitForAnswers(to texts: Set<String>) async throws {
        _ = try await within { [gate] in await gate.wait { $0.answered.isSuperset(of: texts) ? true : nil } }
    }
}

@Suite("Effects")
struct EffectTests {
    @Test("effects in flight are listed with id, name, effect, cause, age and phase")
    func list() async throws {
        let library = LateLibrary()
        let client = try await library.server.attach()
        #expect(try await client.send(EffectList()) == .init(effects: []))
        let before = Int64(Timing.now() / 1_000)
        try await client.send(ActionDispatch(action: ["search": "a"]))
        library.store.dispatch(.found("x"))
        library.store.dispatch(.search("b"))
        let answer = try await client.send(EffectList(store: "library"))
        #expect(answer.more == nil)
        #expect(answer.effects.map(\.id) == [1, 2])
        #expect(answer.effects.map(\.name) == ["fetch", "fetch"])
        #expect(answer.effects.map(\.label) == [#".fetch("a")"#, #".fetch("b")"#])
        #expect(answer.effects.map(\.value) == [["fetch": "a"], ["fetch": "b"]])
        #expect(answer.effects.map(\.cause) == [1, 3])
        #expect(answer.effects.map(\.phase) == ["running", "running"])
        #expect(answer.effects.allSatisfy { (before...Int64(Timing.now() / 1_000)).contains($0.since) })
        library.open()
        try await library.waitForAnswers(to: ["a", "b"])
    }

    @Test("a cancelled effect is listed no more, and what it dispatches late is dropped")
    func cancel() async throws {
        let library = LateLibrary()
        let client = try await library.server.attach()
        for text in ["a", "b"] { library.store.dispatch(.search(text)) }
        #expect(try await client.send(EffectCancel(id: 1)).cancelled)
        #expect(try await client.send(EffectCancel(id: 1)).cancelled == false)
        #expect(try await client.send(EffectList()).effects.map(\.id) == [2])
        library.open()
        try await library.waitForAnswers(to: ["a", "b"])
        #expect(library.store.state.found == ["b"])
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.label) == [#".search("a")"#, #".search("b")"#, #".found("b")"#])
        #expect(entries.last?.cause == 2 && entries.last?.origin == "effect")
        #expect(try await client.send(EffectList()).effects.isEmpty)
        #expect(try await client.send(EffectCancel(id: 2)).cancelled == false)
    }

    @Test("with read access effects can be listed and not cancelled")
    func readAccess() async throws {
        let library = LateLibrary()
        let client = try await library.server.attach(.read)
        library.store.dispatch(.search("a"))
        #expect(try await client.send(EffectList()).effects.count == 1)
        let error = try await client.failure("effect/cancel", ["id": 1])
        #expect(error.code == .readOnly && error.message.contains("effect/cancel"))
        #expect(library.store.runningEffects.count == 1)
        library.open()
        try await library.waitForAnswers(to: ["a"])
    }

    @Test("an effect that waits for silence is listed as waiting, and never runs once it is cancelled")
    func waiting() async throws {
        let clock = ManualClock()
        let library = LateLibrary(clock: clock) { effect in
            effect == .fetch("now") ? .now : .debounced("typing", for: .seconds(1))
        }
        library.open()
        let client = try await library.server.attach()
        library.store.dispatch(.search("a"))
        library.store.dispatch(.search("ab"))
        let waiting = try await client.send(EffectList()).effects
        #expect(waiting.map(\.label) == [#".fetch("ab")"#])
        #expect(waiting.map(\.phase) == ["waiting"] && waiting.map(\.name) == ["typing"])
        #expect(try await client.send(EffectCancel(id: waiting[0].id)).cancelled)
        clock.advance(by: .seconds(2))
        library.store.dispatch(.search("now"))
        try await library.waitForAnswers(to: ["now"])
        #expect(library.store.state.found == ["now"])
    }

    @Test("as many effects are listed as fit a page, the oldest, and the rest is counted")
    func page() async throws {
        let library = LateLibrary(limits: SessionLimits(page: 3))
        let client = try await library.server.attach()
        for number in 1...5 { library.store.dispatch(.search("\(number)")) }
        let answer = try await client.send(EffectList())
        #expect(answer.effects.map(\.id) == [1, 2, 3] && answer.more == 2)
        #expect(try await client.send(EffectCancel(id: 5)).cancelled)
        #expect(try await client.send(EffectList()).more == 1)
        library.open()
        try await library.waitForAnswers(to: ["1", "2", "3", "4", "5"])
    }

    @Test("a foreign store lists no effects, and there is none to cancel")
    func foreign() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        let target = GatedTarget()
        server.add(target.target)
        let client = try await server.attach()
        #expect(try await client.send(EffectList()).effects.isEmpty)
        #expect(try await client.send(EffectCancel(id: 1)).cancelled == false)
        #expect(try await client.failure("effect/cancel", ["id": 0]).code == .invalidParams)
        #expect(try await client.failure("effect/cancel", ["id": 1, "store": "shop"]).code == .unknownStore)
    }

    @Test("the effects of a store that has ended are no more")
    func ended() async throws {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        var library: Store<Library, LibraryAction, LibraryEffect>? = Store(initial: Library()) { _, _ in [.fetch("a")] }
        library?.setEffectHandler(async: { _, _ in try? await Task.sleep(for: .seconds(3600)) })
        if let library { server.add(library, id: "library") }
        let client = try await server.attach()
        library?.dispatch(.search("a"))
        #expect(try await client.send(EffectList()).effects.map(\.name) == ["fetch"])
        library = nil
        #expect(try await client.send(EffectList()).effects.isEmpty)
        #expect(try await client.send(EffectCancel(id: 1)).cancelled == false)
    }
}
