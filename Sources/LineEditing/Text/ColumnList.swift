/// The items in columns, running down and then right, in as few rows as the width allows.
func columnised(_ items: [String], width: Int) -> String {
    let widths = items.map(Columns.width)
    let cell = (widths.max() ?? 0) + 2
    // The last column needs no gap behind it.
    let columns = max(1, (width + 2 - 1) / cell)
    let rows = (items.count + columns - 1) / columns
    return (0..<rows).map { row in
        stride(from: row, to: items.count, by: rows).map { index in
            let isLast = index + rows >= items.count
            return items[index] + (isLast ? "" : String(repeating: " ", count: cell - widths[index]))
        }.joined()
    }.joined(separator: "\n")
}
