import SeededTesting
import StrobeProtocol
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// Asks two programs that differ in what is hidden alone.
struct OracleRedaction<Subject: OracleSubject> {
    let programs: [OracleBench<Subject>]
    let tally: OracleTally
    var rules = [OracleRule(text: "/secret")]

    private var log: OracleLog<Subject> { programs[0].log }

    /// Asks both programs, live and recorded, and wants equal answers.
    func compare(_ request: some Request) async throws {
        let text = JSON.text(.object(try request.params()))
        for source in 0..<2 {
            var answers: [String] = []
            for program in programs {
                let (name, client) = program.sources[source]
                let id = try await client.post(type(of: request).method, try request.params())
                switch try await client.answer(to: id) {
                case .success(let value): answers.append("\(name) \(JSON.text(Self.plain(value)))")
                case .failure(let error): answers.append("\(name) \(error.message)")
                }
            }
            tally.hold(
                "hidden \(type(of: request).method)", answers[1], to: answers[0], "\(log.name), \(text)")
        }
    }

    /// Holds what entries and diffs say of what changed to the states as they are shown, live and recorded.
    ///
    /// - Parameter paths: Where diffs are asked for, besides all of the state.
    func entries(at paths: [Path]) async throws {
        for (name, client) in programs[0].sources {
            let entries = try await client.asked(LogList(from: 1, limit: 1_000, changes: true)).entries
            for entry in entries {
                let (changed, incomplete) = told(.root, entry.seq)
                tally.hold(
                    "hidden changed", "\(String(describing: entry.changed)) \(String(describing: entry.incomplete))",
                    to: "\(String(describing: changed)) \(String(describing: incomplete))",
                    "\(name), \(log.name), entry \(entry.seq) \(entry.label)")
            }
            for seq in 1...log.last {
                for path in [.root] + paths where log.value(path, seq) != nil {
                    let diff = try await client.asked(StateDiff(from: .seq(seq - 1), to: .seq(seq), path: path))
                    let (changed, incomplete) = told(path, seq)
                    tally.hold(
                        "hidden state/diff", "\(!diff.changes.isEmpty) \(String(describing: diff.incomplete))",
                        to: "\(changed == true) \(String(describing: incomplete))",
                        "\(name), \(log.name), \(path.pointer) @\(seq)")
                }
            }
        }
    }

    /// What is to be told of a place: what is seen to change did so, and where something is hidden nobody knows.
    private func told(_ path: Path, _ seq: Int) -> (changed: Bool?, incomplete: Incompleteness?) {
        if log.changed(path, seq) { return (true, nil) }
        return hides(path, seq - 1) || hides(path, seq) ? (nil, .hidden) : (false, nil)
    }

    /// Whether something at, above or below a path is hidden.
    private func hides(_ path: Path, _ seq: Int) -> Bool {
        for length in path.tokens.indices {
            let above = Path(Array(path.tokens[..<length]))
            if let value = log.value(above, seq), value != .null, rules.contains(where: { $0.names(above.tokens) }) {
                return true
            }
        }
        return log.value(path, seq).map { hides($0, path.tokens) } ?? false
    }

    private func hides(_ value: Value, _ tokens: [String]) -> Bool {
        // That there is nothing is shown.
        if value == .null { return false }
        if rules.contains(where: { $0.names(tokens) }) { return true }
        switch value {
        case .array(let elements):
            return elements.enumerated().contains { hides($0.element, tokens + [String($0.offset)]) }
        case .object(let members): return members.contains { hides($0.value, tokens + [$0.key]) }
        default: return false
        }
    }
}

/// A rule, and the slow way to tell what it hides.
struct OracleRule: Sendable {
    static let secret = Path(["secret"])

    let text: String

    /// Whether it is about just this place.
    func names(_ tokens: [String]) -> Bool {
        let patterns = Self.types[text] ?? [text]
        return patterns.contains { pattern in
            guard pattern.hasPrefix("/") else { return tokens.last == pattern }
            let parts = pattern.dropFirst().split(separator: "/")
            return parts.count == tokens.count && zip(parts, tokens).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }

    /// Where values of some types are.
    private static let types = [
        "type:OracleLeaf": ["/secret", "/inner/leaf", "/inner/other", "/leaves/*"],
        "type:OracleGrade": ["/inner/grade"],
    ]

    /// Some rules.
    static func some(using random: inout SeededGenerator) -> [OracleRule] {
        let rules = [
            "/secret", "/secret/value", "/inner/leaf/note", "/rows/*/title", "/keys", "/keys/plain", "/leaves/*/value",
            "/last", "/text", "/phase", "/numbers", "/rows/*/marks", "note", "title", "type:OracleLeaf",
            "type:OracleGrade",
        ]
        return rules.shuffled(using: &random).prefix(.random(in: 1...3, using: &random)).map { OracleRule(text: $0) }
    }
}

extension OracleRedaction {
    /// An answer without times.
    private static func plain(_ value: Value) -> Value {
        switch value {
        case .array(let elements): return .array(elements.map(plain))
        case .object(let members):
            var kept = Value.Object()
            for (name, value) in members where !["time", "durationNanos"].contains(name) { kept[name] = plain(value) }
            return .object(kept)
        default: return value
        }
    }
}
