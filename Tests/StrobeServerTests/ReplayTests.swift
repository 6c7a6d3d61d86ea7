import Strobe
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

private enum Request: Codable, Sendable, Equatable { case load, loaded(Int) }

@Suite("A replay into a store", .timeLimit(.minutes(5)))
struct ReplayTests {
    private let server = DebugServer(configuration: .init(access: .control), logger: .silent)
    /// Loads 7 on request.
    private let store = Store<[Int], Request, String>(initial: []) { state, request in
        guard case .loaded(let number) = request else { return ["load"] }
        state.append(number)
        return []
    }

    init() {
        server.add(store, id: "numbers")
        store.setInlineEffectHandler { _, context in context.dispatch(.loaded(7)) }
    }

    @Test("keeps effects from being performed, until the session ends it", arguments: ["suppress", "recorded"])
    func quiet(effects: String) async throws {
        let client = try await server.attach()
        let effects = try #require(ReplayDescription.Effects(rawValue: effects))
        let begun = try await client.send(ReplayBegin(effects: effects, source: "a file"))
        #expect(begun == .init(seq: 0, replaying: .init(effects: effects, source: "a file")))
        #expect(store.replay.info?.source == "a file")
        #expect(try await client.send(StoreDescribe()).replaying == begun.replaying)
        try await client.send(ActionDispatch(action: "load", ifSeq: 0, origin: "app"))
        try await client.send(ActionDispatch(action: ["loaded": 5], ifSeq: 1, origin: "effect", cause: 1))
        #expect(store.snapshot() == (2, [5]))
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.origin) == ["app", "effect"] && entries.map(\.cause) == [nil, 1])
        #expect(entries.first?.effects.map(\.label) == ["\"load\""])
        #expect(try await client.send(ReplayEnd()) == .init(seq: 2, ended: true))
        #expect(try await client.send(StoreDescribe()).replaying == nil)
        try await client.send(ActionDispatch(action: "load"))
        #expect(store.state == [5, 7])
    }

    @Test("performs effects where they are live")
    func live() async throws {
        let client = try await server.attach()
        try await client.send(ReplayBegin(effects: .live))
        try await client.send(ActionDispatch(action: "load"))
        #expect(store.state == [7])
    }

    @Test("ends with the session, and every session is notified")
    func sessionEnds() async throws {
        let other = try await server.attach()
        let client = try await server.attach()
        try await client.send(ReplayBegin(effects: .recorded))
        let begun = try await other.notification(ReplayChanged.self)
        #expect(begun == ReplayChanged(store: "numbers", seq: 0, replaying: .init(effects: .recorded)))
        await client.connection.close()
        let ended = try await other.notification(ReplayChanged.self)
        #expect(ended == ReplayChanged(store: "numbers", seq: 0, replaying: nil))
        #expect(!store.replay.isOn)
        let notes = try await other.send(LogList()).notes ?? []
        #expect(
            notes.map(\.text) == [
                "a replay began: effects are answered from the recording",
                "the replay ended: effects are performed again",
            ])
    }

    @Test("belongs to one session: another one can neither begin, change nor end it, nor speak for the program")
    func owner() async throws {
        let client = try await server.attach()
        let other = try await server.attach()
        try await client.send(ReplayBegin(effects: .recorded))
        #expect(try await other.failure("replay/begin", ["effects": "live"]).code == .notSupported)
        #expect(try await other.send(ReplayEnd()).ended == false)
        let error = try await other.failure("action/dispatch", ["action": "load", "cause": 1])
        #expect(error.code == .invalidParams && error.data["path"] == "/cause")
        #expect(store.snapshot() == (0, []) && store.replay.isOn)
        try await client.send(ReplayBegin(effects: .live))
        #expect(store.replay.info?.effects == .live)
    }

    @Test("ends with the removal of its store")
    func removed() async throws {
        let client = try await server.attach()
        try await client.send(ReplayBegin(effects: .recorded))
        server.remove(id: "numbers")
        #expect(!store.replay.isOn)
    }

    @Test("needs control, and a store that is there")
    func access() async throws {
        let reader = try await server.attach(.read)
        #expect(try await reader.failure("replay/begin", ["effects": "live"]).code == .readOnly)
        #expect(try await reader.failure("replay/end", [:]).code == .readOnly)
        let client = try await server.attach()
        #expect(try await client.failure("replay/begin", ["store": "n", "effects": "live"]).code == .unknownStore)
        let long = Value.string(String(repeating: "x", count: 1_001))
        let params: Value.Object = ["effects": "live", "source": long]
        #expect(try await client.failure("replay/begin", params).code == .invalidParams)
    }
}
