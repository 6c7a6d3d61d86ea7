import SeededTesting
import StrobeProtocol
import StrobeReflection
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// Queries two programs that differ in redacted values only.
struct OracleRedaction<Subject: OracleSubject> {
    let programs: [OracleBench<Subject>]
    let tally: OracleTally

    private var log: OracleLog<Subject> { programs[0].log }

    /// Sends a request to both programs, live and recorded, and requires equal answers.
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

    /// Compares the reported changes of entries and diffs with the displayed states, live and recorded.
    ///
    /// - Parameter paths: The paths of diffs, besides the root.
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

    /// Checks what a search for any change finds, and whether it reports a skipped one.
    func finds() async throws {
        for (name, client) in programs[0].sources {
            for from in [0, log.last / 2] {
                let seqs = from...log.last
                let first = seqs.first { $0 > 0 && told(.root, $0).changed == true }
                let passed = seqs.prefix { $0 < first ?? .max }.contains { $0 > 0 && told(.root, $0).changed == nil }
                let found = try await client.asked(HistoryFind(condition: "changed(.)", from: from, to: log.last))
                tally.hold(
                    "hidden history/find", "\(String(describing: found.seq)) \(found.incomplete == .hidden)",
                    to: "\(String(describing: first)) \(passed)", "\(name), \(log.name), from @\(from)")
            }
        }
    }

    private func told(_ path: Path, _ seq: Int) -> (changed: Bool?, incomplete: Incompleteness?) {
        let changed = log.told(path, seq - 1, seq)
        return (changed, changed == nil ? .hidden : nil)
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
