import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders which action did what in which state, as a table.
struct CoverageRendering {
    var layout = Layout()

    /// The lines for a graph.
    func lines(_ graph: GraphGet.Result) -> [StyledText] {
        let pairs = Dictionary(
            graph.pairs.map { (GraphCell(action: $0.action, state: $0.state), $0) }, uniquingKeysWith: { $1 })
        let states = graph.states.map(\.name)
        let wide = Grid(rows: graph.actions, columns: states) { pairs[GraphCell(action: $0, state: $1)] }
        let tall = Grid(rows: states, columns: graph.actions) { pairs[GraphCell(action: $1, state: $0)] }
        let grid = wide.width > layout.width && tall.width <= layout.width ? tall : wide
        var lines = GraphRendering.header(graph, layout: layout)
        if graph.actions.isEmpty { lines.append(StyledText("no actions are known yet", .dim)) }
        lines += grid.lines(width: layout.width)
        lines += Self.legend.wrapped(to: layout.width)
        let all = graph.actions.count * states.count
        let total =
            StyledText(NumberText.grouped(graph.pairs.count), .strong)
            + StyledText(
                " of \(NumberText.counted(all, graph.hasUnknownStates == true ? "known pair" : "pair")) ran", .dim)
        return lines + total.wrapped(to: layout.width)
    }

    private static let legend =
        StyledText("~", .changed) + StyledText(" changed  ", .dim) + "·" + StyledText(" ignored  ", .dim)
        + StyledText("✗", .failure) + StyledText(" rejected  ", .dim) + StyledText("-", .removed)
        + StyledText(" never ran", .dim)
}

/// Cells with a header for each row and column.
private struct Grid {
    private let columns: [String]
    private let heads: [StyledText]
    /// The cells of each row.
    private let cells: [[StyledText]]
    private let headWidth: Int
    private let widths: [Int]

    init(rows: [String], columns: [String], _ pair: (String, String) -> GraphPair?) {
        self.columns = columns
        heads = rows.map { StyledText($0, .strong) }
        let cells = rows.map { row in columns.map { column in Self.cell(pair(row, column)) } }
        self.cells = cells
        headWidth = heads.map(\.width).max() ?? 0
        widths = columns.indices.map { column in
            cells.map { $0[column].width }.reduce(Columns.width(of: columns[column]), max)
        }
    }

    private static func cell(_ pair: GraphPair?) -> StyledText {
        guard let pair else { return StyledText("-", .removed) }
        var parts: [StyledText] = []
        if pair.changed > 0 { parts.append(StyledText("~", .changed) + StyledText(NumberText.grouped(pair.changed))) }
        if pair.ignored > 0 { parts.append(StyledText("·" + NumberText.grouped(pair.ignored), .dim)) }
        if pair.rejected > 0 { parts.append(StyledText("✗", .failure) + StyledText(NumberText.grouped(pair.rejected))) }
        return parts.joined(separator: " ")
    }

    /// The width of the grid if it is not split, in columns of the terminal.
    var width: Int { headWidth + widths.reduce(0) { $0 + $1 + 2 } }

    /// The lines; a grid that is too wide is split into several below each other.
    func lines(width: Int) -> [StyledText] {
        guard !heads.isEmpty else { return [] }
        // Long names must leave space for the cells.
        let headWidth = min(headWidth, max(width / 3, 8))
        var lines: [StyledText] = []
        var next = columns.startIndex
        while next < columns.endIndex {
            var room = width - headWidth
            var end = next
            while end < columns.endIndex, end == next || room >= widths[end] + 2 {
                room -= widths[end] + 2
                end += 1
            }
            let piece = next..<end
            func line(_ head: StyledText, _ cells: (Int) -> StyledText) -> StyledText {
                let row =
                    [head.fitted(to: headWidth).padded(to: headWidth)] + piece.map { cells($0).padded(to: widths[$0]) }
                return row.joined(separator: "  ").withoutTrailingBlanks.fitted(to: width)
            }
            if next > 0 { lines.append(StyledText()) }
            lines.append(line(StyledText()) { StyledText(columns[$0], .enumCase) })
            for (row, head) in heads.enumerated() { lines.append(line(head) { cells[row][$0] }) }
            next = end
        }
        return lines
    }
}
