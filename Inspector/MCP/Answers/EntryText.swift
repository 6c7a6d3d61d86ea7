import InspectorCore
import StrobeProtocol
import StrobeTree

/// Writes entries of the log, and what is like them.
struct EntryText {
    var notation = Notation()
    var time = TimeText()

    /// The line of an entry: `#5 .loaded(…)  effect of 4  +1.2 s  ⇒ save`.
    func line(_ entry: LogEntry) -> String {
        var line = "\(Self.sign(entry))#\(entry.seq) \(entry.label)  \(LogRendering.origin(of: entry))"
        if let wait = entry.afterMicros { line += "  +\(Self.duration(micros: wait))" }
        if let origin = entry.originSeq { line += "  was #\(origin)" }
        if entry.edited == true { line += "  edited" }
        if entry.editedFrom != nil { line += "  edited at the gate" }
        if !entry.effects.isEmpty { line += "  ⇒ " + Self.effects(entry.effects) }
        if let error = entry.error { line += "  rejected: \(error)" }
        return line
    }

    /// The entry with the lines of what it changed.
    func lines(_ entry: LogEntry, changes: [Change]?) -> [String] {
        [line(entry)] + ChangeText(notation: notation).lines(changes, entry.incomplete).map { "    " + $0 }
    }

    /// The entry with all that is known of it.
    func details(_ entry: LogEntry, changes: [Change]?, notes: [NoteDescription]) -> [String] {
        let action =
            entry.label.contains("…")
            ? entry.action.map { AgentText.literal($0, notation.action) } ?? entry.label : entry.label
        var lines = ["#\(entry.seq) \(action)", "origin  \(LogRendering.origin(of: entry))"]
        if let wait = entry.afterMicros { lines[1] += ", after \(Self.duration(micros: wait))" }
        if let was = entry.editedFrom { lines.append("edited at the gate, was \(was)") }
        lines.append("time  \(time.full(entry.time))")
        if let nanos = entry.durationNanos { lines.append("took  \(NumberText.duration(nanoseconds: nanos))") }
        if let source = entry.source { lines.append("source  \(source)") }
        lines += entry.effects.map { "⇒ \($0.label)" }
        if let error = entry.error { lines.append("rejected  \(error)") }
        lines += notes.map { "note  \($0.text)" }
        return lines + ChangeText(notation: notation).lines(changes, entry.incomplete)
    }

    /// The labels of effects, the first few of many.
    static func effects(_ effects: [EffectDescription]) -> String {
        let rest = effects.count - 8
        return effects.prefix(8).map(\.label).joined(separator: ", ") + (rest > 0 ? ", … \(rest) more" : "")
    }

    static func duration(micros: Int64) -> String {
        NumberText.duration(nanoseconds: UInt64(clamping: micros).multipliedReportingOverflow(by: 1_000).partialValue)
    }

    /// Whether it changed the state: `~`, `·` if not, `✗` if it was rejected.
    private static func sign(_ entry: LogEntry) -> String {
        if entry.error != nil { return "✗ " }
        return switch entry.changed {
        case true?: "~ "
        case false?: "· "
        case nil: ""
        }
    }
}
