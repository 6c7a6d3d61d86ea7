import StrobeProtocol
import StrobeTree

@testable import OracleTesting
@testable import StrobeServer

/// Subscribes to paths and compares the notifications with whole states.
struct OracleSubscriptions<Subject: OracleSubject> {
    let bench: OracleBench<Subject>
    let tally: OracleTally

    /// Subscribes to some paths, from the beginning of the log on.
    func ask(_ paths: [Path]) async throws {
        for (name, client) in bench.sources {
            // The change of the last action is watched too, as the end to wait for.
            var open: [String: Path] = [:]
            var told: [String: [StateChanged]] = [:]
            for path in paths {
                let request = Subscribe(store: "store", events: [.state], paths: [path, Path(["end"])], fromSeq: 0)
                open[try await client.asked(request).subscription] = path
            }
            var waiting = Set(open.keys)
            while !waiting.isEmpty {
                let (method, params) = try await client.notification()
                guard method == StateChanged.method else { continue }
                let changed = try StateChanged(params: params)
                told[changed.subscription, default: []].append(changed)
                if changed.seq == bench.log.last { waiting.remove(changed.subscription) }
            }
            for (subscription, path) in open {
                try await client.request("unsubscribe", ["subscription": .string(subscription)])
                tally.hold(
                    "subscribe", problem(of: told[subscription] ?? [], path), to: nil,
                    "\(name), \(bench.log.name), at \"\(path.pointer)\"")
            }
        }
    }

    /// What is wrong with the notifications for a path.
    private func problem(of told: [StateChanged], _ path: Path) -> String? {
        let log = bench.log
        func seen(_ seq: Int) -> [Value?] { [log.value(path, seq), log.value(Path(["end"]), seq)] }
        var last = 0
        for change in told {
            guard change.fromSeq >= last, change.seq > change.fromSeq else {
                return "@\(change.seq) is told out of order"
            }
            guard (last...change.fromSeq).allSatisfy({ seen($0) == seen(last) }) else {
                return "a change between @\(last) and @\(change.fromSeq) is not told"
            }
            guard seen(change.fromSeq) != seen(change.seq) else { return "@\(change.seq) changed nothing there" }
            guard change.changes?.isEmpty == false else { return "@\(change.seq) has no changes" }
            last = change.seq
        }
        return last == log.last ? nil : "the last change is not told"
    }
}
