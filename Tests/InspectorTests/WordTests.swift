import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Words of a command line")
struct WordTests {
    private func texts(_ line: String) throws -> [String] {
        try Word.split(line).map(\.text)
    }

    @Test("blanks part words and do not count otherwise")
    func blanks() throws {
        #expect(try texts("  state\t .a  --depth 2 ") == ["state", ".a", "--depth", "2"])
        #expect(try texts("   ").isEmpty)
    }

    @Test("a quote at the beginning quotes the word and is taken off")
    func quotes() throws {
        #expect(try texts(#"log --action "a b" 'c "d'"#) == ["log", "--action", "a b", #"c "d"#])
        #expect(try texts(#""a \" \\ b""#) == [#"a " \ b"#])
    }

    @Test("a quote within a word keeps its blanks and stays")
    func quotesWithin() throws {
        #expect(try texts(#"state .a["odd key"].b c"#) == ["state", #".a["odd key"].b"#, "c"])
        #expect(try texts(#"get .items[id=a b].x"#) == ["get", ".items[id=a b].x"])
    }

    @Test("a bracket that is never closed does not swallow the line")
    func openBracket() throws {
        #expect(try texts("get .a[ b") == ["get", ".a[", "b"])
    }

    @Test("a quote that is not closed is an error, except for completion")
    func unclosed() throws {
        #expect(throws: InspectorError.self) { try Word.split(#"echo "abc"#) }
        #expect(try Word.split(#"echo "abc d"#, lenient: true).map(\.text) == ["echo", "abc d"])
    }

    @Test("the range of a word covers its quotes")
    func ranges() throws {
        let line = #"a "b c" d"#
        #expect(try Word.split(line).map { String(line[$0.range]) } == ["a", #""b c""#, "d"])
    }
}
