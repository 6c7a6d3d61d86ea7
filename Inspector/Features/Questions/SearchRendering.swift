import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// Renders the matches of a search.
struct SearchRendering {
    var layout = Layout()
    var notation = Notation()
    var time = TimeText()
    /// What was searched for; marked, and not cut.
    var pattern: Pattern?
    /// The store of the matches, if several are searched.
    var store = ""
    /// The width of the column of stores.
    var storeWidth = 0

    /// The matches in a state, one a line.
    func lines(_ result: StateSearch.Result) -> [StyledText] {
        guard !result.matches.isEmpty else {
            let text =
                result.more == true
                ? "nothing found in the part that was searched; name a PATH"
                : "nothing found; try --log, or --all for all stores"
            return [StyledText("\(text)  @\(result.seq)", .dim)]
        }
        var lines = rows(result)
        let count = NumberText.counted(result.matches.count, "place")
        let more = result.more == true ? "; there may be more: --limit N, or name a PATH" : ""
        lines.append(StyledText("\(count) @\(result.seq)\(more)", .dim))
        return lines
    }

    /// The matches in a state alone.
    func rows(_ result: StateSearch.Result) -> [StyledText] {
        var table = Table(.left, .left, .left)
        for match in result.matches {
            // A long text is cut later, around what was found in it.
            let value = match.value.map { notation.text(state: $0, at: match.path, limit: 100_000) }
            table.add(
                StyledText(store, .store), path(of: match),
                value.map(LiteralHighlighting.styled) ?? StyledText("…", .dim))
        }
        return table.rows(width: layout.width, flexible: 2, minimum: [storeWidth]) { index, cell, width in
            guard let pattern, result.matches[index].inKey != true else { return [cell.fitted(to: width)] }
            return [cell.fitted(to: width, around: pattern)]
        }.flatMap(\.self)
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
        var lines = rows(result, position: position)
        if hasMore { lines.append(StyledText("… there may be more: --limit N", .dim)) }
        return lines
    }

    /// The entries of a page alone.
    func rows(_ result: LogSearch.Result, position: Int?) -> [StyledText] {
        var rendering = LogRendering(
            layout: layout, time: time, position: position, minimum: [0, storeWidth], pattern: pattern)
        for match in result.matches where !match.in.contains(.action) {
            let parts = match.in.map { $0 == .effect ? "an effect" : "what it changed" }
            rendering.remarks[match.entry.seq] = "in " + parts.joined(separator: " and ")
        }
        return rendering.lines(result.matches.map { (store, $0.entry) })
    }
}
