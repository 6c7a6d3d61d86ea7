import Strobe
import StrobeHistory
import StrobeTree
import Testing

@Suite("Every count has an answer", .timeLimit(.minutes(5)))
struct GraphAnswersTests {
    private enum Door: String, Codable, Sendable { case open, closed }

    private enum Step: CaseIterable { case off, on, dispatch, restore, attach }

    /// All sequences of a number of steps.
    private func ways(_ count: Int) -> [[Step]] {
        (0..<count).reduce([[]]) { ways, _ in ways.flatMap { way in Step.allCases.map { way + [$0] } } }
    }

    @Test("whatever was switched, dispatched and put back before, each range is counted or refused")
    func brute() async throws {
        var counted = 0
        for way in ways(4) {
            let store = Store<Door, Bool, Never>(initial: .closed) { door, opens in door = opens ? .open : .closed }
            let history = History(store: store)
            for (index, step) in way.enumerated() {
                switch step {
                case .off: try await history.setReplaying(false)
                case .on: try await history.setReplaying(true)
                case .dispatch:
                    store.dispatch(index % 2 == 0)
                    store.dispatch(index % 2 == 1)
                case .restore: store.restore(.closed, note: "back")
                case .attach: history.attach()
                }
            }
            let last = store.seq
            for from in [nil] + (0...last + 1).map(Int?.some) {
                for to in [nil] + (0...last).map(Int?.some) where from ?? 0 <= to ?? .max {
                    do throws(HistoryError) {
                        let graph = try await history.graph(at: .root, from: from, to: to)
                        #expect(
                            graph.seq == to ?? last && graph.firstSeq <= graph.seq, "\(way) \(from ?? -1)...\(to ?? -1)"
                        )
                        counted += 1
                    } catch {
                        #expect([.seqEvicted, .stateUnknown].contains(error.code), "\(way): \(error.message)")
                        #expect(!error.message.contains("too many"), "\(way) \(from ?? -1)...\(to ?? -1)")
                    }
                }
            }
        }
        #expect(counted > 1_000)
    }

    @Test("a count from before replay was turned on begins where replay does")
    func beginning() async throws {
        let store = Store<Door, Bool, Never>(initial: .closed) { door, opens in door = opens ? .open : .closed }
        let history = History(store: store)
        try await history.setReplaying(false)
        for opens in [true, false] { store.dispatch(opens) }
        try await history.setReplaying(true)
        store.dispatch(true)
        for from in [nil, 0, 1, 2, 3] as [Int?] {
            let graph = try await history.graph(at: .root, from: from)
            #expect(graph.firstSeq == 2 && graph.seq == 3 && graph.moves.count == 1)
        }
        let error = await #expect(throws: HistoryError.self) { try await history.graph(at: .root, to: 1) }
        #expect(error?.code == .seqEvicted)
    }
}
