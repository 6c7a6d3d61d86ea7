import StrobeTree

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

extension OracleCommands {
    /// Queries what each action did to each case of the state's enums.
    mutating func askGraphs() async {
        for (path, cases) in Subject.enums {
            let isSeen = !(0...log.last).contains { log.hides(path, $0) }
            guard isSeen else {
                for session in program.sessions where log.covers(path) {
                    let answer = await session.run("graph \(path.swiftStyle)")
                    tally.hold("graph hidden", answer.isHidden, to: true, "\(session.name), \(log.name): \(answer)")
                }
                continue
            }
            let (from, to) = range()
            let graph = OracleGraph(log, path, from..<to)
            let text = "\(path.swiftStyle) --at \(to)\(from > 0 ? " --from \(from + 1)" : "")"
            for session in program.sessions {
                let what = "\(session.name), \(log.name), `\(text)`"
                let drawn = (try? await session.run("graph \(text)").get()) ?? ["an error"]
                var (visits, expected) = (OracleGraph.states(in: drawn), cases.map { graph.visits[$0] ?? 0 })
                if await session.session.notation(of: "store").state?.choice(at: path) == nil {
                    // Without a shape values alone show the cases that there are, and in a recording not even that.
                    if session.name == "recorded" {
                        tally.hold("graph unknown", drawn, to: ["an error"], what)
                        continue
                    }
                    (visits, expected) = (visits.sorted(), expected.filter { $0 > 0 }.sorted())
                }
                tally.hold("graph", visits, to: expected, what)
                tally.hold("graph ways", OracleGraph.ways(in: drawn), to: graph.ways, what)
                let table = (try? await session.run("coverage \(text)").get()) ?? ["an error"]
                tally.hold("coverage", OracleGraph.cells(in: table), to: graph.cells, "\(what): \(table)")
            }
        }
    }
}

/// The history of an enum, from whole states.
struct OracleGraph {
    /// The number of visits of each case.
    private(set) var visits: [String: Int] = [:]
    /// The number of transitions, by `FROM ACTION TO`.
    private(set) var ways: [String: Int] = [:]
    /// The effect of each action in each case, by `ACTION CASE`: how often it changed something, and how often nothing.
    private(set) var cells: [String: String] = [:]

    /// - Parameter range: The states; each is the one before its action.
    init<Subject>(_ log: OracleLog<Subject>, _ path: Path, _ range: Range<Int>) {
        func name(_ seq: Int) -> String {
            switch log.value(path, seq) {
            case .string(let name)?: name
            case .object(let members)?: members.keys.first ?? "?"
            default: "nil"
            }
        }
        visits[name(range.lowerBound)] = 1
        var counts: [String: (changed: Int, ignored: Int)] = [:]
        for seq in range {
            let (from, to, action) = (name(seq), name(seq + 1), log.actions[seq].name)
            if from != to { visits[to, default: 0] += 1 }
            if log.changed(path, seq + 1) {
                ways["\(from) \(action) \(to)", default: 0] += 1
                counts["\(action) \(from)", default: (0, 0)].changed += 1
            } else {
                counts["\(action) \(from)", default: (0, 0)].ignored += 1
            }
        }
        cells = counts.mapValues { count in
            (count.changed > 0 ? "~\(count.changed)" : "") + (count.ignored > 0 ? "·\(count.ignored)" : "")
        }
    }

    /// The visits in a graph, in its order.
    static func states(in lines: [String]) -> [Int] {
        lines.dropFirst().dropLast().filter { !$0.hasPrefix("    ") }.map { line in
            let words = line.split(separator: " ").filter { $0 != "▸" }
            return words.dropFirst().first.flatMap { $0 == "never" ? 0 : Int($0) } ?? -1
        }
    }

    /// The transitions in a graph.
    static func ways(in lines: [String]) -> [String: Int] {
        var ways: [String: Int] = [:]
        var state = ""
        for line in lines.dropFirst().dropLast() {
            let words = line.split(separator: " ").filter { $0 != "▸" }
            if !line.hasPrefix("    ") {
                state = words.first.map(String.init) ?? ""
            } else if words.count >= 4 {
                ways["\(state) \(words[0]) \(words[2])"] = Int(words[3])
            }
        }
        return ways
    }

    /// The non-empty cells of a table.
    static func cells(in lines: [String]) -> [String: String] {
        let rows = lines.dropFirst().prefix { !$0.hasPrefix("~ changed") }
        guard let head = rows.first?.split(separator: " ") else { return [:] }
        var cells: [String: String] = [:]
        for row in rows.dropFirst() {
            // A cell has at most one blank.
            let words = row.split(separator: "  ").map { $0.filter { $0 != " " } }
            for (name, cell) in zip(head, words.dropFirst()) where cell != "-" { cells["\(words[0]) \(name)"] = cell }
        }
        return cells
    }
}
