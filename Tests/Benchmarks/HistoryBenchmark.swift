import SeededTesting
import Strobe
import StrobeHistory

/// Measures access to past states after a large number of actions.
struct HistoryBenchmark {
    var measure: Measure
    var turns: Int

    func run() async throws {
        for items in [10, 100_000] {
            Measure.heading("time travel over \(turns) actions, \(items) items", size: items)
            let store = DispatchBenchmark.makeStore(items: items)
            let history = History(store: store)
            for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }

            let clock = ContinuousClock()
            history.attach()
            let attach = try await clock.measure { _ = try await history.state(at: nil) }
            Measure.row("catch up after attaching, per action", attach / .nanoseconds(1) / Double(turns))

            var seeks: [Double] = []
            var random = SeededGenerator(seed: 7)
            for _ in 0..<200 {
                let seq = Int.random(in: history.firstSeq...turns, using: &random)
                seeks.append(try await clock.measure { _ = try await history.state(at: seq) } / .milliseconds(1))
            }
            seeks.sort()
            Measure.row("seek to a random seq, median", seeks[seeks.count / 2], unit: "ms")
            let limit: Double = items > 1_000 ? 20 : 5
            Measure.row("seek to a random seq, p99", seeks[seeks.count * 99 / 100], unit: "ms", limit: limit)

            let diff = try await clock.measure { _ = try await history.changes(from: turns - 1, to: turns) }
            Measure.row("diff of the last two states", diff / .milliseconds(1), unit: "ms")
            history.detach()
        }
    }
}
