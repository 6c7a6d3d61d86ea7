/// Measures the performance goals of the design, each against a baseline of the same run.
///
/// `counts` runs one of the tasks that `.ci/counts` counts, `idle` the program that the benchmark of processes looks at.
/// `--quick` measures fewer iterations, `--smoke` only checks that everything runs; names select benchmarks.
@main
struct Benchmarks {
    static func main() async throws {
        let isQuick = CommandLine.arguments.contains("--quick")
        let isSmoke = CommandLine.arguments.contains("--smoke")
        let names = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("-") }
        if names.first == "counts" { return try CountedTasks.run(Array(names.dropFirst())) }
        if names.first == "idle" { return try await IdleProgram.run(names.dropFirst().first) }
        let measure = Measure(repetitions: isSmoke ? 1 : isQuick ? 3 : 7)
        let turns = isSmoke ? 10_000 : isQuick ? 100_000 : 1_000_000
        let all: [(name: String, run: () async throws -> Void)] = [
            ("dispatch", DispatchBenchmark(measure: measure, turns: turns).run),
            ("history", HistoryBenchmark(measure: measure, turns: turns).run),
            ("gate", GateBenchmark(measure: measure, turns: turns).run),
            ("target", TargetBenchmark(measure: measure, turns: turns).run),
            ("overload", OverloadBenchmark(turns: turns).run),
            ("feed", FeedBenchmark(measure: measure, turns: turns).run),
            ("subscriptions", SubscriptionBenchmark().run),
            ("memory", MemoryBenchmark(measure: measure, turns: turns).run),
            ("large", LargeStateBenchmark(turns: turns).run),
            ("flight", FlightRecorderBenchmark(turns: turns).run),
            ("graph", GraphBenchmark(turns: turns).run),
            ("conditions", ConditionBenchmark(measure: measure, turns: turns).run),
            ("minimize", MinimizeBenchmark().run),
            ("playback", PlaybackBenchmark(turns: turns).run),
            ("json", JSONBenchmark(measure: measure).run),
            ("tree", TreeBenchmark(measure: measure, elements: isSmoke ? 10_000 : 1_000_000).run),
            ("recording", RecordingBenchmark(measure: measure, turns: turns).run),
            ("process", ProcessBenchmark(measure: measure, seconds: isSmoke ? 1 : 10).run),
        ]
        let known = all.map(\.name)
        for name in names where !known.contains(name) {
            print("there is no benchmark \(name); there are \(known.joined(separator: ", "))")
            return
        }
        for benchmark in all where names.isEmpty || names.contains(benchmark.name) {
            try await benchmark.run()
            Measure.growth()
        }
    }
}
