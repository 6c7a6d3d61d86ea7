import InspectorCore

/// Where the panes are: a header, a line of titles, the log with the held actions above it, the details, a footer.
struct ScreenPanes: Sendable, Hashable {
    /// The least size.
    static let least = (rows: 10, columns: 40)
    /// Below this width there is one pane.
    static let narrow = 64
    /// The first row of the panes.
    static let top = 2

    var bodyHeight = 0
    /// The width of the left pane; 0 if it is not shown.
    var logWidth = 0
    var detailColumn = 0
    var detailWidth = 0
    /// The rows of held actions.
    var heldHeight = 0
    var logHeight: Int { max(bodyHeight - heldHeight, 1) }

    init(rows: Int, columns: Int, isWide: Bool, heldLines: Int) {
        bodyHeight = max(rows - Self.top - 1, 1)
        if isWide {
            detailWidth = columns
        } else if columns < Self.narrow {
            logWidth = columns
        } else {
            logWidth = columns * 48 / 100
            detailColumn = logWidth + 1
            detailWidth = columns - detailColumn
        }
        heldHeight = logWidth == 0 ? 0 : min(heldLines, max(bodyHeight * 2 / 5, 3))
    }
}
