import InspectorCore
import StrobeProtocol

/// Writes what is known of a store.
enum StoreText {
    /// One line: its id, where it is, and what is unusual.
    static func line(_ store: StoreDescription, diverged: DivergenceDescription? = nil) -> String {
        var words = ["\(store.id) @\(store.seq)"]
        if store.kind != "reducer" { words.append(store.kind) }
        if store.firstSeq > 0 { words.append("from @\(store.firstSeq)") }
        if store.paused { words.append("paused") }
        if store.replaying != nil { words.append("in a replay") }
        if !store.capabilities.dispatch { words.append("no dispatch") }
        if !store.capabilities.replay { words.append("no replay") }
        if let diverged { words.append("differs from its replay since #\(diverged.seq)") }
        return words.joined(separator: "  ")
    }

    /// All that `store/describe` says.
    static func lines(_ store: StoreDescription) -> [String] {
        let can = store.capabilities
        let all = [
            (can.dispatch, "dispatch"), (can.replay, "replay"), (can.jump, "restore"), (can.gate, "gate"),
            (can.edit, "edit"),
        ]
        var lines = [
            "\(store.stateType) ← \(store.actionType), \(store.kind)",
            "can: " + all.filter(\.0).map(\.1).joined(separator: ", "), "states kept from @\(store.firstSeq)",
        ]
        let cannot = all.filter { !$0.0 }.map(\.1)
        if !cannot.isEmpty { lines[1] += "; cannot: " + cannot.joined(separator: ", ") }
        if store.name != store.id { lines[0] = "\(store.name): \(lines[0])" }
        if let reason = store.noReplay { lines.append("no replay: \(reason)") }
        if let divergence = store.history?.divergence {
            lines.append("differs from its replay since #\(divergence.seq): \(divergence.message)")
        }
        if let given = store.history?.givenUp { lines.append(given.message) }
        if let pending = store.pending { lines.append("being reduced: \(pending.label)") }
        if let queued = store.queued { lines.append("\(NumberText.counted(queued.count, "action")) queued") }
        if let replaying = store.replaying {
            lines.append(
                "in a replay" + (replaying.source.map { " of \($0)" } ?? "")
                    + ", effects: \(replaying.effects.rawValue)")
        }
        return lines
    }
}

/// Writes what is known of branches.
enum BranchText {
    /// One line: `branch:mcp-1  @12, from #4 to #20: skip 7  1 error, first #9`.
    static func line(_ branch: BranchDescription) -> String {
        var line = "branch:\(branch.name ?? branch.id)  @\(branch.seq), from #\(branch.from) to #\(branch.to)"
        if !branch.edits.isEmpty { line += ": " }
        line += branch.edits.prefix(8).joined(separator: ", ")
        let more = branch.edits.count - min(branch.edits.count, 8) + (branch.more ?? 0)
        if more > 0 { line += ", … \(more) more" }
        if branch.errors > 0 {
            line += "  " + NumberText.counted(branch.errors, "error")
            if let first = branch.firstError { line += ", first #\(first)" }
        }
        return line
    }
}

/// Writes what is known of a gate.
struct GateText {
    var notation = Notation()

    /// The status of a gate.
    func lines(_ gate: GateDescription) -> [String] {
        var line = "gate \(gate.paused ? "paused" : "open")"
        if let credit = gate.credit { line += ", lets \(credit) more through" }
        if gate.count > 0 { line += ", holds \(gate.count)" }
        if gate.breakpoints > 0 { line += ", \(NumberText.counted(gate.breakpoints, "breakpoint"))" }
        var lines = [line]
        if let stop = gate.stopped { lines += self.lines(stop) }
        lines += gate.held.map { "held \($0.id)  \($0.label)  \($0.origin)" + ($0.cause.map { " of \($0)" } ?? "") }
        if gate.count > gate.held.count { lines.append("… \(gate.count - gate.held.count) more held") }
        return lines
    }

    /// A stop, with what the next action would do.
    func lines(_ stop: GateStop) -> [String] {
        let changes = ChangeText(notation: notation)
        switch stop.phase {
        case .before:
            var lines = [
                "stopped before \(stop.pending.map { "\($0.label)  \($0.origin)" } ?? "the next action"), which would:"
            ]
            if let source = stop.pending?.source { lines[0] += "  (\(source))" }
            if let error = stop.error { lines.append("  be rejected: \(error)") }
            lines += changes.lines(stop.changes, .unknown).map { "  " + $0 }
            if let effects = stop.effects, !effects.isEmpty { lines.append("  ⇒ \(EntryText.effects(effects))") }
            return lines
        case .after:
            guard let entry = stop.entry else { return ["stopped; no action has arrived yet"] }
            return ["stopped after:"] + EntryText(notation: notation).lines(entry, changes: stop.changes)
        }
    }
}
