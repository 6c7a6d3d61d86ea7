import StrobeTree
import Testing

@Suite("Globs")
struct GlobTests {
    @Test(
        "a star is any text and a question mark one character",
        arguments: [
            ("*", "", true), ("*", "abc", true), ("", "", true), ("", "a", false), ("a?c", "abc", true),
            ("a?c", "ac", false),
            (".increment*", ".increment(by: 3)", true), ("*(by: 3)", ".increment(by: 3)", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false), ("**", "x", true), ("?", "é", true), ("a", "A", false),
        ])
    func matching(pattern: String, text: String, matches: Bool) {
        #expect(Glob(pattern).matches(text) == matches)
    }

    @Test("a hostile pattern costs no more than its length times the text's")
    func hostile() {
        let pattern = String(repeating: "*a", count: 500) + "b"
        #expect(!Glob(pattern).matches(String(repeating: "a", count: 2_000)))
    }

    @Test("a pattern as long as a message is taken apart once, and many stars are one")
    func longPattern() {
        let stars = Glob(String(repeating: "*", count: 900_000) + "b")
        let letters = Glob(String(repeating: "*a", count: 450_000))
        // This would take tens of minutes if each text had to be matched with the whole pattern.
        for _ in 0..<20_000 {
            #expect(!stars.matches(".add(tea)") && stars.matches(".b"))
            #expect(!letters.matches("aaaaaaaaaaaaaaaa"))
        }
    }
}
