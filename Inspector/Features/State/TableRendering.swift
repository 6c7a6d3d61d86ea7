import InspectorCore
import LineEditing
import StrobeTree

/// Renders the elements of a collection as rows, with their members as columns.
struct TableRendering {
    var layout = Layout()
    /// The columns, as typed; all members if empty.
    var columns: [String] = []
    /// The column to sort by.
    var sort: String?
    var isDescending = false
    /// The command that shows more, without `--start`.
    var command = ""
    var start = 0

    /// The widest cell, in columns of the terminal.
    private static let widest = 40

    /// The rows and what is left out.
    ///
    /// - Parameter count: The number of rows to show.
    /// - Throws: ``InspectorError`` (`usage`) if a column is in no element.
    func lines(_ node: TreeNode, count: Int) throws(InspectorError) -> [StyledText] {
        let rows = node.children ?? []
        var names: [String] = []
        for row in rows {
            for child in row.children ?? [] where !names.contains(child.name) { names.append(child.name) }
        }
        let isPlain = names.isEmpty
        let chosen = columns.isEmpty ? names : columns.map(Self.trimmed)
        for column in chosen + [sort.map(Self.trimmed)].compactMap(\.self) where !isPlain {
            guard rows.contains(where: { cell(column, of: $0) != nil }) else {
                let near = Spelling.nearest(column, in: names).map { " Did you mean `\($0)`?" } ?? ""
                throw InspectorError(
                    .usage, "There is no column `\(column)`.\(near) There are \(names.joined(separator: ", ")).")
            }
        }
        let sorted = sort.map { self.sorted(rows, by: Self.trimmed($0)) } ?? Array(zip(rows.indices, rows))
        var table = TableLayout(isPlain ? ["value"] : chosen)
        for (index, row) in sorted.prefix(count) {
            let key = node.kind == .dictionary ? row.name : "[\(start + index)]"
            let cells = isPlain ? [row] : chosen.map { cell($0, of: row) }
            table.add(key, cells.map { $0.map { TreeNotation.brief($0, limit: Self.widest) } ?? "" })
        }
        var lines = table.lines(width: layout.width)
        let more = (node.more ?? 0) + max(rows.count - count, 0)
        if more > 0 {
            let next = "\(command) --start \(start + min(count, rows.count))"
            let isPart = sort != nil && node.more ?? 0 > 0
            let part = isPart ? "; sorted among the first \(NumberText.grouped(rows.count))" : ""
            let hint = sort == nil ? ": \(next)" : ": \(command) --count \(2 * count)"
            lines.append(StyledText("… \(NumberText.grouped(more)) more\(hint)\(part)", .dim))
        }
        return lines
    }

    private static func trimmed(_ column: String) -> String {
        column.hasPrefix(".") ? String(column.dropFirst()) : column
    }

    /// The part of an element that a column names, such as `user.name`.
    private func cell(_ column: String, of row: TreeNode) -> TreeNode? {
        var node = row
        for name in column.split(separator: ".") {
            guard let child = node.children?.first(where: { $0.name == name }) else { return nil }
            node = child
        }
        return node
    }

    private func sorted(_ rows: [TreeNode], by column: String) -> [(Int, TreeNode)] {
        let keyed = rows.enumerated().map { ($0.offset, $0.element, cell(column, of: $0.element)) }
        let sorted = keyed.sorted { left, right in
            // Equal ones stay in their order; those without a value come last.
            guard let first = left.2 else { return right.2 == nil && left.0 < right.0 }
            guard let second = right.2 else { return true }
            let order = Self.order(first, second)
            return order == 0 ? left.0 < right.0 : (order < 0) != isDescending
        }
        return sorted.map { ($0.0, $0.1) }
    }

    private static func order(_ left: TreeNode, _ right: TreeNode) -> Int {
        if let a = number(left), let b = number(right) { return a < b ? -1 : a > b ? 1 : 0 }
        let (a, b) = (TreeNotation.brief(left, limit: 200), TreeNotation.brief(right, limit: 200))
        return a < b ? -1 : a > b ? 1 : 0
    }

    private static func number(_ node: TreeNode) -> Double? {
        switch node.value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}

/// Rows of texts below headings; columns that do not fit are left out and named.
private struct TableLayout {
    private let headings: [String]
    private var rows: [(key: String, cells: [String])] = []

    init(_ headings: [String]) {
        self.headings = headings
    }

    mutating func add(_ key: String, _ cells: [String]) {
        rows.append((key, cells))
    }

    func lines(width: Int) -> [StyledText] {
        let keyWidth = rows.map { StyledText($0.key).width }.max() ?? 0
        var widths = headings.indices.map { column in
            max(StyledText(headings[column]).width, rows.map { StyledText($0.cells[column]).width }.max() ?? 0)
        }
        // Numbers are at the right.
        let isNumeric = headings.indices.map { column in
            rows.allSatisfy { $0.cells[column].isEmpty || Double($0.cells[column].filter { $0 != "_" }) != nil }
        }
        var shown = 0
        var used = keyWidth
        while shown < widths.count, shown == 0 || used + 2 + widths[shown] <= width {
            used += 2 + widths[shown]
            shown += 1
        }
        if let first = widths.first, shown == 1 { widths[0] = min(first, max(width - keyWidth - 2, 8)) }
        func line(_ key: StyledText, _ cells: [StyledText]) -> StyledText {
            var line = key.padded(to: keyWidth)
            for column in 0..<shown {
                let cell = cells[column].fitted(to: widths[column])
                line +=
                    "  " + (isNumeric[column] ? cell.alignedRight(to: widths[column]) : cell.padded(to: widths[column]))
            }
            return line.withoutTrailingBlanks
        }
        var lines = [line(StyledText(), headings.map { StyledText($0, .dim) })]
        lines += rows.map { row in line(StyledText(row.key, .dim), row.cells.map { LiteralHighlighting.styled($0) }) }
        if shown < headings.count {
            let rest = headings[shown...].joined(separator: ", ")
            lines += StyledText("not shown: \(rest); name the columns to choose", .dim).wrapped(to: width)
        }
        return lines
    }
}
