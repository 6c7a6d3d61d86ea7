import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// How a file of actions is sent.
struct FileSending: CommandWords {
    var path: String
    /// The interval between two actions; if `nil`, each is sent once the previous one is answered.
    var interval: Duration?
    /// Whether recorded answers of effects are sent too, although the effects run again by themselves.
    var sendsEffects = false

    init(_ invocation: Invocation) throws(InspectorError) {
        path = invocation.value("from") ?? ""
        sendsEffects = invocation.has("effects")
        for option in ["dry-run", "at", "if-seq"] where invocation.has(option) {
            throw InspectorError(.usage, "`--from` and `--\(option)` cannot be combined.")
        }
        if let extra = invocation.argument {
            throw InspectorError(.usage, "`--from FILE` takes no action argument; remove `\(extra)`.")
        }
        if let text = invocation.value("rate") {
            guard let interval = DurationArgument.interval(ofRate: text) else {
                throw InspectorError(
                    .usage, "`--rate` takes a number per second, minute or hour: 100/s, 30/m; not `\(text)`.")
            }
            self.interval = interval
        }
    }
}

extension CommandContext {
    /// Sends the actions of a file in order; sends none if a line is not JSON.
    ///
    /// - Throws: ``InspectorError`` with file and line at the first rejected action.
    func send(_ sending: FileSending) async throws {
        let file = try ActionFile(sending.path)
        let name = "send --from \(sending.path)"
        let count = try await progressing(.reading("read \(sending.path)", bytes: file.size)) { progress in
            try await Self.check(file, sending, progress)
        }
        let start = ContinuousClock.now
        let before = await session.sent.tally
        file.rewind()
        do {
            try await progressing(.counting(name, total: count.sent)) { progress in
                var done = 0
                while let line = try file.next() {
                    guard line.isSent(sending) else { continue }
                    if let interval = sending.interval, done > 0 {
                        try await Task.sleep(until: start + interval * done)
                    }
                    try await send(line, of: file)
                    done += 1
                    progress?.advance(to: done)
                    // A long file must not block the other tasks.
                    if done.isMultiple(of: 256) { try Task.checkCancellation() }
                }
            }
        } catch {
            show(await sum(before, start, count.left, of: count.sent), file: sending.path)
            throw error
        }
        show(await sum(before, start, count.left, of: count.sent), file: sending.path)
    }

    /// Reads the whole file to check it.
    private static func check(
        _ file: ActionFile, _ sending: FileSending, _ progress: ProgressBoard.Progress?
    ) async throws -> (sent: Int, left: Int) {
        var count = (sent: 0, left: 0)
        while let line = try file.next() {
            if line.isSent(sending) { count.sent += 1 } else { count.left += 1 }
            guard (count.sent + count.left).isMultiple(of: 1_024) else { continue }
            progress?.advance(to: file.position)
            try Task.checkCancellation()
            await Task.yield()
        }
        return count
    }

    private func send(_ line: ActionFile.Line, of file: ActionFile) async throws {
        let store: String
        if let named = line.store {
            guard session.stores.contains(where: { $0.id == named }) else {
                throw file.failure("is for the store \(named), which does not exist. `stores` lists them.", .refused)
            }
            store = named
        } else {
            store = try await self.store()
        }
        await noteMove(of: store)
        do {
            let result = try await answer(
                ActionDispatch(
                    store: store, action: line.action, origin: options.isInteractive ? nil : "script")
            ).result
            await session.noteSent(result, to: store)
        } catch let error as ProtocolError where error.code != .cancelled {
            let known = InspectorError(any: error)
            var failure = file.failure("was refused: \(known.message)", .refused)
            failure.details = [Literal.text(line.action, limit: 200)]
            failure.data = [
                "file": .string(file.path), "line": .int(Int64(line.number)), "reason": .string(error.code.kind),
            ]
            throw failure
        }
    }

    // MARK: - Summary

    private struct Sum {
        var tally: SendTally
        var duration: Duration
        var left: Int
        var total: Int
    }

    private func sum(_ before: SendTally, _ start: ContinuousClock.Instant, _ left: Int, of total: Int) async -> Sum {
        Sum(tally: await session.sent.tally.since(before), duration: start.duration(to: .now), left: left, total: total)
    }

    private func show(_ sum: Sum, file: String) {
        let tally = sum.tally
        var object: Value.Object = [
            "file": .string(file), "sent": .int(Int64(tally.sent)), "of": .int(Int64(sum.total)),
            "changed": .int(Int64(tally.changed)), "rejected": .int(Int64(tally.rejected)),
            "held": .int(Int64(tally.held)), "durationNanos": .int(Int64(sum.duration / .nanoseconds(1))),
        ]
        if sum.left > 0 { object["leftOut"] = .int(Int64(sum.left)) }
        var line = tally.text(of: sum.total)
        line.append("  in \(DurationArgument.text(sum.duration))", .dim)
        let rate = Double(tally.sent) / max(sum.duration / .seconds(1), 0.000_001)
        if tally.sent > 1, rate >= 1 { line.append(", \(NumberText.grouped(Int(rate)))/s", .dim) }
        var lines = line.wrapped(to: layout.width, hanging: 2)
        if sum.left > 0 {
            let text =
                "skipped \(NumberText.counted(sum.left, "answer")) of effects, since the effects run again; --effects sends them"
            lines += StyledText(text, .dim).wrapped(to: layout.width, hanging: 2)
        }
        let shown = lines
        show(.object(object), shown)
    }
}

extension ActionFile.Line {
    /// Whether the action is sent: effects run again by themselves, and restores and edits are not actions.
    fileprivate func isSent(_ sending: FileSending) -> Bool {
        switch origin {
        case "effect": sending.sendsEffects
        case "restore", "edit": false
        default: true
        }
    }
}
