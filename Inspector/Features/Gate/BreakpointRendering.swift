import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders breakpoints as a table.
struct BreakpointRendering {
    var layout = Layout()
    /// The commands run on hits, by breakpoint.
    var commands: [Int: [String]] = [:]

    /// The lines: `●` marks enabled breakpoints, `○` disabled ones.
    func lines(_ breakpoints: [BreakpointDescription]) -> [StyledText] {
        guard !breakpoints.isEmpty else { return [StyledText("no breakpoints", .dim)] }
        var table = Table(.left, .right, .left)
        for breakpoint in breakpoints {
            table.add(
                breakpoint.enabled ? StyledText("●", .failure) : StyledText("○", .dim),
                StyledText(String(breakpoint.id), .strong), Self.what(breakpoint))
        }
        let indent = "    "
        return zip(breakpoints, table.wrappedRows(width: layout.width, flexible: 2)).flatMap { breakpoint, lines in
            let commands = (commands[breakpoint.id] ?? []).joined(separator: "; ")
            let below = commands.isEmpty ? [] : [StyledText("\(indent)> \(commands)", .dim).fitted(to: layout.width)]
            return lines + below
        }
    }

    /// Describes what a breakpoint stops at.
    private static func what(_ breakpoint: BreakpointDescription) -> StyledText {
        var text = breakpoint.action.map(LiteralHighlighting.styled) ?? StyledText("any action")
        if let path = breakpoint.path { text += " that changes " + StyledText(ChangeRendering.name(of: path), .strong) }
        if let condition = breakpoint.condition { text += " if " + LiteralHighlighting.styled(condition) }
        var notes: [String] = []
        if breakpoint.hits > 0 { notes.append(NumberText.counted(breakpoint.hits, "hit")) }
        if let first = breakpoint.hitCount, first > 1 { notes.append("from hit \(NumberText.grouped(first)) on") }
        if breakpoint.once { notes.append("once") }
        if !breakpoint.enabled { notes.append(breakpoint.problem.map { "turned off: \($0)" } ?? "disabled") }
        if let log = breakpoint.log { text += StyledText("  log ", .dim) + StyledText(log, .string) }
        return notes.isEmpty ? text : text + StyledText("  " + notes.joined(separator: ", "), .dim)
    }
}
