@testable import StrobeTree
import Testing

@Suite("Spelling")
struct SpellingTests {
    @Test(
        "distance counts inserted, deleted, replaced and swapped letters",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("load", "load", 0), ("load", "loda", 1), ("load", "loaded", 2),
            ("kitten", "sitting", 3), ("é", "e", 1), ("ca", "abc", 3),
        ])
    func distance(_ a: String, _ b: String, _ expected: Int) {
        #expect(Spelling.distance(a, b) == expected)
        #expect(Spelling.distance(b, a) == expected)
    }

    @Test(
        "the nearest name is found, and nothing where none is near",
        arguments: [
            ("laod", "load"), ("LOADED", "loaded"), ("fial", "fail"), ("inputChnaged", "inputChanged"),
            ("in", "inputChanged"),
            ("zzz", nil), ("", nil), ("x", nil), ("reload", "load"), ("release", nil),
        ])
    func nearest(_ name: String, _ expected: String?) {
        let names = ["loaded", "load", "failed", "fail", "inputChanged"]
        #expect(Spelling.nearest(name, in: names) == expected)
    }

    @Test(
        "a name can follow a dot if it is an identifier, or several with dots between them",
        arguments: [
            ("load", true), ("_1", true), ("x9", true), ("ärger", true), ("数", true), ("x٣", true),
            ("Widget.Refresh", true),
            ("", false), ("9x", false), ("٣", false), ("a-b", false), ("a b", false), ("é!", false), ("a.", false),
            (".a", false), ("a.9", false), ("init", false), ("some.a", false), ("none.a", false), ("a.some", true),
        ])
    func caseName(_ name: String, _ expected: Bool) {
        #expect(Spelling.isCaseName(name) == expected)
    }

    @Test("very long names cost no more than their first part")
    func long() {
        let long = String(repeating: "x", count: 1_000_000)
        #expect(Spelling.distance(long, long + "y") == 0)
        #expect(Spelling.nearest(long, in: [long + "y"]) == long + "y")
    }
}
