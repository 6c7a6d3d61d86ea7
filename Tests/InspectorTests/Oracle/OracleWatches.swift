import SeededTesting
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeReflection
import StrobeTree

@testable import Inspector
@testable import InspectorCore
@testable import OracleTesting

/// Watches a program while it plays a log, and stops it at breakpoints.
struct OracleWatches<Subject: OracleSubject> {
    let log: OracleLog<Subject>
    let tally: OracleTally
    var random: SeededGenerator

    // MARK: Watching

    /// Watches each of some paths, and compares the output with whole states.
    ///
    /// - Parameter together: The number of actions dispatched at once, whose intermediate changes need not be reported.
    mutating func watch(_ paths: [Path], together: Int = 1) async throws {
        let program = OracleServer(log)
        let driver = try await program.attach()
        var watchers: [(path: Path, session: OracleSession)] = []
        for path in paths where !path.isRoot && path.pointer != "/end" {
            let session = try await program.attach()
            let answer = await session.run("watch \(path.swiftStyle)")
            // Changes of a redacted value are not reported; initially there may be no value to redact.
            if log.covers(path) {
                tally.hold("watch hidden", answer.isHidden, to: true, "\(log.name), `watch \(path.swiftStyle)`")
                continue
            }
            _ = try answer.get()
            // The change of the last action is watched too, as the end to wait for.
            _ = try await session.run("watch .end").get()
            watchers.append((path, session))
        }
        var printed = watchers.map { _ in [String]() }
        for (seq, action) in zip(1..., log.actions) {
            guard seq == log.last || Int.random(in: 0..<together, using: &random) == 0 else {
                program.store.dispatch(action)
                continue
            }
            // All notifications are sent before the answer.
            let form = try TreeEncoder().encode(action)
            _ = try await driver.session.answer(ActionDispatch(store: "store", action: form))
            for (index, (_, session)) in watchers.enumerated() {
                printed[index] += try await session.told()
            }
        }
        for (index, (_, session)) in watchers.enumerated() {
            func isEnd(_ line: String) -> Bool { line.hasSuffix("  ~ .end  0 → 1") }
            while !printed[index].contains(where: isEnd) { printed[index] += try await session.told() }
            printed[index].removeAll(where: isEnd)
        }
        let entries = try await driver.session.answer(LogList(store: "store", from: 1, limit: 1_000)).result.entries
        let notation = await driver.session.notation(of: "store")
        for (lines, (path, _)) in zip(printed, watchers) {
            tally.hold(
                "watch", problem(of: lines, path, isEach: together == 1, entries.map(\.label), notation), to: nil,
                "\(log.name), `watch \(path.swiftStyle)` of \(log.changes(path)): \(lines)")
        }
    }

    /// What is wrong with the output for a path.
    private func problem(
        of lines: [String], _ path: Path, isEach: Bool, _ labels: [String], _ notation: Notation
    ) -> String? {
        var last = 0
        var told: [Int] = []
        var rest = lines[...]
        while let line = rest.popFirst() {
            var (from, to, changes): (Int, Int, [String])
            let isOne = line.hasPrefix("#")
            let numbers = line.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
            guard isOne || line.hasPrefix("@"), numbers.count == 2 || isOne && numbers.count == 1 else { return line }
            (from, to) = isOne ? (numbers[0] - 1, numbers[0]) : (numbers[0], numbers[1])
            guard labels.indices.contains(to - 1) else { return line }
            var header = isOne ? "#\(to)" : "@\(from) → @\(to)"
            let label = "  \(labels[to - 1])"
            // The label of several entries together is that of one with a change.
            if isOne || line.hasPrefix(header + label) && log.changed(path, to) { header += label }
            guard line.hasPrefix(header) else { return "\(line), and not \(header)" }
            changes = line.count > header.count ? [String(line.dropFirst(header.count))] : []
            while let next = rest.first, next.hasPrefix("  ") {
                changes.append(next)
                rest.removeFirst()
            }
            guard from >= last, to > from, to <= log.last else { return "\(line) is out of order" }
            guard log.value(path, last) == log.value(path, from) else {
                return "a change between @\(last) and @\(from) is not told"
            }
            guard log.value(path, from) != log.value(path, to) else { return "\(line): nothing changed there" }
            let difference = OracleDifference(
                before: log.values[from], after: log.values[to], path: path, notation: notation)
            if let problem = difference.problem(of: changes) { return "\(line): \(problem)" }
            last = to
            told.append(to)
        }
        if isEach { return told == log.changes(path) ? nil : "\(told) are told" }
        return log.value(path, last) == log.value(path, log.last) ? nil : "nothing is told after @\(last)"
    }

    // MARK: Stopping

    /// Sets a breakpoint, and compares the held actions with the expected entries.
    ///
    /// - Parameters:
    ///   - criterion: The criterion, as typed.
    ///   - hits: The expected entries.
    mutating func stop(_ kind: String, at criterion: String, _ hits: [Int]) async throws {
        let program = OracleServer(log)
        let session = try await program.attach()
        let passed = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1..<3, using: &random) : 0
        let isOnce = Int.random(in: 0..<4, using: &random) == 0
        let line = "break \(criterion)\(passed > 0 ? " --after \(passed)" : "")\(isOnce ? " --once" : "")"
        guard case .success = await session.run(line) else {
            return tally.hold(kind, "refused", to: "set", "\(log.name), `\(line)`")
        }
        let expected = hits.dropFirst(passed).prefix(isOnce ? 1 : .max)
        let notation = await session.session.notation(of: "store")
        for (seq, action) in zip(1..., log.actions) {
            program.store.dispatch(action)
            let lines = try await session.run("held").get().filter { !$0.hasPrefix("  step lets") }
            let isHeld = !lines.contains { $0.hasPrefix("▶ open at @\(seq) ") }
            tally.hold(kind, isHeld, to: expected.contains(seq), "\(log.name), `\(line)` at entry \(seq): \(lines)")
            guard isHeld else { continue }
            let stop = lines.drop { !$0.hasPrefix("■ breakpoint 1 before .\(action.name)") }
            let changes = stop.dropFirst().prefix { $0.hasPrefix("  ") }
            let difference = OracleDifference(
                before: log.values[seq - 1], after: log.values[seq], path: .root, notation: notation)
            let problem =
                stop.isEmpty ? "no stop" : difference.problem(of: changes.filter { $0 != "  no changes" })
            tally.hold("held", problem, to: nil, "\(log.name), `\(line)` at entry \(seq): \(lines)")
            tally.hold(
                "held", changes.contains("  no changes"), to: !log.changed(.root, seq),
                "\(log.name), `\(line)` at entry \(seq): \(lines)")
            _ = try await session.run("resume").get()
        }
        let state = try TreeEncoder().encode(program.store.state)
        tally.hold("held", state == log.values[log.last], to: true, "\(log.name), `\(line)`: the state at the end")
    }
}
