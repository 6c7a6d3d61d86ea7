import SeededTesting
import StrobeProtocol
import StrobeReflection
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// Queries entries by their actions, and states by conditions.
struct OracleEntryQuestions<Subject: OracleSubject> {
    let bench: OracleBench<Subject>
    let tally: OracleTally
    var random: SeededGenerator

    private var log: OracleLog<Subject> { bench.log }

    /// The labels of the log by seq, compared with what is known of them.
    func labels() async throws -> [String] {
        var told: [[String]] = []
        for (name, client) in bench.sources {
            let labels = try await client.asked(LogList(from: 1, limit: 1_000)).entries.map(\.label)
            tally.hold("log/list", labels.count, to: log.last, "\(name), \(log.name)")
            for (label, action) in zip(labels, log.actions) {
                if let expected = action.label {
                    tally.hold("label", label, to: expected, "\(name), \(log.name), \(action)")
                } else {
                    tally.hold(
                        "label", label.hasPrefix(".\(action.name)("), to: true, "\(name), \(log.name), \(label)")
                }
            }
            told.append(labels)
        }
        tally.hold("label", told[1], to: told[0], "recorded, \(log.name)")
        return told[0]
    }

    /// A pattern that may match a label.
    static func glob(using random: inout SeededGenerator) -> String {
        let names = Subject.Action.names
        let name = names[.random(in: names.indices, using: &random)]
        let globs = [
            ".\(name)", ".\(name)*", ".\(name)(*", "*\(name)*", "\(name)", ".\(name.prefix(2))*", "*(*)", "?\(name)(?)",
            "*",
            ".*e*(*1*)", ".\(name)(*2*", "*\(name.suffix(2))", "*bob*", "?*?*?*?*?*?*?*",
        ]
        return globs[.random(in: globs.indices, using: &random)]
    }

    /// Whether a text matches a pattern.
    static func fits(_ glob: Substring, _ text: Substring) -> Bool {
        // From the ends of both, row by row.
        let (glob, text) = (Array(glob), Array(text))
        var row = [Bool](repeating: false, count: text.count + 1)
        row[0] = true
        for sign in glob {
            var next = [Bool](repeating: false, count: text.count + 1)
            next[0] = sign == "*" && row[0]
            for index in text.indices {
                next[index + 1] =
                    sign == "*" ? next[index] || row[index + 1] : row[index] && (sign == "?" || sign == text[index])
            }
            row = next
        }
        return row[text.count]
    }

    /// Queries the entries whose label matches a pattern.
    mutating func ask(glob: String, _ labels: [String]) async throws {
        let fitting = labels.indices.filter { Self.fits(glob[...], labels[$0][...]) }.map { $0 + 1 }
        // A filter also matches the part before the first parenthesis, as breakpoints do.
        let filtered = labels.indices.filter { index in
            Self.fits(glob[...], labels[index][...]) || Self.fits(glob[...], labels[index].prefix { $0 != "(" })
        }.map { $0 + 1 }
        for (name, client) in bench.sources {
            let limit = Int.random(in: 1...40, using: &random)
            var (found, next): ([Int], Int?) = ([], 1)
            while let start = next {
                let page = try await client.asked(LogList(from: start, limit: limit, filter: .init(action: glob)))
                found += page.entries.map(\.seq)
                next = page.next
            }
            tally.hold("log/list action", found, to: filtered, "\(name), \(log.name), \(glob) limit \(limit)")
            try await find("action like \(JSON.text(.string(glob)))", fitting, name, client)
        }
    }

    /// Queries the entries of a case and of an action.
    mutating func ask(action: Subject.Action) async throws {
        let ofCase = log.actions.indices.filter { log.actions[$0].name == action.name }.map { $0 + 1 }
        let others = log.actions.indices.filter { log.actions[$0].name != action.name }.map { $0 + 1 }
        let same = log.actions.indices.filter { log.actions[$0] == action }.map { $0 + 1 }
        for (name, client) in bench.sources {
            try await find("action == .\(action.name)", ofCase, name, client)
            try await find("action != .\(action.name)", others, name, client)
            guard let label = action.label, label.contains("(") else { continue }
            try await find("action == \(label)", same, name, client)
        }
    }

    /// Queries the states in which a condition holds.
    mutating func ask(_ condition: OracleCondition) async throws {
        let fitting = condition.fitting(in: log)
        let parsed = try Condition(parsing: condition.text)
        for seq in 0...log.last {
            let before = seq == 0 ? nil : Node(log.states[seq - 1])
            guard parsed.evaluate(after: Node(log.states[seq]), before: before) != fitting.contains(seq) else {
                continue
            }
            tally.hold("Condition", seq, to: -1, "\(log.name), \(condition.text), expected \(fitting)")
            break
        }
        tally.hold("Condition", true, to: true, "")
        for (name, client) in bench.sources { try await find(condition.text, fitting, name, client) }
    }

    private mutating func find(_ text: String, _ fitting: [Int], _ name: String, _ client: WireClient) async throws {
        for last in [false, true] {
            let from = Bool.random(using: &random) ? 0 : Int.random(in: 0...log.last, using: &random)
            let to = Bool.random(using: &random) ? log.last : Int.random(in: from...log.last, using: &random)
            let expected = fitting.filter { $0 >= from && $0 <= to }
            let question = "\(name), \(log.name), \(text) @\(from)..@\(to) last \(last)"
            do throws(ProtocolError) {
                let answer = try await client.asked(HistoryFind(condition: text, from: from, to: to, last: last))
                tally.hold("history/find", answer.seq, to: last ? expected.last : expected.first, question)
            } catch {
                tally.hold("history/find", error.message, to: "an answer", question)
            }
        }
    }
}
