import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension ScreenModel {
    var panes: ScreenPanes {
        ScreenPanes(rows: rows, columns: columns, isWide: isWide, heldLines: heldLineCount)
    }

    /// The index of the first entry that is shown.
    var firstRow: Int {
        let height = panes.logHeight
        let index = selectedIndex ?? log.rows.count - 1
        return max(min(index - cursor, log.rows.count - height), 0)
    }

    /// The whole view.
    func grid() -> CellGrid {
        var grid = CellGrid(rows: rows, columns: columns)
        guard rows >= ScreenPanes.least.rows, columns >= ScreenPanes.least.columns else {
            let text =
                "ui needs \(ScreenPanes.least.columns)x\(ScreenPanes.least.rows), this is \(columns)x\(rows); q leaves"
            for (row, line) in StyledText(text).wrapped(to: max(columns, 1)).enumerated() { grid.put(line, row: row) }
            return grid
        }
        grid.put(header.onOneLine, row: 0, style: .inverse)
        drawTitles(in: &grid)
        let panes = panes
        if panes.logWidth > 0 {
            for (row, line) in heldLines(panes).enumerated() {
                let isChosen = focus == .held && line.index == heldIndex
                put(line.text, isChosen, isChosen, ScreenPanes.top + row, 0, panes.logWidth, in: &grid)
            }
            drawLog(panes, in: &grid)
        }
        if panes.detailWidth > 0 { drawDetail(panes, in: &grid) }
        drawFooter(in: &grid)
        if let overlay { draw(overlay, in: &grid) }
        return grid
    }

    /// A line of a pane; the chosen one of the pane with the focus stands out.
    private func put(
        _ text: StyledText, _ isChosen: Bool, _ hasFocus: Bool, _ row: Int, _ column: Int, _ width: Int,
        in grid: inout CellGrid
    ) {
        let line = text.onOneLine.fitted(to: width)
        let look = isChosen && hasFocus ? StyledText(line.plain) : line
        let style: Style = isChosen ? hasFocus ? .inverse : .bold : []
        grid.put(look, row: row, column: column, width: width, style: style)
    }

    private var header: StyledText {
        var left = StyledText(" \(title)", .bold)
        if let id = chosenStore, let store = stores.first(where: { $0.id == id }) {
            let place =
                selection.map { $0.store == id && !isFollowing ? "@\($0.seq) of \(store.seq)" : "@\(store.seq)" } ?? ""
            left += StyledText("  \(id)\(place)")
            if let gate = gates[id] { left += StyledText("  ■ paused, \(NumberText.grouped(gate.count)) held", .bold) }
        }
        var right = loss != nil ? "CONNECTION LOST " : isRecording ? "RECORDING " : isFollowing ? "LIVE " : "PAST "
        if loss == nil, rate >= 0.5 { right = "\(NumberText.grouped(Int(rate.rounded())))/s  " + right }
        return left.fitted(to: max(columns - right.count - 1, 0)).padded(to: columns - right.count)
            + StyledText(right, .bold)
    }

    private func drawFooter(in grid: inout CellGrid) {
        let row = rows - 1
        if let typing {
            let tail = StyledText("  text of actions, or a .path", .dim)
            let shown = (StyledText("/", .strong) + StyledText(typing)).onOneLine
            let room = columns - 1
            // The end of a long text is what is being typed.
            let cut = shown.width > room ? StyledText("…" + String(shown.plain.suffix(room - 1))) : shown
            grid.put(cut + (shown.width + tail.width <= room ? tail : StyledText()), row: row)
            grid.cursor = (row, min(cut.width, columns - 1))
            return
        }
        if let dropping {
            let question = StyledText(" drop \(dropping.action.id) ", .changed)
            let label = LiteralHighlighting.styled(dropping.action.label)
            let tail = StyledText(" of \(dropping.store)? y drops it, any other key does not", .dim)
            return grid.put((question + label).onOneLine.fitted(to: columns, keeping: tail), row: row)
        }
        if let loss {
            let text = StyledText(" \(loss)", .failure)
            return grid.put(text.onOneLine.fitted(to: columns, keeping: StyledText("  q prompt ", .dim)), row: row)
        }
        if let message { return grid.put((StyledText(" ") + message).onOneLine.fitted(to: columns), row: row) }
        let gate: [String] = isRecording ? [] : held.isEmpty ? ["space"] : ["space", ".", "e", "x"]
        let keys: [String]
        switch focus {
        case .log: keys = ["↑↓", "Enter", "/"] + gate + ["d", "[ ]", "s", "G", "Tab"]
        case .detail: keys = ["↑↓", "Enter", "Esc", "[ ]", "d", "Tab"]
        case .held: keys = [".", "e", "x", "space", "↑↓", "Esc", "Tab"]
        }
        let space = nextGate.map { $0.command + (stores.count > 1 ? " \($0.store)" : "") }
        grid.put(ScreenKeys.footer(keys, space: space ?? "pause", width: columns).onOneLine, row: row)
    }

    private func drawTitles(in grid: inout CellGrid) {
        let panes = panes
        let rule = StyledText(String(repeating: "─", count: columns), .dim)
        grid.put(rule, row: 1)
        func title(_ text: StyledText, _ isFocused: Bool, _ column: Int, _ width: Int) {
            let shown = StyledText(" ") + StyledText(text.onOneLine.plain, isFocused ? .bold : .dim)
            let cut = shown.fitted(to: max(width - 4, 1)) + " "
            grid.put(cut, row: 1, column: column + 1, width: cut.width)
        }
        if panes.logWidth > 0 {
            var text = only ?? "all stores"
            if let filter { text += ": \(filter.meaning)" }
            if isSeeking || !loading.isEmpty && !isFollowing { text += " …" }
            title(StyledText(text), focus != .detail, 0, panes.logWidth)
        }
        if panes.detailWidth > 0 {
            if panes.detailColumn > 0 {
                grid.put(StyledText("┬", .dim), row: 1, column: panes.detailColumn - 1, width: 1)
            }
            title(detailTitle, focus == .detail, panes.detailColumn, panes.detailWidth)
        }
    }

    private func drawLog(_ panes: ScreenPanes, in grid: inout CellGrid) {
        let top = ScreenPanes.top + panes.heldHeight
        let first = firstRow
        guard !log.rows.isEmpty else {
            let text =
                stores.isEmpty
                ? "no stores" : !log.isAtEnd ? "…" : filter != nil ? "no such actions; Esc shows all" : "no actions yet"
            return grid.put(StyledText(" \(text)", .dim), row: top, width: panes.logWidth)
        }
        let shown = log.rows[first..<min(first + panes.logHeight, log.rows.count)]
        let isOne = shownStores.count == 1
        let names = isOne ? 0 : min(shownStores.map { Columns.width(of: $0.id) }.max() ?? 0, max(panes.logWidth / 4, 8))
        let digits = shown.map { String($0.id.seq).count }.max() ?? 1
        for (offset, row) in shown.enumerated() {
            let isChosen = row.id == selection
            var line = StyledText(isChosen ? "▸" : " ", .changed) + LogRendering.mark(of: row.entry) + " "
            if panes.logWidth >= 56 { line += StyledText(TimeText().clock(row.entry.time) + " ", .dim) }
            if !isOne { line += StyledText(row.id.store, .store).fitted(to: names).padded(to: names) + " " }
            line += StyledText(String(row.id.seq), .strong).alignedRight(to: digits) + " "
            line += LogRendering.label(of: row.entry) + LogRendering.edit(of: row.entry)
            line += LogRendering.effects(of: row.entry) + LogRendering.rejection(of: row.entry)
            put(line, isChosen, focus == .log, top + offset, 0, panes.logWidth, in: &grid)
        }
    }

    private var heldLineCount: Int { gates.isEmpty ? 0 : heldLines(width: max(columns, 1)).count }

    /// Those of them that are shown, the chosen one among them.
    func heldLines(_ panes: ScreenPanes) -> [(text: StyledText, index: Int?)] {
        let lines = heldLines(width: panes.logWidth)
        let chosen = focus == .held ? lines.firstIndex { $0.index == heldIndex } ?? 0 : 0
        return Array(lines.dropFirst(max(chosen - panes.heldHeight + 2, 0)).prefix(panes.heldHeight))
    }

    /// The held actions of all paused stores, with what the first of each would change, and a rule below them.
    private func heldLines(width: Int) -> [(text: StyledText, index: Int?)] {
        var lines: [(StyledText, Int?)] = []
        var index = 0
        for store in stores {
            guard let gate = gates[store.id] else { continue }
            let count = StyledText("  \(NumberText.grouped(gate.count)) held", .dim)
            lines.append((StyledText("■ ", .failure) + StyledText(store.id, .store) + count, nil))
            for (place, held) in gate.held.enumerated() {
                let isChosen = focus == .held && index == heldIndex
                let text =
                    StyledText(isChosen ? "▸" : " ", .changed) + StyledText("\(held.id) ", .strong)
                    + LiteralHighlighting.styled(String(held.label.prefix(300)))
                lines.append((text.fitted(to: width, keeping: StyledText("  \(held.requester)", .dim)), index))
                if place == 0, gate.stopped?.pending?.id == held.id, let stop = gate.stopped {
                    let notation = notations[store.id] ?? Notation()
                    let outcome = StopRendering(layout: Layout(width: width - 2), notation: notation).outcome(of: stop)
                    lines += outcome.prefix(3).map { ($0.indented(by: 1), index) }
                }
                index += 1
            }
        }
        if !lines.isEmpty { lines.append((StyledText(String(repeating: "─", count: width), .dim), nil)) }
        return lines
    }

    private var detailTitle: StyledText {
        if focus == .held, let held = chosenHeld { return StyledText("\(held.store): held actions") }
        guard let detail else { return StyledText("…") }
        let subject = detail.subject
        var text = shownStores.count == 1 ? "" : "\(subject.store) "
        text += subject.seq.map { "#\($0)" } ?? "live"
        text += subject.path.isRoot ? "  \(mode.rawValue)" : "  \(subject.path.swiftStyle)"
        return StyledText(text)
    }

    private func drawDetail(_ panes: ScreenPanes, in grid: inout CellGrid) {
        for row in 0..<panes.bodyHeight {
            if panes.detailColumn > 0 {
                grid.put(StyledText("│", .dim), row: ScreenPanes.top + row, column: panes.detailColumn - 1, width: 1)
            }
            let index = detailTop + row
            guard detailLines.indices.contains(index) else { continue }
            put(
                detailLines[index].text, focus == .detail && index == detailCursor, focus == .detail,
                ScreenPanes.top + row, panes.detailColumn, panes.detailWidth, in: &grid)
        }
    }

    /// The details as lines.
    func renderedDetail(width: Int) -> [LocatedLine] {
        let layout = Layout(width: max(width, 20), changes: 100)
        if focus == .held, let held = chosenHeld, let gate = gates[held.store] {
            return GateRendering(layout: layout, notation: notations[held.store] ?? Notation()).lines(gate)
                .map { LocatedLine($0) }
        }
        guard let detail else { return [] }
        var lines: [LocatedLine] = []
        func add<Value>(_ result: Result<Value, InspectorError>?, _ render: (Value) -> [LocatedLine]) {
            switch result {
            case .success(let value)?: lines += render(value)
            case .failure(let error)?:
                lines += StyledText(error.message, .changed).wrapped(to: layout.width).map { LocatedLine($0) }
            case nil: break
            }
        }
        add(detail.entry) {
            EntryRendering(layout: layout, notation: detail.notation)
                .located($0.entry, changes: $0.changes, notes: $0.notes ?? [])
        }
        if !lines.isEmpty, detail.state != nil {
            lines.append(LocatedLine(StyledText("─ state " + String(repeating: "─", count: layout.width - 8), .dim)))
        }
        add(detail.state) {
            var rendering = StateRendering(layout: layout, command: nil, start: detail.subject.start)
            return rendering.located($0.node, seq: $0.seq)
        }
        return lines
    }

    private func draw(_ overlay: Overlay, in grid: inout CellGrid) {
        for row in 1..<rows { grid.put(StyledText(), row: row) }
        var lines: [(StyledText, Bool)]
        var top = 0
        var footer = " any other key closes"
        switch overlay {
        case .help(let wanted):
            lines = ScreenKeys.lines(width: min(columns - 4, 76)).map { ($0, false) }
            let sent =
                "\(NumberText.bytes(Int(byteRate))) a second written to the terminal, \(NumberText.grouped(traffic.bytes)) bytes in all"
            lines += [(StyledText(), false), (StyledText(sent, .dim), false)]
            top = min(wanted, max(lines.count - panes.bodyHeight, 0))
        case .stores(let index):
            let names = stores.map { store in
                StyledText(store.id, .store) + StyledText("  @\(store.seq)", .dim)
                    + StyledText(store.paused ? "  ■ paused" : "", .changed)
            }
            lines = ([StyledText("all stores")] + names).enumerated().map { ($1, $0 == index) }
            footer = " Enter shows its actions alone," + footer
            top = max(min(index - panes.bodyHeight / 2, lines.count - panes.bodyHeight), 0)
        }
        for (row, line) in lines.dropFirst(top).prefix(panes.bodyHeight).enumerated() {
            let text = line.1 ? StyledText("▸ " + line.0.plain) : StyledText("  ") + line.0
            let style: Style = line.1 ? .inverse : []
            grid.put(text.onOneLine.fitted(to: columns), row: ScreenPanes.top + row, style: style)
        }
        grid.put(StyledText(footer, .dim).fitted(to: columns), row: rows - 1)
    }
}
