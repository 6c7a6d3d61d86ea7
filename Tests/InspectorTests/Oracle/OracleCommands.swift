import SeededTesting
import StrobeReflection
import StrobeTree

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

/// Enters queries at prompts.
struct OracleCommands<Subject: OracleSubject> {
    let program: OracleProgram<Subject>
    let tally: OracleTally
    var random: SeededGenerator

    var log: OracleLog<Subject> { program.log }

    // MARK: Changes

    /// Queries the changes of a path with every command that can tell.
    mutating func ask(_ path: Path) async {
        let isPointer = Bool.random(using: &random) && !path.pointer.contains { " \"\\".contains($0) } && !path.isRoot
        let text = path.isRoot ? "." : isPointer ? path.pointer : path.swiftStyle
        let (from, to) = range()
        let changes = log.changes(path)
        let among = changes.filter { $0 >= from && $0 <= to }
        for session in program.sessions {
            func hold<Answer: Equatable>(_ kind: String, _ answer: Answer, _ expected: Answer, _ line: String) {
                tally.hold(kind, answer, to: expected, "\(session.name), \(log.name), `\(line)`")
            }
            let list = "log \(from)..\(to) --path \(text)"
            let isCovered = log.covers(path)
            hold(
                "log --path", await entries(session.run(list)), isCovered ? ["hidden"] : among.map { "\($0)" }, list)
            let blame = "blame \(text) --at \(to) --limit 1000"
            let blamed = await session.run(blame)
            // A recording does not know whether a nested `nil` is redacted.
            if !(0...to).contains(where: { log.value(path, $0)?.hasEmptySome == true }) || log.covers(path) {
                hold("blame hidden", blamed.isHidden, (0...to).contains { log.hides(path, $0) }, blame)
            }
            // Parts of a placeholder do not count.
            let isShown = !log.isBelowHidden(path)
            if isShown {
                hold(
                    "blame", entries(blamed).filter { $0 != "hidden" },
                    changes.filter { $0 <= to }.reversed().map { "\($0)" }, blame)
            }
            // The root has no path that could be given to these commands.
            if !path.isRoot {
                let isRefused = log.hides(path, from) || log.hides(path, to)
                for last in [false, true] {
                    let find = "find changed(\(OracleText.pointer(path))) \(from)..\(to)\(last ? " --last" : "")"
                    hold(
                        "find changed", await first(session.run(find)),
                        isRefused ? -2 : last ? among.last : among.first, find)
                }
                let seq = Int.random(in: 0...log.last, using: &random)
                let expect = "expect changed(\(path.swiftStyle)) --at \(seq)"
                hold(
                    "expect changed", await isPassed(session.run(expect)),
                    !log.hides(path, seq) && log.changed(path, seq), expect)
            }
            let isChanged = log.value(path, from) != log.value(path, to)
            if from < to, isShown {
                let expected = "expect-diff \(from)..\(to) \(text) --among"
                hold("expect-diff", await isPassed(session.run(expected)), isChanged, expected)
                let nothing = "expect-diff \(from)..\(to) nothing"
                hold(
                    "expect-diff nothing", await isPassed(session.run(nothing)), log.told(.root, from, to) == false,
                    nothing)
            }
            if isShown { await askDiff(path, from, to, session) }
        }
    }

    // MARK: Entries

    /// Queries the states in which a condition holds.
    mutating func ask(_ condition: OracleCondition) async {
        let fitting = condition.fitting(in: log)
        let (from, to) = range()
        let among = fitting.filter { $0 >= from && $0 <= to }
        let seq = Int.random(in: 0...log.last, using: &random)
        for session in program.sessions {
            for last in [false, true] {
                let line = "find \(condition.text) \(from)..\(to)\(last ? " --last" : "")"
                tally.hold(
                    "find", await first(session.run(line)), to: last ? among.last : among.first,
                    "\(session.name), \(log.name), `\(line)`")
            }
            let line = "expect \(condition.text) --at \(seq)"
            tally.hold(
                "expect", await isPassed(session.run(line)), to: fitting.contains(seq),
                "\(session.name), \(log.name), `\(line)`")
        }
    }

    /// Queries the entries of a case, and what an entry did.
    mutating func askEntries() async {
        for session in program.sessions {
            for name in Subject.Action.names {
                let line = "log 1..\(log.last) --action .\(name)"
                let expected = log.actions.indices.filter { log.actions[$0].name == name }.map { "\($0 + 1)" }
                tally.hold(
                    "log --action", await entries(session.run(line)), to: expected,
                    "\(session.name), \(log.name), `\(line)`")
            }
            let all = (try? await session.run("log 1..\(log.last)").get()) ?? ["an error"]
            tally.hold(
                "log", all.compactMap(\.first).map(String.init).joined(),
                to: (1...log.last).map { log.told(.root, $0 - 1, $0).map { $0 ? "~" : "·" } ?? "?" }.joined(),
                "\(session.name), \(log.name), `log`")
            let line = "log 1..\(log.last) --changed"
            tally.hold(
                "log --changed", await entries(session.run(line)), to: log.changes(.root).map { "\($0)" },
                "\(session.name), \(log.name), `\(line)`")
            for seq in 1...log.last {
                let lines = (try? await session.run("show \(seq)").get()) ?? ["an error"]
                tally.hold(
                    "show", lines.map(Self.told).first { $0 != "" } ?? "", to: Self.told(log.told(.root, seq - 1, seq)),
                    "\(session.name), \(log.name), `show \(seq)`: \(lines)")
            }
        }
    }

    // MARK: Answers

    /// The seqs of the listed entries, or the error.
    func entries(_ answer: Result<[String], InspectorError>) -> [String] {
        switch answer {
        case .success(let lines):
            lines.compactMap { line in
                number(line, after: "#").map(String.init) ?? Self.entries([line]).first.map(String.init)
            }
        // There is no value, and there never was.
        case .failure(let error):
            answer.isHidden ? ["hidden"] : error.message.hasPrefix("There is nothing at ") ? [] : [error.message]
        }
    }

    /// The first entry of an answer; -1 for an error, -2 if the error is that something is redacted.
    private func first(_ answer: Result<[String], InspectorError>) -> Int? {
        guard case .success(let lines) = answer else { return answer.isHidden ? -2 : -1 }
        // A remark precedes the answer if the type does not tell.
        return lines.compactMap { number($0, after: "#") ?? number($0, after: "@") }.first
    }

    /// The reported changes of an entry.
    private static func told(_ line: String) -> String {
        guard line.hasPrefix("  changes  ") else { return "" }
        return line.contains("hidden values may have") ? "hidden" : line.hasSuffix("  none") ? "nothing" : "something"
    }

    private static func told(_ changed: Bool?) -> String {
        changed.map { $0 ? "something" : "nothing" } ?? "hidden"
    }

    func isPassed(_ answer: Result<[String], InspectorError>) -> Bool {
        if case .success = answer { true } else { false }
    }

    private func number(_ line: String, after sign: Character) -> Int? {
        line.first == sign ? Int(line.dropFirst().prefix { $0.isNumber }) : nil
    }

    mutating func range() -> (from: Int, to: Int) {
        guard Int.random(in: 0..<3, using: &random) > 0 else { return (0, log.last) }
        let from = Int.random(in: 0..<log.last, using: &random)
        return (from, Int.random(in: from + 1...log.last, using: &random))
    }
}

extension Result<[String], InspectorError> {
    /// Whether nothing is reported because it is redacted.
    var isHidden: Bool {
        switch self {
        case .success(let lines): lines.last?.contains("hidden") == true
        case .failure(let error): error.message.contains("is hidden")
        }
    }
}

extension Value {
    /// Whether it contains an optional with a value that is `nil`.
    fileprivate var hasEmptySome: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.hasEmptySome)
        case .object(let members): self == ["some": .null] || members.values.contains(where: \.hasEmptySome)
        default: false
        }
    }
}
