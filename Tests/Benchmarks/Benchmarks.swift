/// Measures what the design promises, each figure beside a baseline of the same run.
///
/// `--quick` measures with fewer turns, to see that everything runs.
@main
struct Benchmarks {
    static func main() async throws {
        let isQuick = CommandLine.arguments.contains("--quick")
        let measure = Measure(repetitions: isQuick ? 3 : 7)
        DispatchBenchmark(measure: measure, turns: isQuick ? 100_000 : 1_000_000).run()
        try await HistoryBenchmark(measure: measure, turns: isQuick ? 100_000 : 1_000_000).run()
    }
}
