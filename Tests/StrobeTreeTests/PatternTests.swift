import SeededTesting
import StrobeTree
import Testing

@Suite("Patterns")
struct PatternTests {
    /// Whether a glob matches, by trying all possibilities.
    private func fits(_ glob: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = glob.first else { return text.isEmpty }
        if first == "*" {
            return (text.startIndex...text.endIndex).contains { fits(glob.dropFirst(), text[$0...]) }
        }
        guard let character = text.first, first == "?" || first == character else { return false }
        return fits(glob.dropFirst(), text.dropFirst())
    }

    @Test("globs fit what a search through all ways finds", arguments: 0..<4)
    func globs(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var count = 0
        for _ in 0..<2_000 {
            let glob = (0..<random.below(6)).map { _ in random.pick(["a", "b", "*", "?"] as [Character]) }
            let text = (0..<random.below(8)).map { _ in random.pick(["a", "b"] as [Character]) }
            let expected = fits(glob[...], text[...])
            count += expected ? 1 : 0
            #expect(Pattern(glob: String(glob)).matches(String(text)) == expected, "\(String(glob)) \(String(text))")
        }
        #expect(count > 100)
    }

    @Test("a text is found wherever it is, in any letter case if requested")
    func texts() throws {
        let text = "Straße und STRASSE, aab"
        #expect(Pattern(containing: "und").matches(text))
        #expect(!Pattern(containing: "Und").matches(text))
        #expect(Pattern(containing: "sTRAẞE", ignoresCase: true).matches(text))
        let range = try #require(Pattern(containing: "ab").firstMatch(in: text))
        #expect(text[range] == "ab" && text[..<range.lowerBound].hasSuffix("a"))
        #expect(Pattern(containing: "").matches(""))
        #expect(Pattern(containing: "a") != Pattern(containing: "a", ignoresCase: true))
    }

    @Test("patterns that make others try without end take their time once", .timeLimit(.minutes(5)))
    func linear() throws {
        let text = String(repeating: "a", count: 20_000) + "b"
        for regex in ["(a+)+$", "(a*)*c", "(a|a)*c", "(a|aa)+$", "a*a*a*a*a*a*a*c", "(.*)(.*)(.*)(.*)(.*)c"] {
            #expect(try !Pattern(regex: regex).matches(text), "\(regex)")
        }
        #expect(!Pattern(glob: "*a*a*a*a*a*a*a*a*c").matches(text))
    }

    @Test("patterns that are too long, or repeat too much, are refused")
    func limits() throws {
        for regex in ["a{1000}{1000}", "((a{100}){100}){100}", String(repeating: "a", count: 4_097)] {
            #expect {
                try Pattern(regex: regex)
            } throws: {
                [.tooLarge, .malformedPattern].contains(($0 as? TreeError)?.code)
            }
        }
        #expect(try Pattern(regex: "^a{900}$").matches(String(repeating: "a", count: 900)))
        let deep = String(repeating: "(", count: 65) + String(repeating: ")", count: 65)
        #expect(throws: TreeError.self) { try Pattern(regex: deep) }
    }

    @Test("any text is a pattern or refused with a place inside it", arguments: 0..<4)
    func fuzz(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "a", "b", "(", ")", "[", "]", "^", "$", "|", "*", "+", "?", "{2}", "{1,3}", "\\d", "\\b", "\\", ".", "-",
            "(?:", "é",
        ]
        var read = 0
        for _ in 0..<2_000 {
            let source = (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
            do {
                let pattern = try Pattern(regex: source)
                read += 1
                let text = String(
                    (0..<random.below(12)).map { _ in random.pick(["a", "b", "1", " ", "é"] as [Character]) })
                let found = pattern.firstMatch(in: text)
                #expect(pattern.matches(text) == (found != nil), "\(source) in \(text)")
            } catch {
                #expect((0...source.utf8.count).contains(try #require(error.offset)), "\(source)")
            }
        }
        #expect(read > 200)
    }

    @Test("what is empty cannot be repeated without end")
    func emptyRepetitions() {
        var source = ""
        for _ in 0..<12 { source = "(\(source)|){1000}" }
        let error = #expect(throws: TreeError.self) { try Pattern(regex: source) }
        #expect(error?.code == .tooLarge)
    }
}
