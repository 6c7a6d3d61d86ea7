import SeededTesting
import Testing

@testable import LineEditing

@Suite("Keys of a terminal")
struct KeyDecoderTests {
    /// The events in some bytes, as they are, byte by byte, and split in two at each place.
    private func events(_ text: String) -> [ScreenEvent] {
        let bytes = Array(text.utf8)
        func decode(_ pieces: [ArraySlice<UInt8>]) -> [ScreenEvent] {
            var decoder = KeyDecoder()
            var inputs: [KeyDecoder.Input] = []
            for piece in pieces { inputs += decoder.feed(piece) }
            return (inputs + decoder.flush()).map(\.event)
        }
        let whole = decode([bytes[...]])
        #expect(decode(bytes.indices.map { bytes[$0...$0] }) == whole)
        for place in bytes.indices { #expect(decode([bytes[..<place], bytes[place...]]) == whole) }
        return whole
    }

    @Test("characters, control characters and named keys")
    func keys() {
        #expect(events("aé状👍") == "aé状👍".map { .key(.character($0)) })
        #expect(events("\u{3}\u{15}") == [.key(.control("c")), .key(.control("u"))])
        #expect(events("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace].map { .key($0) })
        #expect(events("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[1;5D") == [.up, .down, .right, .left].map { .key($0) })
        #expect(
            events("\u{1B}[H\u{1B}[4~\u{1B}OF\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[Z")
                == [.home, .end, .end, .pageUp, .pageDown, .delete, .backTab].map { .key($0) })
    }

    @Test("an ESC alone is the key, also before another one that was typed fast")
    func escapes() {
        #expect(events("\u{1B}") == [.key(.escape)])
        #expect(events("\u{1B}q") == [.key(.escape), .key(.character("q"))])
        #expect(events("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]).isEmpty && decoder.isPending)
        #expect(decoder.flush().map(\.event) == [.key(.escape)] && !decoder.isPending)
    }

    @Test("the mouse, as in SGR and as in X10")
    func mouse() {
        #expect(events("\u{1B}[<0;10;3M\u{1B}[<0;10;3m") == [.click(row: 2, column: 9)])
        #expect(events("\u{1B}[<64;1;1M") == [.wheel(-1, row: 0, column: 0)])
        #expect(events("\u{1B}[<69;200;100M") == [.wheel(1, row: 99, column: 199)])
        #expect(events("\u{1B}[M !\u{22}") == [.click(row: 1, column: 0)])
        #expect(events("\u{1B}[<0;0;0M\u{1B}[<2;1;1M\u{1B}[<99999999999999999999;1;1M\u{1B}[<M").isEmpty)
    }

    @Test("pasted text is one event, whatever is in it")
    func paste() {
        #expect(
            events("\u{1B}[200~a\r\nb\rc\u{1B}[A\u{3}\u{1B}[201~d") == [
                .paste("a\nb\nc\u{1B}[A\u{3}"), .key(.character("d")),
            ])
        #expect(events("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    }

    @Test("unknown sequences and broken bytes are skipped, and what follows is read")
    func unknown() {
        #expect(events("\u{1B}[[Ax\u{1B}[15~y\u{1B}[?1;2cz") == "xyz".map { .key(.character($0)) })
        var decoder = KeyDecoder()
        let broken: [UInt8] = [0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x61, 0x80, 0xF5, 0x62]
        #expect(decoder.feed(broken).map(\.event) == "(ab".map { .key(.character($0)) })
        let endless = decoder.feed(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 10_000))
        #expect(endless.count < 10_000 && !decoder.isPending)
    }

    @Test("random bytes never stop it, and it keeps few of them")
    func random() {
        var generator = SeededGenerator(seed: 7)
        let alphabet: [UInt8] = [0x1B, 0x5B, 0x3C, 0x3B, 0x4D, 0x6D, 0x7E, 0x30, 0x31, 0x32, 0x4F, 0x41, 0xC3, 0xA9]
        var decoder = KeyDecoder()
        for _ in 0..<20_000 {
            let byte = Bool.random(using: &generator) ? alphabet.randomElement(using: &generator) : nil
            _ = decoder.feed([byte ?? UInt8.random(in: 0...255, using: &generator)])
            if Int.random(in: 0..<50, using: &generator) == 0 { _ = decoder.flush() }
        }
        _ = decoder.feed(Array("\u{1B}[201~".utf8))
        _ = decoder.flush()
        #expect(decoder.takeRest().count < 100)
    }
}
