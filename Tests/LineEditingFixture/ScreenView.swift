import Foundation
import LineEditing

/// A view of the whole terminal that lists what happens; `q` closes it, `crash` and `exit` do what they say.
@MainActor func showScreen(_ editor: LineEditor) async {
    guard let screen = await editor.openScreen() else { return editor.print("no screen") }
    var (rows, columns) = (0, 0)
    var lines: [String] = []
    events: for await _ in screen.happened {
        while let event = screen.takeEvent() {
            switch event {
            case .key(.character("q")), .terminated: break events
            case .key(.control("a")): abort()
            case .key(.control("e")): exit(3)
            case .key(.control("p")): editor.print("printed meanwhile")
            case .resized(let newRows, let newColumns): (rows, columns) = (newRows, newColumns)
            default: break
            }
            lines.append("\(event)")
        }
        var grid = CellGrid(rows: rows, columns: columns)
        for (row, line) in lines.suffix(rows - 1).enumerated() { grid.put(StyledText(line), row: row) }
        grid.put(StyledText("size \(rows)x\(columns)"), row: rows - 1, style: .inverse)
        screen.show(grid, isUrgent: true)
    }
    await screen.close()
}
