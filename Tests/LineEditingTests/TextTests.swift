import SeededTesting
import Testing

@testable import LineEditing

@Suite("Styled text and input bytes")
struct TextTests {
    @Test("styles become SGR sequences around their piece alone")
    func rendering() {
        var text = StyledText("a", [.bold, .red])
        text.append("b")
        text += StyledText("c\u{1B}d", .dim)
        #expect(text.rendered(colours: true) == "\u{1B}[1;31ma\u{1B}[0mb\u{1B}[2mc␛d\u{1B}[0m")
        #expect(text.rendered(colours: false) == "abc␛d")
        #expect(text.plain == "abc\u{1B}d")
    }

    @Test("neighbours of one style are one piece, empty ones are none")
    func segments() {
        let text = StyledText("a", .bold) + StyledText("", .red) + StyledText("b", .bold)
        #expect(text.segments.map(\.text) == ["ab"])
        #expect(StyledText().isEmpty)
    }

    @Test("control characters become pictures, line breaks and tabs stay")
    func controls() {
        #expect("a\u{0}b\r\nc\td\u{7F}\u{9B}\u{202E}".withVisibleControls == "a␀b\nc\td␡\u{FFFD}\u{FFFD}")
        #expect("plain größe 状態 👍🏽".withVisibleControls == "plain größe 状態 👍🏽")
        #expect("a\nb\tc".onOneLine == "a␊b c")
        for mark in ["\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{2069}", "\u{2028}"] {
            #expect(mark.withVisibleControls == "\u{FFFD}" && mark.onOneLine == "\u{FFFD}" && mark.hasControls)
        }
    }

    @Test("a prompt is one line, whatever is in its text")
    func prompt() {
        let prompt = Prompt(StyledText("store\u{1B}[2J\n", .green) + StyledText("> "))
        #expect(prompt.visible == "store␛[2J␊> ")
        #expect(prompt.coloured == "\u{1B}[32mstore␛[2J␊\u{1B}[0m> ")
    }

    @Test("columns run down and fit into the width")
    func columns() {
        func list(_ items: [(String, String)], _ width: Int) -> String {
            columnised(items.map { (text: $0.0, detail: $0.1) }, width: width).plain
        }
        #expect(list(["a", "b", "c", "d", "e"].map { ($0, "") }, 8) == "a  c  e\nb  d")
        #expect(list([("longer than all", "")], 5) == "longer than all")
        #expect(list([], 80) == "")
        #expect(list([("x", ""), ("y", "")], 0) == "x\ny")
        #expect(list([("a", "Int"), ("bcd", ""), ("e", "String")], 30) == "a    Int     e    String\nbcd")
        #expect(list([("name", "a long type")], 12) == "name  a long")
    }

    @Test("characters come whole from bytes in any portions")
    func inputBuffer() {
        var generator = SeededGenerator(seed: 3)
        let text = "aß状👍\u{0}\u{10FFFF}z"
        for _ in 0..<200 {
            var buffer = InputBuffer()
            var scalars: [UInt32] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let portion = Array(rest.prefix(Int.random(in: 1...5, using: &generator)))
                rest = rest.dropFirst(portion.count)
                portion.withUnsafeBytes { buffer.append($0) }
                while let next = buffer.next() { scalars.append(next) }
            }
            #expect(scalars == text.unicodeScalars.map(\.value))
            #expect(buffer.isEmpty)
        }
    }

    @Test("any bytes give valid characters and end")
    func anyBytes() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            var buffer = InputBuffer()
            let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
            bytes.withUnsafeBytes { buffer.append($0) }
            while let next = buffer.next() { #expect(Unicode.Scalar(next) != nil) }
        }
    }

    @Test("surrogates, overlong forms and values beyond Unicode are skipped")
    func brokenUTF8() {
        for broken: [UInt8] in [[0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80]] {
            var buffer = InputBuffer()
            (broken + [0x61]).withUnsafeBytes { buffer.append($0) }
            #expect(buffer.next() == 0x61)
        }
    }
}
