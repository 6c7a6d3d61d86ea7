/// What of a line is on the screen, and what is written to change that.
///
/// Rows that are as they were are not written again. A line taller than the screen shows the part around its cursor.
struct LineDisplay {
    private var rows: [LineLayout.Row] = []
    private var cursor = LineLayout.Position()
    /// The first row of the layout that is shown.
    private var top = 0

    /// Shows a line in the place of what was shown of it.
    mutating func show(_ layout: LineLayout, height: Int) -> String {
        let height = max(1, height)
        top = max(min(top, layout.cursor.row, layout.rows.count - height), layout.cursor.row - height + 1, 0)
        let shown = layout.rows[top...].prefix(height)
        let new = Array(shown)
        let target = LineLayout.Position(row: layout.cursor.row - top, column: layout.cursor.column)
        var output = ""
        var place = cursor
        let first = new.indices.first { $0 >= rows.count || new[$0] != rows[$0] } ?? new.count
        if first < new.count || rows.count > new.count {
            // Rows that are gone are behind the last one that stays.
            let start = min(first, new.count - 1)
            output += Self.vertical(start - place.row) + "\r"
            for index in start..<new.count { output += text(of: new, at: index) }
            place = LineLayout.Position(row: new.count - 1, column: new[new.count - 1].width)
        }
        if place != target {
            output += Self.vertical(target.row - place.row)
            if place.column != target.column { output += "\r" + Self.right(target.column) }
        }
        rows = new
        cursor = target
        return output
    }

    /// A row, and what leads to the next one.
    private func text(of new: [LineLayout.Row], at index: Int) -> String {
        let row = new[index]
        // Behind the last column it would erase the last character.
        // A blank where the terminal has wrapped: without it some do not take the empty row for a part of the line.
        let isBlank = row.width == 0 && index > 0 && new[index - 1].ending == .wrapped
        let text = row.text + (row.isFull ? "" : isBlank ? " \u{1B}[K\r" : "\u{1B}[K")
        guard index + 1 < new.count else { return text + (rows.count > new.count ? "\u{1B}[J" : "") }
        switch row.ending {
        case .wrapped: return text
        case .broken, .last: return text + "\r\n"
        }
    }

    /// Clears all of it; the cursor is where its first row was.
    mutating func erase() -> String {
        // Row by row: some terminals move a screen that is cleared at once into their scrollback.
        let output =
            Self.vertical(rows.count - 1 - cursor.row) + "\r\u{1B}[K"
            + String(repeating: "\u{1B}[A\u{1B}[K", count: max(rows.count - 1, 0))
        let isEmpty = rows.isEmpty
        forget()
        return isEmpty ? "" : output
    }

    /// Moves to its last row, and leaves it on the screen.
    mutating func leave() -> String {
        defer { forget() }
        return rows.isEmpty ? "" : Self.vertical(rows.count - 1 - cursor.row)
    }

    /// Clears all of it after the window got another size.
    ///
    /// Terminals of today wrap again what they wrapped themselves, and keep the cursor at its character. Others cut
    /// their rows off: there, less than all or a row above may be cleared.
    mutating func eraseWrapped(to columns: Int, height: Int) -> String {
        defer { forget() }
        guard !rows.isEmpty else { return "" }
        let columns = max(1, columns)
        var above = 0
        var length = 0
        for row in rows[..<cursor.row] {
            length += row.width
            guard row.ending != .wrapped else { continue }
            above += max(1, (length + columns - 1) / columns)
            length = 0
        }
        // Where nothing is at the cursor, it waits behind the last column until something is written.
        let isAtEnd = cursor.column >= rows[cursor.row].width && rows[cursor.row].width > 0
        above += max(length + cursor.column - (isAtEnd ? 1 : 0), 0) / columns
        return Self.vertical(-min(above, max(height, 1) - 1)) + "\r\u{1B}[J"
    }

    /// Its place on the screen is not known any more, or it is not there: it will be shown from where the cursor is.
    mutating func forget() {
        rows = []
        cursor = LineLayout.Position()
        top = 0
    }

    private static func vertical(_ rows: Int) -> String {
        rows < 0 ? "\u{1B}[\(-rows)A" : rows > 0 ? "\u{1B}[\(rows)B" : ""
    }

    private static func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
