import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Testing

@Suite("Long questions, and requests that wait", .timeLimit(.minutes(5)))
struct FairnessTests {
    private struct Words: Codable, Sendable, Equatable {
        var text = ""
        var count = 0
    }

    private static let expensive = ".text matches /(a{30}){30}c/ || .count == 3"

    /// A store whose condition takes about a thousand steps for each character of the text.
    private func history(length: Int) -> (store: Store<Words, Int, Never>, history: History<Words, Int, Never>) {
        let store = Store<Words, Int, Never>(initial: Words(text: String(repeating: "a", count: length))) {
            state, step in
            state.count += step
        }
        let history = History(store: store)
        for _ in 1...6 { store.dispatch(1) }
        return (store, history)
    }

    @Test("what takes longer than a slice for one state has the same answer as what does not")
    func answers() async throws {
        let (store, history) = history(length: 400)
        let condition = try Condition(parsing: Self.expensive)
        let first = try await history.find(condition)
        #expect(first.seq == 3 && first.tests == 4)
        #expect(try await history.find(condition, last: true).seq == 3)
        #expect(try await history.find(Condition(parsing: "\(Self.expensive) || .count > 3"), monotone: true).seq == 3)
        for end in [nil, 3] as [Int?] {
            let least = try await history.minimize(condition, to: end)
            #expect(least.kept == [1, 2, 3] && least.isMinimal)
        }
        withExtendedLifetime(store) {}
    }

    @Test("while one state is examined for long others are answered, and the request can be cancelled")
    func cancellation() async throws {
        let (store, history) = history(length: 60_000)
        let condition = try Condition(parsing: Self.expensive)
        let questions = [
            Task { _ = try await history.find(condition) }, Task { _ = try await history.minimize(condition) },
        ]
        for _ in 1...20 {
            #expect(try await history.state(at: 2).state.count == 2)
            #expect(try await history.changes(from: 0, to: 6).count == 1)
        }
        for question in questions { question.cancel() }
        for question in questions {
            // If it had been answered before, or only at its end, there would be no error.
            let error = await #expect(throws: HistoryError.self) { try await question.value }
            #expect(error?.code == .cancelled)
        }
        withExtendedLifetime(store) {}
    }

    @Test("a question that has no answer says for which state, and why")
    func refusals() async throws {
        let (store, history) = history(length: 70_000)
        let error = await #expect(throws: HistoryError.self) {
            try await history.find(Condition(parsing: ".text contains \"b\""), from: 2)
        }
        #expect(error?.tree?.code == .undecided && error?.seq == 2)
        #expect(error?.message.contains("the state at 2") == true && error?.message.contains("70000 bytes") == true)
        await #expect(throws: HistoryError.self) { try await history.minimize(Condition(parsing: ".text like \"b*\"")) }
        withExtendedLifetime(store) {}
    }

    @Test("states far from each other are replayed for several at a time, and all are right")
    func seeking() async throws {
        let store = Store<Words, Int, Never>(initial: Words()) { state, step in state.count += step }
        let history = History(store: store)
        for _ in 1...20_000 { store.dispatch(1) }
        await withTaskGroup(of: Void.self) { group in
            for start in 0..<4 {
                group.addTask {
                    for round in 0..<10 {
                        let seq = (start * 5_003 + round * 1_999) % 20_001
                        #expect((try? await history.state(at: seq))?.state.count == seq)
                    }
                }
            }
        }
        #expect(try await history.changes(ofEach: 1...2_000).allSatisfy { $0?.count == 1 })
        withExtendedLifetime(store) {}
    }
}
