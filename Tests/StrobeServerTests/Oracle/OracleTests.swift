import SeededTesting
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import OracleTesting
@testable import StrobeServer

/// Random stores, logs and queries, whose answers are computed from whole states.
@Suite("Answers to random questions", .timeLimit(.minutes(30)))
struct OracleTests {
    private typealias Questions = OracleEntryQuestions<OracleState>

    @Test("all methods report the same changes at a path, live and recorded")
    func paths() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 0
        while tally.count < OracleTally.wanted / 2 {
            seed += 1
            let log = try OracleLog<OracleState>(seed: seed)
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
            try await OracleSubscriptions(bench: bench, tally: tally).ask(Array(paths.prefix(12)))
        }
    }

    @Test("actions and conditions choose the entries that they choose among whole states")
    func entries() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 1_000
        while tally.count < OracleTally.wanted / 2 {
            seed += 1
            let log = try OracleLog<OracleState>(seed: seed)
            var random = SeededGenerator(seed: seed)
            let globs = (0..<30).map { _ in Questions.glob(using: &random) }
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
                        Questions.fits(glob[...], label[...])
                            || Questions.fits(glob[...], label.prefix { $0 != "(" })
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

    @Test("what is hidden decides no answer, and is never said to be unchanged")
    func hidden() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 2_000
        let rules = [OracleRule(text: "/secret")]
        while tally.count < OracleTally.wanted / 5 {
            seed += 1
            let logs = try [false, true].map { try OracleLog<OracleState>(seed: seed, hiding: rules, other: $0) }
            #expect(logs[0].values == logs[1].values)
            let questions = OracleRedaction(
                programs: [
                    try await OracleBench(logs[0]), try await OracleBench(logs[1]),
                ], tally: tally)
            try await questions.entries(at: [
                OracleRule.secret, OracleRule.secret.appending("value"), Path(["number"]),
            ])
            try await questions.finds()
            var random = SeededGenerator(seed: seed)
            for path in Array(logs[0].paths.shuffled(using: &random).prefix(12)) + [OracleRule.secret] {
                try await questions.compare(StateBlame(path: path, limit: 100))
                try await questions.compare(LogList(from: 1, filter: .init(path: path), changes: true))
                try await questions.compare(StateGet(path: path, at: .seq(logs[0].last / 2)))
                try await questions.compare(StateDiff(from: .seq(0), to: .seq(logs[0].last), path: path))
            }
            for text in [
                "changed(/secret)", "/secret/value > 5", "exists(/secret/note)", "action == .hide", "changed(.)",
            ] {
                for last in [false, true] { try await questions.compare(HistoryFind(condition: text, last: last)) }
            }
            for _ in 0..<20 {
                let condition = OracleCondition.random(using: &random)
                try await questions.compare(HistoryFind(condition: condition.text))
                let glob = Questions.glob(using: &random)
                try await questions.compare(LogList(from: 1, filter: .init(action: glob)))
            }
            for text in ["other", "ann", "7", "hide"] {
                try await questions.compare(LogSearch(query: text))
                try await questions.compare(StateSearch(query: text))
            }
            try await questions.compare(GraphGet(path: Path(["phase"])))
        }
    }

    @Test("what any rules hide is reported as hidden, and everything else as it is, live and recorded")
    func rules() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 3_000
        while tally.count < OracleTally.wanted / 5 {
            seed += 1
            var random = SeededGenerator(seed: seed)
            let rules = OracleRule.some(using: &random)
            let log = try OracleLog<OracleState>(seed: seed, hiding: rules)
            try await OracleRedaction(programs: [try await OracleBench(log)], tally: tally).entries(
                at: Array(log.paths.shuffled(using: &random).prefix(6)))
        }
    }

    @Test("long texts and lists of many thousands of elements are asked about like others")
    func large() async throws {
        let tally = OracleTally()
        let text = String(repeating: "ann-", count: LongTests.areRun ? 300_000 : 75_000)
        let count = LongTests.areRun ? 100_000 : 2_500
        let list = Array(0..<count)
        let log = try OracleLog<OracleState>(actions: [
            .paste(text), .add(1), .paste(text), .numbers(list), .paste(text + "b"), .nothing, .numbers(list + [7]),
            .numbers(list + [7]), .numbers([5] + list), .add(1), .paste(""), .numbers([]), .end,
        ])
        let bench = try await OracleBench(log, limits: SessionLimits(nodes: 1_000_000))
        var questions = OraclePathQuestions(bench: bench, tally: tally, random: SeededGenerator(seed: 1))
        for path in [
            "/text", "/numbers", "/numbers/0", "/numbers/\(count - 1)", "/numbers/\(count)", "/number", "/end",
        ] {
            let path = try Path(parsing: path)
            for (name, client) in bench.sources {
                try await questions.lists(path, name, client)
                try await questions.finds(path, name, client)
            }
            try await OracleSubscriptions(bench: bench, tally: tally).ask([path])
        }
        var entries = OracleEntryQuestions(bench: bench, tally: tally, random: SeededGenerator(seed: 2))
        _ = try await entries.labels()
        // A recording does not know what a shortened label omits: it reports that instead of an answer.
        for action in log.actions where action != .numbers([]) { try await entries.ask(action: action) }
        @Sendable func numbers(_ moment: OracleCondition.Moment) -> [Value] {
            if case .array(let numbers)? = moment.value(Path(["numbers"])) { numbers } else { [] }
        }
        @Sendable func pasted(_ moment: OracleCondition.Moment) -> String {
            if case .string(let text)? = moment.value(Path(["text"])) { text } else { "none" }
        }
        let conditions = [
            OracleCondition(text: "count(.numbers) > \(count)") { numbers($0).count > count },
            OracleCondition(text: "count(.text) == 0") { pasted($0).isEmpty },
            OracleCondition(text: ".text startsWith \"ann\"") { pasted($0).hasPrefix("ann") },
            OracleCondition(text: ".text endsWith \"b\"") { pasted($0).hasSuffix("b") },
            OracleCondition(text: ".numbers[\(count - 1)] == \(count - 1)") {
                numbers($0).dropFirst(count - 1).first == .int(Int64(count - 1))
            },
            OracleCondition(text: ".numbers[\(count)] == 7") { numbers($0).dropFirst(count).first == 7 },
        ]
        for condition in conditions { try await entries.ask(condition) }
    }

    @Test("an answer about another log is found to be wrong")
    func wrong() async throws {
        let log = try OracleLog<OracleState>(seed: 1)
        var random = SeededGenerator(seed: 3)
        for kind in 0..<3 {
            let tally = OracleTally(isSilent: true)
            var bench = try await OracleBench(log)
            bench.log = log.reversed
            if kind == 0 {
                var questions = OraclePathQuestions(bench: bench, tally: tally, random: random)
                for path in [Path(["number"]), Path(["phase"]), Path(["rows"])] { try await questions.ask(path) }
            } else if kind == 1 {
                var questions = OracleEntryQuestions(bench: bench, tally: tally, random: random)
                for _ in 0..<20 { try await questions.ask(OracleCondition.random(using: &random)) }
            } else {
                var questions = OracleEntryQuestions(bench: bench, tally: tally, random: random)
                for action in log.actions.prefix(20) { try await questions.ask(action: action) }
            }
            #expect(tally.failed > 5)
        }
    }
}
