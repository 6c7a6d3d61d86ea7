import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector
@testable import OracleTesting

extension OracleCommandTests {
    @Test("what any rules hide is said to be hidden by all commands, and what they do not is answered as it is")
    func hidden() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 40_000
        while tally.count < OracleTally.wanted / 5 {
            seed += 1
            var random = SeededGenerator(seed: seed)
            try await Self.askHiding(
                try OracleLog<OracleState>(seed: seed, hiding: OracleRule.some(using: &random)), tally, &random)
            try await Self.askHiding(OracleShape.random(using: &random), seed: seed, tally, &random)
        }
    }

    private static func askHiding<Part: OraclePart>(
        _: Part.Type, seed: UInt64, _ tally: OracleTally, _ random: inout SeededGenerator
    ) async throws {
        let paths = try OracleLog<OracleBox<Part>>(seed: seed).paths
        let rules = OracleRule.some(about: paths, using: &random)
        try await askHiding(try OracleLog<OracleBox<Part>>(seed: seed, hiding: rules), tally, &random)
    }

    private static func askHiding<Subject>(
        _ log: OracleLog<Subject>, _ tally: OracleTally, _ random: inout SeededGenerator
    ) async throws {
        let paths = Array(log.paths.shuffled(using: &random).prefix(8))
        var commands = OracleCommands(program: try await OracleProgram(log), tally: tally, random: random)
        for path in paths {
            await commands.ask(path)
            await commands.askState(path)
        }
        for _ in 0..<20 {
            let condition = OracleCondition.random(about: paths, of: log, using: &random)
            // Redacted values are queried by their placeholders.
            let named = try Condition(parsing: condition.text).paths
            guard !named.contains(where: { path in (0...log.last).contains { log.hides(path, $0) } }) else { continue }
            await commands.ask(condition)
        }
        await commands.askEntries()
        await commands.askGraphs()
        await commands.askSearch()
        var watches = OracleWatches(log: log, tally: tally, random: random)
        try await watches.watch(paths)
    }

    @Test("two programs that differ only in what is hidden get the same answers at the prompt")
    func alike() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 45_000
        while tally.count < OracleTally.wanted / 20 {
            seed += 1
            let rules = [OracleRule(text: "/secret")]
            let logs = try [false, true].map { try OracleLog<OracleState>(seed: seed, hiding: rules, other: $0) }
            let programs = [try await OracleProgram(logs[0]), try await OracleProgram(logs[1])]
            var lines = [
                "log 1..\(logs[0].last)", "log 1..\(logs[0].last) --changed", "blame .secret", "state", "tree", "get",
                "state .secret", "find changed(.)", "find .secret.value > 4", "expect .secret.value > 4",
                "expect-diff 0..\(logs[0].last) .secret", "expect-diff 0..\(logs[0].last) nothing", "search other",
                "search other --log", "search 7", "graph .phase", "coverage .phase", "diff .secret", "diff 0 .secret",
                "log --action .hide", "find action == .hide", "about",
            ]
            for (seq, action) in zip(1..., logs[0].actions) where action.name == "hide" {
                lines += ["show \(seq)", "diff \(seq - 1) \(seq)", "why \(seq)", "get --at \(seq)"]
            }
            for line in lines {
                for place in 0..<2 {
                    let answers = await [
                        programs[0].sessions[place].run(line), programs[1].sessions[place].run(line),
                    ].map {
                        // A duration may be absent: only slow reducers show theirs.
                        "\($0)".replacing(
                            /\s*([0-9][0-9:. ]*(ns|µs|ms|s|min|B|KB|KiB|ago)\b|\d+:\d\d:\d\d[.\d]*)/, with: ""
                        ).replacing(/\s+/, with: " ")
                    }
                    tally.hold("alike", answers[1], to: answers[0], "\(programs[0].sessions[place].name), `\(line)`")
                }
            }
        }
    }
}
