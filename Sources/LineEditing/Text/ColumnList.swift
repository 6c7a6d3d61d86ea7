/// The items in columns, running down and then right, in as few rows as the width allows.
///
/// What an item has beside it is faint, and aligned with that of the others; it is cut at the width.
func columnised(_ items: [(text: String, detail: String)], width: Int) -> StyledText {
    let widths = items.map { Columns.width(of: $0.text) }
    let textWidth = widths.max() ?? 0
    let hasDetails = items.contains { !$0.detail.isEmpty }
    // A detail that is too long for its row is of less use than a short list.
    let room = max(width - textWidth - 2, 0)
    let details = items.map { Columns.prefix(of: $0.detail, width: room) }
    let detailWidth = hasDetails ? 2 + (details.map(Columns.width).max() ?? 0) : 0
    let cell = textWidth + detailWidth + 2
    // The last column needs no gap behind it.
    let columns = max(1, (width + 2) / max(cell, 1))
    let rows = (items.count + columns - 1) / columns
    var list = StyledText()
    for row in 0..<rows {
        if row > 0 { list.append("\n") }
        for index in stride(from: row, to: items.count, by: rows) {
            let isLast = index + rows >= items.count
            list.append(items[index].text)
            guard !isLast || !details[index].isEmpty else { continue }
            let gap = textWidth - widths[index] + (hasDetails ? 2 : 0)
            list.append(String(repeating: " ", count: gap))
            list.append(String(details[index]), .dim)
            let rest = hasDetails ? detailWidth - 2 - Columns.width(of: details[index]) : 0
            if !isLast { list.append(String(repeating: " ", count: rest + 2)) }
        }
    }
    return list
}
