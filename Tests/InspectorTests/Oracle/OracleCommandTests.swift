import SeededTesting
import Strobe
import StrobeRecording
import StrobeReflection
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

/// Commands at the prompt, and output generated from recordings, compared with answers computed from whole states.
@Suite("Answers of commands to random questions", .timeLimit(.minutes(30)))
struct OracleCommandTests {
    @Test("commands say what changed at a path, and which entries and states fit, live and of a recording")
    func commands() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 5_000
        while tally.count < OracleTally.wanted / 5 {
            seed += 1
            let log = try OracleLog<OracleState>(seed: seed)
            var random = SeededGenerator(seed: seed)
            let paths = Array(log.paths.shuffled(using: &random).prefix(30))
            let conditions = (0..<30).map { _ in OracleCondition.random(using: &random) }
            var commands = OracleCommands(program: try await OracleProgram(log), tally: tally, random: random)
            for path in paths { await commands.ask(path) }
            for path in paths.prefix(10) { await commands.askState(path) }
            for condition in conditions { await commands.ask(condition) }
            await commands.askEntries()
            await commands.askGraphs()
            for _ in 0..<4 { await commands.askSearch() }
        }
    }

    @Test("commands answer about states of random types like about others")
    func types() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 25_000
        while tally.count < OracleTally.wanted / 5 {
            seed += 1
            var random = SeededGenerator(seed: seed)
            try await Self.ask(OracleShape.random(using: &random), seed: seed, tally)
        }
    }

    private static func ask<Part: OraclePart>(_: Part.Type, seed: UInt64, _ tally: OracleTally) async throws {
        let log = try OracleLog<OracleBox<Part>>(seed: seed)
        var random = SeededGenerator(seed: seed)
        let paths = Array(log.paths.shuffled(using: &random).prefix(8))
        let conditions = (0..<8).map { _ in OracleCondition.random(about: paths, of: log, using: &random) }
        var commands = OracleCommands(program: try await OracleProgram(log), tally: tally, random: random)
        for path in paths {
            await commands.ask(path)
            await commands.askState(path)
        }
        for condition in conditions { await commands.ask(condition) }
        await commands.askEntries()
        await commands.askGraphs()
        for _ in 0..<2 { await commands.askSearch() }
        var watches = OracleWatches(log: log, tally: tally, random: random)
        try await watches.watch(paths)
        try await watches.stop("break --path", at: "--path \(paths[0].swiftStyle)", log.changes(paths[0]))
    }

    @Test("what is watched is printed where it changes, and what breakpoints hold is what they are about")
    func watches() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 30_000
        while tally.count < OracleTally.wanted / 10 {
            seed += 1
            let log = try OracleLog<OracleState>(seed: seed)
            var random = SeededGenerator(seed: seed)
            let paths = Array(log.paths.shuffled(using: &random).prefix(8))
            var watches = OracleWatches(log: log, tally: tally, random: random)
            try await watches.watch(paths, together: seed.isMultiple(of: 3) ? 4 : 1)
            for path in paths.prefix(2) {
                try await watches.stop("break --path", at: "--path \(path.swiftStyle)", log.changes(path))
            }
            for _ in 0..<2 {
                let condition = OracleCondition.random(using: &random)
                let hits = condition.fitting(in: log).filter { $0 > 0 }
                try await watches.stop("break --if", at: "--if \(Literal.text(.string(condition.text)))", hits)
            }
            let name = log.actions[.random(in: log.actions.indices, using: &random)].name
            let hits = log.actions.indices.filter { log.actions[$0].name == name }.map { $0 + 1 }
            try await watches.stop("break", at: ".\(name)", hits)
        }
    }

    @Test("an answer about another log is found to be wrong")
    func wrong() async throws {
        let log = try OracleLog<OracleState>(seed: 1)
        var program = try await OracleProgram(log)
        program.log = log.reversed
        for kind in 0..<3 {
            let tally = OracleTally(isSilent: true)
            var random = SeededGenerator(seed: 3)
            let conditions = (0..<20).map { _ in OracleCondition.random(using: &random) }
            var commands = OracleCommands(program: program, tally: tally, random: random)
            switch kind {
            case 0: for path in [Path(["number"]), Path(["phase"]), Path(["rows"])] { await commands.ask(path) }
            case 1: for condition in conditions { await commands.ask(condition) }
            default: await commands.askEntries()
            }
            #expect(tally.failed > 5)
        }
    }

    @Test("a script that is made of a recording passes where the same happens, and fails where anything else does")
    func scripts() async throws {
        let tally = OracleTally()
        for seed in UInt64(6_001)...6_000 + UInt64(max(4, OracleTally.wanted / 1_000)) {
            let log = try OracleLog<OracleState>(seed: seed)
            let program = try await OracleProgram(log)
            var script = RecordingScript(try RecordingReader(paths: program.paths), name: "it", expects: true)
            try script.write(range: nil, of: nil)
            let again = OracleServer(log)
            let played = try await again.attach().run(script: script.lines)
            tally.hold("script", played.outcome, to: .success, "seed \(seed): \(played.errors)")
            let state = try TreeEncoder().encode(again.store.state)
            tally.hold("script's state", state == log.values[log.last], to: true, "seed \(seed)")
            // Replacing an action by one without effect shows where it had an effect.
            var random = SeededGenerator(seed: seed)
            for action in Set(log.actions).shuffled(using: &random).prefix(6) {
                let isMissed = log.actions.indices.contains { log.actions[$0] == action && log.changed(.root, $0 + 1) }
                let other = try await OracleServer(log, ignoring: action).attach().run(script: script.lines)
                tally.hold(
                    "script elsewhere", other.outcome, to: isMissed ? .commandFailed : .success,
                    "seed \(seed), ignoring \(action): \(other.errors)")
            }
        }
    }

    @Test("a report says of every step whether it changed anything, and what the state was at the end")
    func reports() async throws {
        let tally = OracleTally()
        for seed in UInt64(8_001)...8_000 + UInt64(max(4, OracleTally.wanted / 1_000)) {
            let log = try OracleLog<OracleState>(seed: seed)
            let program = try await OracleProgram(log)
            var random = SeededGenerator(seed: seed)
            let from = Int.random(in: 1...log.last, using: &random)
            let to = Int.random(in: from...log.last, using: &random)
            let reader = try RecordingReader(paths: program.paths)
            let report = try Report(
                reader, selection: ReportSelection(from: .seq(from), to: .seq(to), stores: ["store"]), title: nil)
            tally.hold("report", report.steps.map(\.transition.seq), to: Array(from...to), "seed \(seed)")
            tally.hold("report's first state", report.stores.first?.state, to: log.values[from - 1], "seed \(seed)")
            let rows = report.markdown().split(separator: "\n").filter { $0.hasPrefix("| `#") }
            for (seq, row) in zip((from...to).suffix(rows.count), rows) {
                tally.hold(
                    "report's row", row.hasSuffix("| nothing |"), to: !log.changed(.root, seq), "seed \(seed): \(row)")
            }
            tally.hold("report's rows", rows.isEmpty, to: false, "seed \(seed)")
            for step in report.steps {
                var value = log.values[step.transition.seq - 1]
                try Patch.apply(step.transition.changes ?? [], to: &value)
                tally.hold(
                    "report's changes", value == log.values[step.transition.seq], to: true,
                    "seed \(seed), entry \(step.transition.seq)")
            }
        }
    }
}
