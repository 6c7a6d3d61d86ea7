import InspectorCore
import LineEditing

/// Renders the results of a script's expectations as one line.
enum ScriptRendering {
    /// The lines; empty if there are no expectations.
    static func lines(_ cases: [ScriptReport.Case], after duration: Duration) -> [StyledText] {
        let expectations = cases.filter(\.isExpectation)
        // A script that only waits gets no summary: that it continued is enough.
        guard expectations.contains(where: { !$0.text.hasPrefix("wait") }) else { return [] }
        let failed = expectations.count { $0.failures > 0 }
        let missed = expectations.count { $0.runs == 0 }
        let held = expectations.count - failed - missed
        let time = StyledText("  in \(DurationArgument.text(duration))", .dim)
        guard failed + missed > 0 else {
            let text = held == 1 ? "the expectation held" : "all \(NumberText.grouped(held)) expectations held"
            return [StyledText("✓ \(text)", .added) + time]
        }
        var parts: [StyledText] = []
        if failed > 0 { parts.append(StyledText("\(NumberText.grouped(failed)) failed", .failure)) }
        if held > 0 { parts.append(StyledText("\(NumberText.grouped(held)) held")) }
        if missed > 0 { parts.append(StyledText("\(NumberText.grouped(missed)) not reached", .changed)) }
        let head = StyledText("✗ \(NumberText.counted(expectations.count, "expectation")): ", .failure)
        return [head + parts.joined(separator: StyledText(", ")) + time]
    }
}
