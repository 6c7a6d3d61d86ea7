import LineEditing
import StrobeProtocol

/// Bookmarks as a table.
struct MarkRendering {
    var layout = Layout()
    var time = TimeText()
    /// Where one stands; it gets a mark.
    var position: Int?

    /// The lines for some bookmarks.
    func lines(_ bookmarks: [Bookmark]) -> [StyledText] {
        guard !bookmarks.isEmpty else { return [StyledText("no bookmarks; `mark NAME` sets one", .dim)] }
        var table = Table(.left, .left, .left, .left, .left)
        for bookmark in bookmarks {
            table.add(
                StyledText(bookmark.seq == position ? "▸" : " ", .changed), StyledText(bookmark.name, .past),
                StyledText("@\(bookmark.seq)", .strong),
                StyledText(layout.width >= 60 ? time.clock(bookmark.time) : "", .dim), StyledText(bookmark.note ?? ""))
        }
        return table.lines(width: layout.width, flexible: 4)
    }

    /// One bookmark on one line.
    static func line(_ bookmark: Bookmark) -> StyledText {
        StyledText(bookmark.name, .past) + " is " + StyledText("@\(bookmark.seq)", .strong)
            + StyledText(bookmark.note.map { "  \($0)" } ?? "", .dim)
    }

    /// The names of each seq, as the log shows them.
    static func names(_ bookmarks: [Bookmark]) -> [Int: String] {
        Dictionary(grouping: bookmarks, by: \.seq).mapValues { $0.map(\.name).joined(separator: ", ") }
    }
}
