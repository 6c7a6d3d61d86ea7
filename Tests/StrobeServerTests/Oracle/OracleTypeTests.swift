import SeededTesting
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import OracleTesting
@testable import StrobeServer

extension OracleTests {
    @Test("states of random types are asked about like others, live and recorded")
    func types() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 20_000
        while tally.count < OracleTally.wanted / 2 {
            seed += 1
            var random = SeededGenerator(seed: seed)
            try await Self.ask(OracleShape.random(using: &random), seed: seed, tally)
        }
    }

    private static func ask<Part: OraclePart>(_: Part.Type, seed: UInt64, _ tally: OracleTally) async throws {
        let log = try OracleLog<OracleBox<Part>>(seed: seed)
        var random = SeededGenerator(seed: seed)
        let paths = Array(log.paths.shuffled(using: &random).prefix(10))
        let conditions = (0..<10).map { _ in OracleCondition.random(about: paths, of: log, using: &random) }
        let bench = try await OracleBench(
            log,
            points: paths.map { BreakpointSet(path: $0, log: "met") }
                + conditions.map { BreakpointSet(condition: $0.text, log: "met") })
        for (index, point) in bench.points.enumerated() {
            let expected =
                index < paths.count
                ? log.changes(paths[index]) : conditions[index - paths.count].fitting(in: log).filter { $0 > 0 }
            tally.hold("breakpoint problem", point.problem, to: nil, "\(log.name), \(point)")
            tally.hold("breakpoint hits", point.hits, to: expected.count, "\(log.name), \(point)")
        }
        var places = OraclePathQuestions(bench: bench, tally: tally, random: random)
        for path in paths { try await places.ask(path) }
        try await OracleSubscriptions(bench: bench, tally: tally).ask(paths)
        var entries = OracleEntryQuestions(bench: bench, tally: tally, random: random)
        let labels = try await entries.labels()
        for _ in 0..<3 {
            try await entries.ask(glob: OracleEntryQuestions<OracleBox<Part>>.glob(using: &random), labels)
        }
        for action in Set(log.actions.prefix(5)) { try await entries.ask(action: action) }
        for condition in conditions { try await entries.ask(condition) }
    }
}
