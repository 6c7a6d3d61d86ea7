import LineEditing
import StrobeProtocol
import StrobeTree

/// Renders the matches of a search.
struct SearchRendering {
    var layout = Layout()
    var notation = Notation()
    var time = TimeText()

    /// The matches in a state, one a line.
    func lines(_ result: StateSearch.Result) -> [StyledText] {
        guard !result.matches.isEmpty else {
            let where_ =
                result.more == true ? "nothing found in the part that was searched; name a PATH" : "nothing found"
            return [StyledText(where_, .dim) + StyledText("  @\(result.seq)", .dim)]
        }
        var table = Table(.left, .left)
        for match in result.matches {
            let value = match.value.map { notation.text(state: $0, at: match.path, limit: 200) }
            table.add(path(of: match), value.map(LiteralHighlighting.styled) ?? StyledText("…", .dim))
        }
        var lines = table.lines(width: layout.width, flexible: 1)
        let count = NumberText.counted(result.matches.count, "place")
        let more = result.more == true ? "; there may be more: --limit N, or name a PATH" : ""
        lines.append(StyledText("\(count) @\(result.seq)\(more)", .dim))
        return lines
    }

    /// The path, with its last part in bold if that is the match.
    private func path(of match: StateMatch) -> StyledText {
        let whole = ChangeRendering.name(of: match.path)
        guard match.inKey == true, !match.path.isRoot else { return StyledText(whole, .plain) }
        let parent = Path(Array(match.path.tokens.dropLast()))
        let start = parent.isRoot ? "" : parent.swiftStyle
        return StyledText(start) + StyledText(String(whole.dropFirst(start.count)), .strong)
    }

    /// The entries of a page, one a line, with the matches outside of the action.
    ///
    /// - Parameters:
    ///   - position: The current position.
    ///   - isAll: Whether this page is the whole answer.
    ///   - hasMore: Whether the search ended because it found enough.
    func lines(_ result: LogSearch.Result, position: Int?, isAll: Bool, hasMore: Bool) -> [StyledText] {
        guard !result.matches.isEmpty else { return isAll ? [StyledText("nothing found in the log", .dim)] : [] }
        var rendering = LogRendering(layout: layout, time: time, position: position)
        for match in result.matches where !match.in.contains(.action) {
            let parts = match.in.map { $0 == .effect ? "an effect" : "what it changed" }
            rendering.remarks[match.entry.seq] = "in " + parts.joined(separator: " and ")
        }
        var lines = rendering.lines(result.matches.map(\.entry))
        if hasMore { lines.append(StyledText("… there may be more: --limit N", .dim)) }
        return lines
    }
}
