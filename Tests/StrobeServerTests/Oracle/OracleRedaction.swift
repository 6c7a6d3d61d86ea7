import StrobeProtocol
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// Asks two programs that differ in what is hidden alone.
struct OracleRedaction {
    let programs: [OracleBench]
    let tally: OracleTally

    static let hidden = Path(["secret"])

    private var log: OracleLog { programs[0].log }

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
                "hidden \(type(of: request).method)", answers[1], to: answers[0], "seed \(log.seed), \(text)")
        }
    }

    /// Holds what entries say of their changes to the states as they are shown.
    func entries() async throws {
        // A recording does not know what was hidden.
        for (name, client) in programs[0].sources.prefix(1) {
            let entries = try await client.asked(LogList(from: 1, limit: 1_000, changes: true)).entries
            for entry in entries {
                let isSeen = log.changed(.root, entry.seq)
                tally.hold(
                    "hidden changed", "\(String(describing: entry.changed)) \(String(describing: entry.incomplete))",
                    to:
                        "\(String(describing: isSeen ? true : nil as Bool?)) \(String(describing: isSeen ? nil : Incompleteness.hidden))",
                    "\(name), seed \(log.seed), entry \(entry.seq) \(entry.label)")
            }
            for seq in 1...log.last {
                for path in [Path.root, Self.hidden, Self.hidden.appending("value"), Path(["number"])] {
                    guard log.value(path, seq) != nil else { continue }
                    let diff = try await client.asked(StateDiff(from: .seq(seq - 1), to: .seq(seq), path: path))
                    tally.hold(
                        "hidden state/diff", diff.changes.isEmpty, to: !log.changed(path, seq),
                        "\(name), seed \(log.seed), \(path.pointer) @\(seq)")
                    let isTold = path == Path(["number"]) || log.changed(path, seq)
                    tally.hold(
                        "hidden state/diff", diff.incomplete, to: isTold ? nil : .hidden,
                        "\(name), seed \(log.seed), \(path.pointer) @\(seq)")
                }
            }
        }
    }

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
