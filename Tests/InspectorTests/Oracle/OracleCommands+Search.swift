import SeededTesting
import StrobeReflection
import StrobeTree

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

extension OracleCommands {
    /// Texts that are not in the name of any type, member or case.
    private static var sought: [String] {
        ["ann", "BOB", "a.b", "x/y", "~", "Ä ö", "plain", "low", "1.25", "say \"x\"", "20", "nowhere"]
    }

    /// Searches states and the log for a text.
    mutating func askSearch() async {
        let seq = Int.random(in: 0...log.last, using: &random)
        func places(of query: String) -> [Path] {
            var places: [Path] = []
            log.values[seq].search(query.lowercased(), at: .root, in: &places)
            return places
        }
        // A text that occurs, if there is one.
        let query = Self.sought.shuffled(using: &random).first { !places(of: $0).isEmpty } ?? "nowhere"
        let places = places(of: query)
        let typed = Literal.text(.string(query))
        let actions = TreeEncoder(
            redaction: log.redaction.ofActions(states: SchemaProbe.shownShape(of: Subject.self)))
        for session in program.sessions {
            let line = "search \(typed) --at \(seq) --limit 1000"
            let lines = (try? await session.run(line).get()) ?? ["an error"]
            let names = places.map { ChangeRendering.name(of: $0) }
            let found = lines.dropLast()
            let missing = names.filter { name in !found.contains { $0.hasPrefix(name + " ") } }
            tally.hold(
                "search", "\(places.isEmpty ? 0 : found.count), missing \(missing)", to: "\(names.count), missing []",
                "\(session.name), \(log.name), `\(line)`: \(lines)")
            let search = "search \(typed) --log --limit 1000"
            let answer = (try? await session.run(search).get()) ?? ["an error"]
            // Matches outside of the action are marked as such.
            let entries = Self.entries(answer.filter { !$0.contains("in what it changed") })
            let expected = log.actions.indices.filter { index in
                var places: [Path] = []
                (try? actions.encode(log.actions[index]))?.search(query.lowercased(), at: .root, in: &places)
                return !places.isEmpty
            }
            tally.hold(
                "search --log", entries, to: expected.map { $0 + 1 }, "\(session.name), \(log.name), `\(search)`")
            let changed = Self.entries(answer.filter { $0.contains("in what it changed") })
            tally.hold(
                "search --log changes", changed.allSatisfy { log.changed(.root, $0) }, to: true,
                "\(session.name), \(log.name), `\(search)`")
        }
    }

    /// The seqs of the listed entries.
    static func entries(_ lines: [String]) -> [Int] {
        lines.compactMap { line in
            guard let mark = line.first, "~·✗?▸".contains(mark) else { return nil }
            return Int(line.dropFirst().prefix { $0 != ":" }.split(separator: " ").first ?? "")
        }
    }
}

extension Value {
    /// Finds the places whose key or value contains a text.
    fileprivate func search(_ query: String, at path: Path, isMember: Bool = false, in places: inout [Path]) {
        var isFound = isMember && path.tokens.last?.lowercased().contains(query) == true
        switch self {
        case .string(let text): isFound = isFound || text.lowercased().contains(query)
        case .int, .uint, .double: isFound = isFound || JSON.text(self).contains(query)
        default: break
        }
        if isFound { places.append(path) }
        switch self {
        case .object(let members):
            for (key, member) in members {
                member.search(query, at: path.appending(key), isMember: true, in: &places)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                element.search(query, at: path.appending(index), in: &places)
            }
        default: break
        }
    }
}
