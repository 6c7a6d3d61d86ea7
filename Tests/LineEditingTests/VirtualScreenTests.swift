import TerminalTesting
import Testing

@Suite("The virtual screen")
struct VirtualScreenTests {
    private func screen(_ text: String, rows: Int = 3, columns: Int = 5) -> VirtualScreen {
        var screen = VirtualScreen(rows: rows, columns: columns)
        screen.feed(text.utf8)
        return screen
    }

    @Test("the cursor waits behind the last column and wraps with the next character")
    func wrap() {
        let full = screen("abcde")
        #expect(full.cursorRow == 0 && full.cursorColumn == 4)
        #expect(screen("abcdef").visibleRows == ["abcde", "f", ""])
        #expect(screen("abcde\r\nf").visibleRows == ["abcde", "f", ""])
    }

    @Test("rows that leave at the top are kept")
    func scroll() {
        let scrolled = screen("a\r\nb\r\nc\r\nd")
        #expect(scrolled.scrollback == ["a"] && scrolled.visibleRows == ["b", "c", "d"])
        #expect(scrolled.allRows == ["a", "b", "c", "d"])
    }

    @Test("wide characters take two columns, go to the next row whole, and are lost when half overwritten")
    func wide() {
        #expect(screen("中文").cursorColumn == 4)
        #expect(screen("中文状").visibleRows == ["中文", "状", ""])
        #expect(screen("中文\r x").row(0) == " x文")
        #expect(screen("e\u{301}x").row(0) == "e\u{301}x")
    }

    @Test("erasing, inserting, deleting and moving do what an xterm does")
    func sequences() {
        #expect(screen("abcde\u{1B}[2D\u{1B}[K").row(0) == "ab")
        #expect(screen("abcde\r\u{1B}[2P").row(0) == "cde")
        #expect(screen("abcde\r\u{1B}[2@").row(0) == "  abc")
        #expect(screen("ab\r\u{1B}[4hxy\u{1B}[4lz").row(0) == "xyzb")
        #expect(screen("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[J").visibleRows == ["", "", ""])
        #expect(screen("a\r\nb\u{1B}[A\u{1B}[Gx").visibleRows == ["x", "b", ""])
        #expect(screen("\u{1B}[1;31mred\u{1B}[0m").row(0) == "red")
    }

    @Test("sequences come whole from any portions, and unknown ones are noted")
    func parsing() {
        var screen = VirtualScreen(rows: 2, columns: 20)
        for byte in "\u{1B}]0;title\u{7}a\u{1B}[2Cß\u{1B}[?25l\u{1B}[5z".utf8 { screen.feed([byte]) }
        #expect(screen.row(0) == "a  ß")
        #expect(screen.unknownSequences == ["CSI 5z"])
    }

    @Test("a smaller window cuts rows and keeps the cursor on the screen")
    func resize() {
        var small = screen("a\r\nbcde\r\nc")
        small.resize(rows: 2, columns: 2)
        #expect(small.visibleRows == ["bc", "c"] && small.cursorRow == 1)
        small.resize(rows: 3, columns: 4)
        #expect(small.visibleRows == ["bc", "c", ""])
    }
}
