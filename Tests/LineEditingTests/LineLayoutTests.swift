import SeededTesting
import TerminalTesting
import Testing

@testable import LineEditing

@Suite("What is drawn of a line")
struct LineLayoutTests {
    /// A screen with some output above, and a line that is shown on it.
    private struct Shown {
        var screen: VirtualScreen
        var display = LineDisplay()

        init(rows: Int = 12, columns: Int, isModern: Bool) {
            screen = VirtualScreen(rows: rows, columns: columns, isModern: isModern)
            screen.feed("before\r\n".utf8)
        }

        mutating func show(_ text: String, cursor: String.Index? = nil, hint: String = "") {
            let layout = LineLayout(
                prompt: "store> ", continuation: "  ...> ", line: StyledText(text),
                cursor: text.utf8.distance(from: text.startIndex, to: cursor ?? text.endIndex), hint: hint,
                columns: screen.columns, usesColour: true)
            screen.feed(display.show(layout, height: screen.rows).utf8)
        }

        mutating func resize(_ columns: Int) {
            screen.resize(rows: screen.rows, columns: columns)
            screen.feed(display.eraseWrapped(to: columns, height: screen.rows).utf8)
        }
    }

    private static let emoji = ["👩‍👩‍👧", "🇩🇪", "👍🏽", "❤️", "1️⃣", "👩", "é", "한"]

    @Test("what follows an emoji is where it is expected, whatever a terminal makes of it", arguments: [false, true])
    func emoji(isModern: Bool) {
        for emoji in Self.emoji {
            var shown = Shown(columns: 40, isModern: isModern)
            shown.show("a\(emoji)x\") x\")")
            let column = 7 + 1 + Columns.width(of: emoji)
            #expect(shown.screen.cursorColumn == column + 7, "\(emoji)")
            #expect(shown.screen.cursorLine.hasSuffix("x\") x\")"), "\(emoji)")
            // Deleted from its end to the emoji, nothing of it stays.
            shown.show("a\(emoji)")
            #expect(shown.screen.cursorColumn == column && !shown.screen.cursorLine.contains("\""), "\(emoji)")
            shown.show("a")
            #expect(shown.screen.cursorLine == "store> a" && shown.screen.cursorColumn == 8, "\(emoji)")
        }
    }

    @Test("an emoji at the margin goes to the next row as a whole", arguments: [false, true])
    func margin(isModern: Bool) {
        for emoji in Self.emoji {
            for length in 0...8 {
                var shown = Shown(columns: 14, isModern: isModern)
                let line = String(repeating: "a", count: length) + emoji + "bc"
                shown.show(line)
                let rows = shown.screen.visibleRows.dropFirst().filter { !$0.isEmpty }
                #expect(rows.first?.hasPrefix("store> ") == true && rows.count <= 2, "\(emoji) \(length) \(rows)")
                #expect(rows.joined().hasSuffix("bc"))
                shown.show("")
                #expect(shown.screen.allRows == ["before", "store>"])
            }
        }
    }

    @Test("a cut or a longer line leaves nothing of what was there", arguments: [false, true])
    func changes(isModern: Bool) {
        var generator = SeededGenerator(seed: 11)
        let parts = Self.emoji + ["a", "bc ", "状", "\n", "\u{1}", "\t", "e\u{301}"]
        for _ in 0..<200 {
            var shown = Shown(rows: 30, columns: Int.random(in: 12...40, using: &generator), isModern: isModern)
            for _ in 0..<8 {
                let count = Int.random(in: 0...30, using: &generator)
                let line = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
                shown.show(line, cursor: line.indices.randomElement(using: &generator), hint: "hint")
                var fresh = Shown(rows: 30, columns: shown.screen.columns, isModern: isModern)
                fresh.show(line, hint: "")
                fresh.show(line, cursor: line.startIndex)
                shown.show(line, cursor: line.startIndex)
                #expect(shown.screen.allRows == fresh.screen.allRows, "\(line.debugDescription)")
                #expect(shown.screen.cursorRow == 1 && shown.screen.cursorColumn == 7)
            }
            #expect(shown.screen.unknownSequences.isEmpty)
        }
    }

    @Test("a line that is taller than the screen shows the part around its cursor")
    func tall() {
        var shown = Shown(rows: 4, columns: 20, isModern: false)
        let line = (0..<12).map(String.init).joined(separator: "\n")
        shown.show(line)
        #expect(shown.screen.visibleRows == ["  ...> 8", "  ...> 9", "  ...> 10", "  ...> 11"])
        shown.show(line, cursor: line.startIndex)
        #expect(shown.screen.visibleRows.first == "store> 0" && shown.screen.cursorRow == 0)
    }

    @Test("no width of the window leaves a ghost of the line, or takes a row above it")
    func resizing() {
        var generator = SeededGenerator(seed: 12)
        for length in [0, 3, 23, 53, 73, 100] {
            for hint in ["", "a hint"] {
                let line = (0..<length).map { String($0 % 10) }.joined()
                var shown = Shown(rows: 40, columns: 60, isModern: true)
                shown.show(line, hint: hint)
                for _ in 0..<40 {
                    shown.resize(Int.random(in: 10...80, using: &generator))
                    // Widths that were skipped, since the window went on changing.
                    if Bool.random(using: &generator) { continue }
                    let cursor = line.index(line.startIndex, offsetBy: Int.random(in: 0...length, using: &generator))
                    shown.show(line, cursor: cursor)
                    shown.show(line, cursor: cursor, hint: cursor == line.endIndex ? hint : "")
                }
                shown.resize(120)
                shown.show(line)
                #expect(
                    shown.screen.allRows == ["before", length == 0 ? "store>" : "store> \(line)"], "\(length) \(hint)")
            }
        }
    }

    @Test("undo goes back by words and jumps, and redo goes forward")
    func undo() {
        var undone = UndoneLines()
        var text = ""
        for character in "send .load now" {
            text.append(character)
            undone.note(LineState(text: text, cursor: text.utf8.count))
        }
        undone.note(LineState(text: "cut", cursor: 0))
        var seen: [String] = []
        while let line = undone.undo() { seen.append(line.text) }
        #expect(seen == ["send .load now", "send .load ", "send ", ""])
        #expect(undone.redo()?.text == "send ")
        undone.note(LineState(text: "send x", cursor: 6))
        #expect(undone.redo() == nil)
        #expect(undone.undo()?.text == "send ")
    }
}
