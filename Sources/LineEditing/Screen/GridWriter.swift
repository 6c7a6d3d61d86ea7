/// Writes what changed from one grid to the next, in control sequences (ECMA-48) and SGR.
struct GridWriter {
    let usesColour: Bool
    /// What the terminal shows; `nil` if unknown.
    private var shown: CellGrid?
    private var text = ""
    private var style: Style = []
    /// Where the next character goes; `nil` if terminals disagree.
    private var place: (row: Int, column: Int)?

    init(usesColour: Bool) {
        self.usesColour = usesColour
    }

    /// Takes the terminal for unknown, so that the next grid is written as a whole.
    mutating func forget() {
        shown = nil
    }

    /// What to write so that the terminal shows a grid; empty if it does already.
    mutating func update(to grid: CellGrid) -> String {
        let old = shown.flatMap { $0.rows == grid.rows && $0.columns == grid.columns ? $0 : nil }
        guard old != grid else { return "" }
        (text, style, place) = ("", [], nil)
        if old?.cursor != nil || old == nil { text += "\u{1B}[?25l" }
        if old == nil { text += "\u{1B}[m\u{1B}[2J" }
        let before = old ?? CellGrid(rows: grid.rows, columns: grid.columns)
        for row in 0..<grid.rows { write(row, from: before, to: grid) }
        if !style.isEmpty { text += "\u{1B}[m" }
        if let cursor = grid.cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        shown = grid
        // A terminal that knows this mode shows all of it at once.
        return "\u{1B}[?2026h\(text)\u{1B}[?2026l"
    }

    /// Whether a gap of unchanged cells is shorter to write again than to jump over.
    private static let shortGap = 4

    private mutating func write(_ row: Int, from old: CellGrid, to new: CellGrid) {
        let range = row * new.columns..<(row + 1) * new.columns
        guard old.cells[range] != new.cells[range] else { return }
        // From here on the row is blank.
        let blank = (range.reversed().first { new.cells[$0] != CellGrid.Cell() } ?? range.lowerBound - 1) + 1
        let isCleared = (blank..<range.upperBound).count { old.cells[$0] != CellGrid.Cell() } > Self.shortGap
        let end = isCleared ? blank : range.upperBound
        var index = range.lowerBound
        while index < end {
            guard old.cells[index] != new.cells[index] else {
                index += 1
                continue
            }
            // The first half of a wide character brings the second.
            if new.cells[index].text.isEmpty, index > range.lowerBound, old.cells[index - 1] == new.cells[index - 1] {
                index -= 1
            }
            move(row, index - range.lowerBound, over: new)
            put(new.cells[index], at: row, index - range.lowerBound)
            index += index + 1 < end && new.cells[index + 1].text.isEmpty ? 2 : 1
        }
        guard isCleared else { return }
        move(row, blank - range.lowerBound, over: new)
        use([])
        text += "\u{1B}[K"
    }

    private mutating func move(_ row: Int, _ column: Int, over grid: CellGrid) {
        defer { place = (row, column) }
        guard let place, place.row == row, place.column <= column else {
            text += row == self.place?.row ? "\u{1B}[\(column + 1)G" : "\u{1B}[\(row + 1);\(column + 1)H"
            return
        }
        let gap = grid.cells[row * grid.columns + place.column..<row * grid.columns + column]
        if gap.count <= Self.shortGap, gap.allSatisfy({ $0.style == style && $0.text.utf8.count == 1 }) {
            for cell in gap { text += cell.text }
        } else {
            text += "\u{1B}[\(column + 1)G"
        }
    }

    private mutating func put(_ cell: CellGrid.Cell, at row: Int, _ column: Int) {
        use(cell.style)
        text += cell.text
        // Terminals disagree about the width of everything but plain characters.
        let isPlain = cell.text.unicodeScalars.count == 1 && Columns.width(of: cell.text) == 1
        place = isPlain ? (row, column + 1) : nil
    }

    private mutating func use(_ wanted: Style) {
        let wanted = usesColour ? wanted : wanted.withoutColour
        guard wanted != style else { return }
        let parameters = wanted.parameters
        let isAdded = style.isEmpty
        style = wanted
        text += parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[\(isAdded ? "" : "0;")\(parameters)m"
    }
}
