import SeededTesting
import StrobeProtocol
import StrobeTree
import Testing

@testable import OracleTesting
@testable import StrobeServer

/// Random stores, logs and questions, whose answers are worked out from whole states.
@Suite("Answers to random questions", .timeLimit(.minutes(30)))
struct OracleTests {
    @Test("what changed at a path is told alike by all who can be asked, live and recorded")
    func paths() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 0
        while tally.count < OracleTally.wanted / 2 {
            seed += 1
            let log = try OracleLog(seed: seed)
            var random = SeededGenerator(seed: seed)
            let paths = Array(log.paths.shuffled(using: &random).prefix(40))
            let bench = try await OracleBench(log, points: paths.prefix(20).map { BreakpointSet(path: $0, log: "met") })
            for point in bench.points {
                tally.hold("breakpoint path", point.problem, to: nil, "seed \(seed), \(point)")
                tally.hold(
                    "breakpoint path", point.hits, to: log.changes(point.path ?? .root).count, "seed \(seed), \(point)")
            }
            var questions = OraclePathQuestions(bench: bench, tally: tally, random: random)
            for path in paths { try await questions.ask(path) }
        }
    }

    @Test("actions and conditions choose the entries that they choose among whole states")
    func entries() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 1_000
        while tally.count < OracleTally.wanted / 2 {
            seed += 1
            let log = try OracleLog(seed: seed)
            var random = SeededGenerator(seed: seed)
            let globs = (0..<30).map { _ in OracleEntryQuestions.glob(using: &random) }
            let conditions = (0..<100).map { _ in OracleCondition.random(using: &random) }
            let bench = try await OracleBench(
                log,
                points: globs.prefix(20).map { BreakpointSet(action: $0, log: "met") }
                    + conditions.prefix(30).map { BreakpointSet(condition: $0.text, log: "met") })
            var questions = OracleEntryQuestions(bench: bench, tally: tally, random: random)
            let labels = try await questions.labels()
            for (index, point) in bench.points.enumerated() {
                let expected: Int
                if let glob = point.action {
                    expected = labels.count { label in
                        OracleEntryQuestions.fits(glob[...], label[...])
                            || OracleEntryQuestions.fits(glob[...], label.prefix { $0 != "(" })
                    }
                } else {
                    expected = conditions[index - 20].fitting(in: log).count { $0 > 0 }
                }
                tally.hold("breakpoint hits", point.hits, to: expected, "seed \(seed), \(point)")
                tally.hold("breakpoint problem", point.problem, to: nil, "seed \(seed), \(point)")
            }
            for glob in globs { try await questions.ask(glob: glob, labels) }
            for action in Set(log.actions) { try await questions.ask(action: action) }
            for condition in conditions { try await questions.ask(condition) }
        }
    }
}
