import SeededTesting
import Strobe
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import OracleTesting

/// What is typed at the prompt, and what is made of recordings, held to answers that are worked out from whole states.
@Suite("Answers of commands to random questions", .timeLimit(.minutes(30)))
struct OracleCommandTests {
    @Test("commands say what changed at a path, and which entries and states fit, live and of a recording")
    func commands() async throws {
        let tally = OracleTally()
        var seed: UInt64 = 5_000
        while tally.count < OracleTally.wanted / 5 {
            seed += 1
            let log = try OracleLog(seed: seed)
            var random = SeededGenerator(seed: seed)
            let paths = Array(log.paths.shuffled(using: &random).prefix(30))
            let conditions = (0..<30).map { _ in OracleCondition.random(using: &random) }
            var commands = OracleCommands(program: try await OracleProgram(log), tally: tally, random: random)
            for path in paths { await commands.ask(path) }
            for condition in conditions { await commands.ask(condition) }
            await commands.askEntries()
        }
    }

    @Test("an answer about another log is found to be wrong")
    func wrong() async throws {
        let log = try OracleLog(seed: 1)
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
            let log = try OracleLog(seed: seed)
            let program = try await OracleProgram(log)
            var script = RecordingScript(try RecordingReader(paths: program.paths), name: "it", expects: true)
            try script.write(range: nil, of: nil)
            let again = OracleServer()
            let played = try await again.attach().run(script: script.lines)
            tally.hold("script", played.outcome, to: .success, "seed \(seed): \(played.errors)")
            let state = try TreeEncoder().encode(again.store.state)
            tally.hold("script's state", state == log.values[log.last], to: true, "seed \(seed)")
            // One action after another does nothing: that shows where it had done something.
            var random = SeededGenerator(seed: seed)
            for action in Set(log.actions).shuffled(using: &random).prefix(6) {
                let isMissed = log.actions.indices.contains { log.actions[$0] == action && log.changed(.root, $0 + 1) }
                let other = try await OracleServer(ignoring: action).attach().run(script: script.lines)
                tally.hold(
                    "script elsewhere", other.outcome, to: isMissed ? .commandFailed : .success,
                    "seed \(seed), ignoring \(action): \(other.errors)")
            }
        }
    }
}
