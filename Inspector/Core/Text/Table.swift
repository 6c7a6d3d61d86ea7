package import LineEditing

/// Rows of cells in aligned columns.
package struct Table {
    /// The alignment of a column.
    package enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    package private(set) var rows: [[StyledText]] = []

    package init(_ alignments: Alignment...) {
        self.alignments = alignments
    }

    package mutating func add(_ cells: StyledText...) {
        rows.append(cells)
    }

    /// The lines, each at most `width` columns wide; a column that is empty in all rows takes no space.
    ///
    /// - Parameters:
    ///   - width: The available width.
    ///   - flexible: The column that is cut if a row is too wide.
    package func lines(width: Int, flexible: Int) -> [StyledText] {
        rows(width: width, flexible: flexible) { _, cell, width in [cell.fitted(to: width)] }.flatMap(\.self)
    }

    /// The lines of each row; a column that is empty in all rows takes no space.
    ///
    /// - Parameters:
    ///   - width: The available width.
    ///   - flexible: The column that is fitted if a row is too wide.
    ///   - minimum: The least width of each of the first columns, which are there even if empty; 0 for none.
    ///   - fit: Fits the cell of that column in the row with an index into a width; lines after the first are below it.
    package func rows(
        width: Int, flexible: Int, minimum: [Int] = [],
        _ fit: (_ row: Int, _ cell: StyledText, _ width: Int) -> [StyledText]
    ) -> [[StyledText]] {
        var widths = alignments.indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
        for (column, least) in zip(widths.indices, minimum) { widths[column] = max(widths[column], least) }
        let used = widths.indices.filter { widths[$0] > 0 }
        let others = used.filter { $0 != flexible }.reduce(0) { $0 + widths[$1] }
        let room = width - others - 2 * max(used.count - 1, 0)
        if widths.indices.contains(flexible) { widths[flexible] = min(widths[flexible], max(room, 12)) }
        let indent = used.prefix { $0 != flexible }.reduce(0) { $0 + widths[$1] + 2 }
        return rows.enumerated().map { index, row in
            let fitted =
                widths.indices.contains(flexible) ? fit(index, row[flexible], widths[flexible]) : [StyledText()]
            let cells = used.map { column in
                let cell = column == flexible ? fitted.first ?? StyledText() : row[column].fitted(to: widths[column])
                if alignments[column] == .right { return cell.alignedRight(to: widths[column]) }
                return column == used.last ? cell : cell.padded(to: widths[column])
            }
            return [cells.joined(separator: "  ").withoutTrailingBlanks]
                + fitted.dropFirst().map { $0.indented(by: indent) }
        }
    }

    /// The rows, with the flexible column, which must be the last, wrapped if it is too wide.
    ///
    /// - Returns: The lines of each row.
    package func wrappedRows(width: Int, flexible: Int) -> [[StyledText]] {
        let before = rows.map { $0[..<flexible].map(\.width) }
        let widths = (0..<flexible).map { column in before.map { $0[column] }.max() ?? 0 }
        let indent = widths.reduce(0) { $0 + $1 + 2 }
        let room = width - indent
        return rows.map { row in
            let head = zip(row, widths).map { $0.padded(to: $1) + "  " }.reduce(StyledText(), +)
            // If hardly any width is left, the text goes below the other columns.
            guard room >= 16 else {
                return head.withoutTrailingBlanks.wrapped(to: width)
                    + row[flexible].wrapped(to: max(width - 4, 1)).map { $0.indented(by: 4) }
            }
            return row[flexible].wrapped(to: room).enumerated().map { index, line in
                (index == 0 ? head + line : line.indented(by: indent)).withoutTrailingBlanks
            }
        }
    }
}
