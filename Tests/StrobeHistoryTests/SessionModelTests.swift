import SeededTesting
import StrobeHistory
import Testing

@Suite("History against a naive one that keeps every state")
struct SessionModelTests {
    /// The number of sequences of steps; there are as many tasks as arguments.
    private static let sequences = LongTests.areRun ? 10_000 : 1_000
    private static let tasks = 4

    private static func steps(seed: UInt64) -> [SessionStep] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Int.random(in: 1...20, using: &generator)).map { _ in .random(&generator) }
    }

    /// Options with small limits, so that everything overflows soon.
    private static func options(seed: UInt64) -> HistoryOptions {
        var options = HistoryOptions()
        options.checkpoints = 2 + Int(seed % 4)
        options.checkpointDistance = 1 + Int(seed % 5)
        options.budgetBytes = seed / 4 % 2 == 0 ? 1 : 64 << 20
        return options
    }

    @Test(
        "dispatches, jumps, edits, branches, adoptions, pauses, steps, commits and evictions leave every state as it was",
        arguments: 0..<tasks)
    func sequences(task: Int) async {
        var coverage = SessionModel.Coverage()
        for seed in stride(from: UInt64(task), to: UInt64(Self.sequences), by: Self.tasks) {
            let options = Self.options(seed: seed)
            let steps = Self.steps(seed: seed)
            let (mismatch, happened) = await SessionModel.run(steps, options)
            coverage = coverage + happened
            guard let mismatch else { continue }
            let least = await Self.shrunk(steps, options)
            Issue.record("seed \(seed): \(mismatch); the least that fails: \(least)")
            return
        }
        #expect(coverage.held > 0 && coverage.adopted > 0 && coverage.committed > 0)
        #expect(coverage.evicted > 0 && coverage.lost > 0)
    }

    /// Removes steps as long as the rest still fails.
    private static func shrunk(_ steps: [SessionStep], _ options: HistoryOptions) async -> [SessionStep] {
        var steps = steps
        var place = 0
        while place < steps.count {
            var fewer = steps
            fewer.remove(at: place)
            if await SessionModel.run(fewer, options).mismatch != nil { steps = fewer } else { place += 1 }
        }
        return steps
    }
}
