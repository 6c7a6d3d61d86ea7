/// The screen of an xterm, as far as line editors use it: text with deferred wrap at the last column, wide characters,
/// cursor moves, erasing, inserting and deleting, scrolling.
///
/// Colours are ignored.
public struct VirtualScreen: Sendable {
    /// The height in rows.
    public private(set) var rows: Int
    /// The width in columns.
    public private(set) var columns: Int
    /// The cursor's row, from 0 at the top.
    public internal(set) var cursorRow = 0
    /// The cursor's column, from 0 at the left.
    public internal(set) var cursorColumn = 0
    /// The rows that have left the screen at the top, oldest first.
    public private(set) var scrollback: [String] = []
    /// How often the bell has rung.
    public internal(set) var bells = 0
    /// Unsupported control sequences; tests should find none.
    public internal(set) var unknownSequences: [String] = []

    /// Whether what is one character to the eye takes two columns at most, and is in one cell.
    let joinsCharacters: Bool
    /// Whether lines are wrapped again when the width changes.
    let wrapsAgain: Bool

    /// Whether each row goes on in the next one, as the terminal has wrapped it by itself.
    private var wraps: [Bool]
    /// One cell for each column; empty after a wide character.
    var cells: [[String]]
    /// The last column has been written: the next character goes to the next row.
    var isWrapPending = false
    var isInserting = false
    var parser = ControlParser()

    /// A cell that nothing was written to since it was erased.
    static let blank = "\0"

    /// Creates an empty screen.
    ///
    /// - Parameters:
    ///   - rows: The height.
    ///   - columns: The width.
    ///   - isModern: Whether emoji of several scalars take two columns, and lines are wrapped again when the width
    ///     changes, as in terminals of today; an xterm does neither.
    public init(rows: Int, columns: Int, isModern: Bool = false) {
        self.rows = rows
        self.columns = columns
        (joinsCharacters, wrapsAgain) = (isModern, isModern)
        wraps = Array(repeating: false, count: rows)
        cells = Array(repeating: Array(repeating: Self.blank, count: columns), count: rows)
    }

    // MARK: - Reading

    /// The text of a row without trailing blanks.
    public func row(_ index: Int) -> String {
        Self.text(of: cells[index])
    }

    /// All rows of the screen.
    public var visibleRows: [String] {
        cells.map(Self.text)
    }

    /// All rows, including the scrollback, without empty ones at the end.
    public var allRows: [String] {
        var all = scrollback + visibleRows
        while all.last == "" { all.removeLast() }
        return all
    }

    /// The row that the cursor is in.
    public var cursorLine: String {
        row(cursorRow)
    }

    /// Whether a text is in one row, including the scrollback.
    public func contains(_ text: String) -> Bool {
        scrollback.contains { $0.contains(text) } || cells.contains { Self.text(of: $0).contains(text) }
    }

    /// The screen for an error message, with the cursor's row marked.
    public var dump: String {
        visibleRows.enumerated().map { ($0 == cursorRow ? ">" : " ") + "|" + $1 }.joined(separator: "\n")
            + "\n  cursor at row \(cursorRow), column \(cursorColumn)"
    }

    private static func text(of cells: [String]) -> String {
        let last = cells.lastIndex { $0 != blank && $0 != " " } ?? -1
        return cells[...last].map { $0 == blank ? " " : $0 }.joined()
    }

    // MARK: - Changes

    /// Changes the size: rows are cut or padded, or wrapped again first.
    public mutating func resize(rows newRows: Int, columns newColumns: Int) {
        if wrapsAgain, newColumns != columns { wrapAgain(newColumns) }
        for index in cells.indices {
            cells[index] = Array(cells[index].prefix(newColumns))
            cells[index] += Array(repeating: Self.blank, count: newColumns - cells[index].count)
        }
        columns = newColumns
        while cells.count > newRows {
            // Empty rows below the cursor are removed first.
            if cursorRow < cells.count - 1 {
                cells.removeLast()
                wraps.removeLast()
            } else {
                scrollback.append(Self.text(of: cells.removeFirst()))
                wraps.removeFirst()
                cursorRow -= 1
            }
        }
        while cells.count < newRows {
            cells.append(emptyRow)
            wraps.append(false)
        }
        rows = newRows
        cursorColumn = min(cursorColumn, columns - 1)
        isWrapPending = false
    }

    /// Wraps the lines for another width; the cursor stays at its character.
    private mutating func wrapAgain(_ newColumns: Int) {
        var (rows, newWraps): ([[String]], [Bool]) = ([], [])
        var cursor = (row: 0, column: 0)
        var line: [String] = []
        var cursorOffset: Int?
        for (index, row) in cells.enumerated() {
            if index == cursorRow { cursorOffset = line.count + cursorColumn + (isWrapPending ? 1 : 0) }
            line += row
            guard !wraps[index] || index == cells.count - 1 else { continue }
            let used = (line.lastIndex { $0 != Self.blank } ?? -1) + 1
            let end = max(used, min(cursorOffset ?? 0, line.count))
            for start in stride(from: 0, to: max(end, 1), by: newColumns) {
                rows.append(Array(line[start..<min(start + newColumns, end)]))
                newWraps.append(start + newColumns < end)
                if let offset = cursorOffset, offset >= start { cursor = (rows.count - 1, offset - start) }
            }
            (line, cursorOffset) = ([], nil)
        }
        while rows.count > self.rows, rows.count - 1 > cursor.row, rows.last?.isEmpty == true {
            rows.removeLast()
            newWraps.removeLast()
        }
        while rows.count > self.rows {
            scrollback.append(Self.text(of: rows.removeFirst()))
            newWraps.removeFirst()
            cursor.row -= 1
        }
        while rows.count < self.rows {
            rows.append([])
            newWraps.append(false)
        }
        cells = rows.map { $0 + Array(repeating: Self.blank, count: max(newColumns - $0.count, 0)) }
        wraps = newWraps
        (cursorRow, cursorColumn) = (max(cursor.row, 0), min(cursor.column, newColumns - 1))
    }

    /// Notes that a row was erased to its end.
    mutating func endLine(inRow row: Int) {
        wraps[row] = false
    }

    var emptyRow: [String] {
        Array(repeating: Self.blank, count: columns)
    }

    mutating func lineFeed() {
        isWrapPending = false
        if cursorRow < rows - 1 {
            cursorRow += 1
        } else {
            scrollback.append(Self.text(of: cells.removeFirst()))
            wraps.removeFirst()
            cells.append(emptyRow)
            wraps.append(false)
        }
    }

    mutating func put(_ scalar: Unicode.Scalar) {
        let before = isWrapPending ? cursorColumn : cursorColumn - 1
        let cell = before > 0 && cells[cursorRow][before].isEmpty ? before - 1 : before
        if joinsCharacters, cell >= 0, cells[cursorRow][cell] != Self.blank,
            "\(cells[cursorRow][cell])\(scalar)".count == 1
        {
            cells[cursorRow][cell].unicodeScalars.append(scalar)
            return
        }
        let width = scalar.columns
        if width == 0 {
            cells[cursorRow][max(cell, 0)].unicodeScalars.append(scalar)
            return
        }
        if isWrapPending || cursorColumn + width > columns {
            wraps[cursorRow] = true
            cursorColumn = 0
            lineFeed()
        }
        if isInserting {
            cells[cursorRow].insert(contentsOf: Array(repeating: Self.blank, count: width), at: cursorColumn)
            cells[cursorRow].removeLast(width)
        }
        clearHalves(cursorColumn..<cursorColumn + width)
        cells[cursorRow][cursorColumn] = String(scalar)
        if width == 2 { cells[cursorRow][cursorColumn + 1] = "" }
        cursorColumn += width
        if cursorColumn >= columns {
            cursorColumn = columns - 1
            isWrapPending = true
        }
    }

    /// Clears a wide character of which one column is overwritten.
    private mutating func clearHalves(_ range: Range<Int>) {
        if cells[cursorRow][range.lowerBound].isEmpty, range.lowerBound > 0 {
            cells[cursorRow][range.lowerBound - 1] = Self.blank
        }
        if range.upperBound < columns, cells[cursorRow][range.upperBound].isEmpty {
            cells[cursorRow][range.upperBound] = Self.blank
        }
    }
}
