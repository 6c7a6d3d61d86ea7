import LineEditing
import SeededTesting
import StrobeProtocol
import Testing

@testable import Inspector

@Suite("The layout of the full-screen view")
struct ScreenLayoutTests {
    private func filled(rows: Int, columns: Int) -> ScreenBench {
        var bench = ScreenBench(rows: rows, columns: columns)
        for number in 1...30 {
            bench.append(
                1, to: number % 3 == 0 ? "user" : "shop", label: number % 3 == 0 ? ".login" : ".add(\(number))")
        }
        bench.look()
        return bench
    }

    @Test("80x24")
    func usual() {
        let bench = filled(rows: 24, columns: 80)
        let screen = bench.screen
        #expect(screen[0].hasPrefix(" demo 7  user@10") && screen[0].hasSuffix("LIVE"))
        #expect(screen[1].hasPrefix("─ all stores ──") && screen[1].contains("┬─ user #10  changes, state ──"))
        #expect(screen[22].hasPrefix("▸~ user 10 .login"))
        #expect(screen[21].hasPrefix(" ~ shop 20 .add(29)"))
        #expect(screen[2].contains("│#10 .login"))
        #expect(screen.contains { $0.contains("│─ state ──") })
        #expect(screen[23].contains("↑↓ travel") && screen[23].hasSuffix("? help  q prompt"))
        #expect(screen.allSatisfy { Columns.width(of: $0) <= 80 })
    }

    @Test("120x40 has times")
    func large() {
        let screen = filled(rows: 40, columns: 120).screen
        #expect(screen[31].contains(":") && screen[31].hasPrefix("▸~ "))
        #expect(screen[39].contains("[ ] change"))
    }

    @Test("40x10 has one pane, and Enter the other")
    func small() {
        var bench = filled(rows: 10, columns: 40)
        #expect(!bench.screen.contains { $0.contains("│") })
        #expect(bench.screen[8].hasPrefix("▸~ user 10 .login"))
        bench.press(.enter)
        #expect(bench.screen[2].hasPrefix("#10 .login"))
        bench.press(.escape)
        #expect(bench.screen[8].hasPrefix("▸~ user 10 .login"))
    }

    @Test("a smaller terminal is told, and works again once it is larger")
    func tooSmall() {
        var bench = filled(rows: 9, columns: 39)
        #expect(bench.screen.joined(separator: " ").contains("ui needs 40x10, this is 39x9; q leaves"))
        bench.take(.event(.resized(rows: 24, columns: 80)))
        #expect(bench.screen[22].hasPrefix("▸~ user 10 .login"))
        for (rows, columns) in [(0, 0), (1, 1), (1, 500), (500, 1), (10, 40), (11, 63), (200, 300)] {
            bench.take(.event(.resized(rows: rows, columns: columns)))
            bench.press(.up, .down, .tab, .enter, .escape, .pageUp, .end)
            #expect(bench.screen.count == rows)
        }
    }

    @Test("the chosen row is marked without colours as well")
    func marks() {
        let grid = filled(rows: 24, columns: 80).model.grid()
        #expect(grid.style(row: 22, column: 5).contains(.inverse))
        #expect(grid.style(row: 0, column: 79).contains(.inverse))
        #expect(!grid.style(row: 21, column: 5).contains(.inverse))
    }

    @Test("help has all keys, and scrolls where they do not fit")
    func help() {
        var bench = filled(rows: 24, columns: 80)
        bench.type("?")
        #expect(bench.screen.contains { $0.contains("let one held action pass") })
        bench.take(.event(.resized(rows: 10, columns: 40)))
        let first = bench.screen
        for _ in 0..<60 { bench.press(.down) }
        #expect(bench.screen != first && bench.screen.contains { $0.contains("written to") })
        bench.press(.escape)
        #expect(bench.model.overlay == nil)
    }

    @Test(
        "random keys, sizes and answers never trap, and every row fits",
        arguments: 0..<UInt64(LongTests.areRun ? 8 : 3))
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bench = filled(rows: 24, columns: 80)
        let keys: [Key] =
            [.up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .backTab, .backspace]
            + "jkgGds/?[]pn .exy状".map { .character($0) }
        let texts = HostileTexts.some(40, seed: seed)
        for _ in 0..<400 {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0:
                let (rows, columns) = (
                    Int.random(in: 0...50, using: &generator), Int.random(in: 0...130, using: &generator)
                )
                bench.take(.event(.resized(rows: rows, columns: columns)))
            case 1:
                bench.append(
                    Int.random(in: 0...300, using: &generator), to: Bool.random(using: &generator) ? "shop" : "user",
                    label: texts.randomElement(using: &generator) ?? "")
                bench.look()
            case 2:
                let label = texts.randomElement(using: &generator) ?? ""
                bench.gates["shop"] = Bool.random(using: &generator) ? .holding(label, label) : nil
                bench.look()
            case 3: bench.isSlow = true
            case 4: bench.settle()
            case 5:
                let (row, column) = (
                    Int.random(in: 0...50, using: &generator), Int.random(in: 0...130, using: &generator)
                )
                bench.take(.event(.click(row: row, column: column)))
            case 6: bench.take(Bool.random(using: &generator) ? .lost("gone") : .returned)
            default: bench.press(keys.randomElement(using: &generator) ?? .up)
            }
            let grid = bench.model.grid()
            #expect(grid.rows == max(bench.model.rows, 0))
            #expect(grid.texts.allSatisfy { text in !text.unicodeScalars.contains(where: \.isControl) })
        }
    }
}
