import InspectorCore
import StrobeProtocol
import StrobeTree

/// Writes changes, a line each.
struct ChangeText {
    var notation = Notation()

    /// The lines; of changes that are not known, why.
    func lines(_ changes: [Change]?, _ incomplete: Incompleteness? = nil) -> [String] {
        guard let changes, !changes.isEmpty else {
            let reason = changes == nil ? incomplete ?? .tooLarge : incomplete
            return [reason.map(ChangeRendering.text(of:)) ?? "no changes"]
        }
        return changes.map(line)
    }

    /// The line of a change: `~ /total  90 → -10`.
    func line(_ change: Change) -> String {
        let path = AgentText.clipped(change.path.isRoot ? "(the state)" : change.path.pointer)
        let old = change.old.map { text($0, change.path) } ?? "?"
        let new = change.value.map { text($0, change.path) } ?? "?"
        return switch change.op {
        case .add: "+ \(path)  \(new)"
        case .remove: "- \(path)  \(old)"
        case .move, .copy: "> \(path)  ← \(AgentText.clipped(change.from?.pointer ?? "?"))"
        case .replace, .test:
            change.isIncomparable ? "~ \(path)  \(new) cannot be compared" : "~ \(path)  \(old) → \(new)"
        }
    }

    private func text(_ value: Value, _ path: Path) -> String {
        AgentText.literal(value, notation.state?.part(at: path))
    }

    /// How many changes there are: `2 changes`.
    static func count(_ changes: [Change]?, _ incomplete: Incompleteness?) -> String {
        guard let changes else { return "changes not known" }
        if changes.isEmpty { return incomplete == nil ? "no changes" : "no visible changes" }
        return NumberText.counted(changes.count, "change")
    }
}
