import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders bookmarks as a table.
struct MarkRendering {
    var layout = Layout()
    var time = TimeText()
    /// The current position, which gets a mark.
    var position: Int?
    /// The first seq still in the log.
    var firstSeq = 0

    /// The lines for some bookmarks.
    func lines(_ bookmarks: [Bookmark]) -> [StyledText] {
        guard !bookmarks.isEmpty else { return [StyledText("no bookmarks; `mark NAME` sets one", .dim)] }
        var table = Table(.left, .left, .left, .left, .left)
        for bookmark in bookmarks {
            table.add(
                StyledText(bookmark.seq == position ? "▸" : " ", .changed), StyledText(bookmark.name, .past),
                StyledText("@\(bookmark.seq)", bookmark.seq < firstSeq ? .dim : .strong),
                StyledText(layout.width >= 60 ? time.clock(bookmark.time) : "", .dim), note(on: bookmark))
        }
        return table.lines(width: layout.width, flexible: 4)
    }

    private func note(on bookmark: Bookmark) -> StyledText {
        let note = StyledText(bookmark.note ?? "")
        guard bookmark.seq < firstSeq else { return note }
        return StyledText("no longer in the log", .changed) + (note.isEmpty ? note : "  " + note)
    }

    /// A bookmark as one line.
    static func line(_ bookmark: Bookmark) -> StyledText {
        StyledText(bookmark.name, .past) + " is " + StyledText("@\(bookmark.seq)", .strong)
            + StyledText(bookmark.note.map { "  \($0)" } ?? "", .dim)
    }

    /// The bookmarks at each seq, as the log shows them.
    static func names(_ bookmarks: [Bookmark]) -> [Int: String] {
        Dictionary(grouping: bookmarks, by: \.seq).mapValues { $0.map(\.name).joined(separator: ", ") }
    }
}
