import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// Renders what was found in the log: where a condition holds, or which entries changed a place.
struct FindRendering {
    var layout = Layout()
    var notation = Notation()
    var time = TimeText()

    /// The lines for the result of a search for a condition.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - values: The values there at the paths of the condition.
    func lines(_ result: HistoryFind.Result, for request: HistoryFind, values: [FoundValue]) -> [StyledText] {
        var lines: [StyledText] = []
        let which = request.last == true ? "last" : "first"
        let looked = NumberText.counted(result.tests, "state")
        var note = StyledText()
        if let seq = result.seq {
            if let entry = result.entry {
                lines += headline(entry)
            } else {
                lines.append(StyledText("@\(seq)  ", .strong) + StyledText("the state that the log begins with", .dim))
            }
            for value in values {
                let line =
                    StyledText(value.name, .strong) + StyledText(" = ", .dim) + LiteralHighlighting.styled(value.text)
                lines.append(line.indented(by: 2).fitted(to: layout.width))
            }
            note = StyledText(
                "the \(which) of @\(result.from)..@\(result.to); \(looked) examined; `goto \(seq)` goes there", .dim)
        } else {
            note = StyledText("no state of @\(result.from)..@\(result.to) matches; \(looked) examined", .dim)
        }
        lines += note.wrapped(to: layout.width, hanging: 2)
        if result.incomplete == .hidden {
            let text = "the condition uses hidden values: states in which only these changed are not found"
            lines += StyledText(text, .dim).wrapped(to: layout.width, hanging: 2)
        }
        if let from = request.from, from < result.from {
            lines.append(StyledText("states before @\(result.from) are not kept", .changed))
        }
        return lines
    }

    /// The lines for a page of the entries that changed a place.
    ///
    /// - Parameters:
    ///   - isFirst: Whether this is the first page with output.
    ///   - isEnough: Whether the wanted number of entries is reached.
    ///   - isHidden: Whether a value at the place was redacted in a state of this page or an earlier one.
    func lines(_ result: StateBlame.Result, isFirst: Bool, isEnough: Bool, isHidden: Bool) -> [StyledText] {
        var lines: [StyledText] = []
        for blamed in result.entries {
            lines += headline(blamed.entry)
            lines += ChangeRendering(layout: layout, notation: notation, indent: 2).lines(blamed.changes)
        }
        let name = ChangeRendering.name(of: result.path)
        guard isEnough || result.next == nil else { return lines }
        if isHidden {
            lines.append(
                StyledText("\(name) is hidden, or has hidden parts: their changes are not shown", .dim))
        }
        if isEnough {
            if let next = result.next { lines.append(StyledText("… earlier: blame \(name) --at \(next)", .dim)) }
        } else if !isHidden {
            let since = "@\(max(result.from - 1, 0))"
            let text =
                isFirst && result.entries.isEmpty
                ? "nothing changed \(name) from \(since) to @\(result.seq)"
                : "no earlier change since \(since), where the log begins"
            lines.append(StyledText(text, .dim))
        }
        return lines
    }

    private func headline(_ entry: LogEntry) -> [StyledText] {
        let line = StyledText("#\(entry.seq)  ", .strong) + LogRendering.label(of: entry)
        var tail = StyledText("  \(LogRendering.origin(of: entry))", .dim)
        if layout.width >= 60 { tail.append("  \(time.clock(entry.time))", .dim) }
        // The reason of a failure matters and is not cut.
        guard !LogRendering.isFailure(entry) else { return (line + tail).wrapped(to: layout.width, hanging: 4) }
        return [line.fitted(to: layout.width, keeping: tail)]
    }
}
