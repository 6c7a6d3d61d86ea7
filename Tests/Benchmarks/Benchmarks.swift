/// Measures what the design promises, each figure beside a baseline of the same run.
///
/// `--quick` measures with fewer turns, to see that everything runs.
@main
struct Benchmarks {
    static func main() async throws {
        let isQuick = CommandLine.arguments.contains("--quick")
        let measure = Measure(repetitions: isQuick ? 3 : 7)
        let turns = isQuick ? 100_000 : 1_000_000
        try await DispatchBenchmark(measure: measure, turns: turns).run()
        try await HistoryBenchmark(measure: measure, turns: turns).run()
        try await GateBenchmark(measure: measure, turns: turns).run()
        try await MemoryBenchmark(measure: measure, turns: turns).run()
        try await TallyBenchmark(turns: turns).run()
        try ConditionBenchmark(measure: measure, turns: turns).run()
        try await MinimizeBenchmark().run()
        try TreeBenchmark(measure: measure).run()
    }
}
