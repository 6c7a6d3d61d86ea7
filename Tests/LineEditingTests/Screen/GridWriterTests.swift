import SeededTesting
import TerminalTesting
import Testing

@testable import LineEditing

@Suite("Grids of cells")
struct GridWriterTests {
    private static let styles: [Style] = [[], .bold, .dim, .inverse, .red, [.bold, .green]]
    private static let texts = ["a", "b", " ", "  ", "state", "状態", "é", "👍", "👩‍👩‍👧", "─", "x\u{301}", "…", "12345"]

    private func text(_ generator: inout SeededGenerator) -> StyledText {
        (0..<Int.random(in: 0..<8, using: &generator)).reduce(into: StyledText()) { text, _ in
            text.append(
                Self.texts.randomElement(using: &generator) ?? "", Self.styles.randomElement(using: &generator) ?? [])
        }
    }

    @Test("what is written for the changes gives the same screen as writing all", arguments: 0..<40)
    func changes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (rows, columns) = (Int.random(in: 1...8, using: &generator), Int.random(in: 1...30, using: &generator))
        var writer = GridWriter(usesColour: true)
        var screen = StyledScreen(rows: rows, columns: columns)
        var grid = CellGrid(rows: rows, columns: columns)
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let row = Int.random(in: 0..<rows, using: &generator)
                let column = Int.random(in: 0..<columns, using: &generator)
                // Cells that would cut a wide character in two are not put there: rows are put as a whole.
                let line = StyledText(String(repeating: " ", count: column)) + text(&generator)
                grid.put(line, row: row, style: Bool.random(using: &generator) ? [] : .inverse)
            }
            grid.cursor = Bool.random(using: &generator) ? (0, columns - 1) : nil
            screen.feed(writer.update(to: grid))
            var whole = StyledScreen(rows: rows, columns: columns)
            var other = GridWriter(usesColour: true)
            whole.feed(other.update(to: grid))
            #expect(screen == whole)
        }
    }

    @Test("an xterm shows the rows of the grid")
    func xterm() {
        var grid = CellGrid(rows: 4, columns: 20)
        var writer = GridWriter(usesColour: true)
        var screen = VirtualScreen(rows: 4, columns: 20)
        for lines in [
            ["one", "two 状態 three", "", "last row to the end!"], ["one", "two", "x", ""], ["", "状", "状態", ""],
        ] {
            for (row, line) in lines.enumerated() { grid.put(StyledText(line, .red), row: row) }
            screen.feed(writer.update(to: grid).utf8)
            #expect(screen.visibleRows == lines)
            #expect(screen.unknownSequences.isEmpty)
        }
    }

    @Test("nothing is written if nothing changed, and little if one row did")
    func bytes() {
        var grid = CellGrid(rows: 40, columns: 120)
        var writer = GridWriter(usesColour: true)
        for row in 0..<40 {
            grid.put(StyledText("row \(row) ", .bold) + StyledText(String(repeating: "x", count: 100)), row: row)
        }
        #expect(writer.update(to: grid).utf8.count > 4_000)
        #expect(writer.update(to: grid).isEmpty)
        grid.put(StyledText("row 7 ", .bold) + StyledText("y"), row: 7)
        #expect(writer.update(to: grid).utf8.count < 60)
        writer.forget()
        #expect(writer.update(to: grid).utf8.count > 4_000)
    }

    @Test("without colours there are attributes alone")
    func colours() {
        var grid = CellGrid(rows: 1, columns: 10)
        grid.put(StyledText("a", [.red, .bold]) + StyledText("b", .green) + StyledText("c", .inverse), row: 0)
        var writer = GridWriter(usesColour: false)
        let text = writer.update(to: grid)
        #expect(text.contains("\u{1B}[1ma\u{1B}[mb\u{1B}[7mc\u{1B}[m"))
    }

    @Test(
        "nothing that is put into a grid controls the terminal or moves its neighbours", arguments: HostileTexts.known)
    func hostile(text: String) {
        var grid = CellGrid(rows: 2, columns: 40)
        grid.put(StyledText(text), row: 0)
        grid.put("below", row: 1)
        var writer = GridWriter(usesColour: true)
        let output = writer.update(to: grid)
        var screen = StyledScreen(rows: 2, columns: 40)
        screen.feed(output)
        #expect(screen.cells[40..<45].map(\.text) == ["b", "e", "l", "o", "w"])
        #expect(output.utf8.count < 2_000)
        #expect(grid.cells.allSatisfy { $0.text.unicodeScalars.allSatisfy { !$0.isControl } })
    }

    @Test("texts are cut at the width, and a wide character never in two")
    func cutting() {
        var grid = CellGrid(rows: 2, columns: 6)
        grid.put("状態状態", row: 0, column: 1)
        grid.put("abcdefgh", row: 1, column: 2, width: 3)
        grid.put("outside", row: 2)
        #expect(grid.texts == [" 状態", "  abc"])
        grid.cursor = (5, 0)
        #expect(grid.cursor == nil)
        #expect(CellGrid(rows: -1, columns: 0).texts.isEmpty)
    }
}
