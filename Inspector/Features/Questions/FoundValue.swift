import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

/// A value found where another one was expected.
struct FoundValue: Sendable, Hashable {
    /// What was examined: a path or `action`.
    var name: String
    /// The value.
    var text: String
}

extension CommandContext {
    /// The values at the paths that a condition names.
    ///
    /// - Parameter seq: The state that the condition was checked against.
    func findings(of condition: Condition, in store: String, at seq: Int) async -> [FoundValue] {
        let notation = await notation(of: store)
        var findings: [FoundValue] = []
        for path in condition.namedPaths.prefix(8) {
            let now = await finding(at: path, seq, store, notation)
            var found = now ?? "does not exist"
            if condition.needsBefore, seq > 0 {
                let before = await finding(at: path, seq - 1, store, notation) ?? "nothing"
                found = before == found ? "\(found), as before" : "\(before) → \(found)"
            }
            findings.append(FoundValue(name: ChangeRendering.name(of: path), text: found))
        }
        if condition.needsFacts, seq > 0, let entry = try? await answer(LogGet(store: store, seq: seq)).result.entry {
            findings.append(FoundValue(name: "action", text: "\(entry.label) of \(entry.origin), #\(seq)"))
            if let duration = entry.durationNanos, condition.needsDuration {
                findings.append(FoundValue(name: "duration", text: NumberText.duration(nanoseconds: duration)))
            }
        }
        return findings
    }

    /// A part of a state as short text; `nil` if it does not exist.
    func finding(at path: Path, _ seq: Int, _ store: String, _ notation: Notation) async -> String? {
        guard let node = try? await answer(StateTree(store: store, path: path, at: .seq(seq), depth: 2)).result.node
        else { return nil }
        let text =
            node.value.map { notation.text(state: $0, at: path, limit: 200) } ?? TreeNotation.brief(node, limit: 200)
        guard let count = node.count, [.array, .set, .dictionary].contains(node.kind) else { return text }
        return "\(NumberText.counted(count, "element"))  \(text)"
    }
}
