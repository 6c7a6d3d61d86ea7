import Strobe
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("The live state", .timeLimit(.minutes(5)))
struct LiveStateTests {
    private struct Ticks: Codable, Sendable, Equatable {
        var count = 0
        var stamp = 0
    }

    /// A store whose reducer reads a number from outside, different at each call.
    private func makeImpure() -> Store<Ticks, Int, Never> {
        let calls = Atomic<Int>(0)
        return Store<Ticks, Int, Never>(initial: Ticks()) { (state: inout Ticks, action: Int) -> Void in
            state.count += action
            if action < 0 { state.stamp = calls.add(1, ordering: .relaxed).newValue }
        }
    }

    @Test("the live state is the program's, and a reducer that is not pure is found by its first transition")
    func impure() async throws {
        let store = makeImpure()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "ticks")
        let client = try await server.attach()
        let pure = try await client.send(ActionDispatch(action: 1))
        #expect(pure.changes?.count == 1)
        for _ in 0..<5 {
            let answer = try await client.send(ActionDispatch(action: -1))
            // Never a value computed by a replay.
            for change in answer.changes ?? [] where change.path == Path(["stamp"]) {
                #expect(change.value == .int(Int64(store.state.stamp)))
            }
            let live = try await client.send(StateGet())
            #expect(live.value == ["count": .int(Int64(store.state.count)), "stamp": .int(Int64(store.state.stamp))])
        }
        let told = try await client.notification(HistoryDiverged.self)
        #expect(told.seq == 2 && told.kind == .impureReducer)
    }

    @Test("what the program dispatches is seen at once, in the live state, by its number")
    func present() async throws {
        let store = makeImpure()
        let server = DebugServer(configuration: .init(access: .read), logger: .silent)
        server.add(store, id: "ticks")
        let client = try await server.attach(.read)
        for number in 1...20 {
            store.dispatch(-1)
            let live = try await client.send(StateTree())
            #expect(live.seq == number)
            #expect(live.node.children?.last?.value == .int(Int64(store.state.stamp)))
        }
    }
}
