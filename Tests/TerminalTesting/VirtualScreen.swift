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

    /// One cell for each column; empty after a wide character.
    var cells: [[String]]
    /// The last column has been written: the next character goes to the next row.
    var isWrapPending = false
    var isInserting = false
    var parser = ControlParser()

    static let blank = " "

    /// Creates an empty screen.
    public init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
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
        let last = cells.lastIndex { $0 != blank } ?? -1
        return cells[...last].joined()
    }

    // MARK: - Changes

    /// Changes the size like an xterm: rows are cut or padded, not wrapped again.
    public mutating func resize(rows newRows: Int, columns newColumns: Int) {
        for index in cells.indices {
            cells[index] = Array(cells[index].prefix(newColumns))
            cells[index] += Array(repeating: Self.blank, count: newColumns - cells[index].count)
        }
        columns = newColumns
        while cells.count > newRows {
            // Empty rows below the cursor are removed first.
            if cursorRow < cells.count - 1 {
                cells.removeLast()
            } else {
                scrollback.append(Self.text(of: cells.removeFirst()))
                cursorRow -= 1
            }
        }
        while cells.count < newRows { cells.append(emptyRow) }
        rows = newRows
        cursorColumn = min(cursorColumn, columns - 1)
        isWrapPending = false
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
            cells.append(emptyRow)
        }
    }

    mutating func put(_ scalar: Unicode.Scalar) {
        let width = scalar.columns
        if width == 0 {
            let column = isWrapPending ? cursorColumn : max(0, cursorColumn - 1)
            cells[cursorRow][column].unicodeScalars.append(scalar)
            return
        }
        if isWrapPending || cursorColumn + width > columns {
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
