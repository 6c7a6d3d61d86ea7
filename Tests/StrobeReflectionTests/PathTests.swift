import Foundation
import StrobeReflection
import StrobeTree
import SeededTesting
import Testing

@Suite("Paths")
struct PathTests {
    @Test(
        "pointers follow RFC 6901",
        arguments: [
            ("", []), ("/", [""]), ("/foo/0", ["foo", "0"]), ("/a~1b", ["a/b"]), ("/m~0n", ["m~n"]), ("/~01", ["~1"]),
            ("/ ", [" "]), ("//", ["", ""]), ("/items/[id=42]", ["items", "[id=42]"]), ("/é/k\"l", ["é", "k\"l"]),
        ])
    func pointers(_ pointer: String, _ tokens: [String]) throws {
        let path = try Path(pointer: pointer)
        #expect(path.tokens == tokens)
        #expect(path.pointer == pointer)
        #expect(path.description == pointer)
        #expect(try Path(parsing: pointer) == path)
    }

    @Test(
        "what people type means the same as the pointer",
        arguments: [
            (".", ""), (".session.items[3].title", "/session/items/3/title"), ("items[0]", "/items/0"),
            (".[\"odd key\"]", "/odd key"), ("[id=42]", "/[id=42]"), (".items[id=42].x", "/items/[id=42]/x"),
            ("[0][1]", "/0/1"), ("a[\"\"]", "/a/"), (".größe.日本", "/größe/日本"), (".a.3", "/a/3"),
            (".[\"a\\n\\u{e9}\\\"\"]", "/a\né\""), ("[id=\"a]b\"]", "/[id=a]b]"), ("a-b.$c._d", "/a-b/$c/_d"),
        ])
    func swiftStyle(_ text: String, _ pointer: String) throws {
        let path = try Path(parsing: text)
        #expect(path.pointer == pointer)
        #expect(try Path(parsing: path.swiftStyle) == path)
    }

    @Test("the Swift style is as short as it can be")
    func printing() {
        #expect(Path(["session", "items", "3", "title"]).swiftStyle == ".session.items[3].title")
        #expect(Path(["items", "[id=42]"]).swiftStyle == ".items[id=42]")
        #expect(Path(["odd key", "", "07"]).swiftStyle == ".[\"odd key\"].[\"\"].07")
        #expect(Path.root.swiftStyle == ".")
        #expect(Path(["[id=]", "[id=a b]"]).swiftStyle == "[id=\"\"][id=\"a b\"]")
    }

    @Test("any path reads back from both of its texts and from its coded form")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let path = Path((0..<generator.below(5)).map { _ in generator.text() })
            #expect(try Path(pointer: path.pointer).tokens == path.tokens)
            #expect(try Path(parsing: path.pointer).tokens == path.tokens)
            #expect(try Path(parsing: path.swiftStyle).tokens == path.tokens, "\(path.swiftStyle)")
        }
        let path = Path(["a/b", "[id=1]"])
        #expect(try JSONDecoder().decode(Path.self, from: JSONEncoder().encode(path)) == path)
    }

    @Test(
        "malformed paths are refused with the place",
        arguments: [
            ("/~", 2), ("/a~2", 3), ("/a~x/b", 3), (".a.", 3), ("..a", 1), (".a[", 3), (".a[x]", 3), (".a[1", 4),
            (".a]", 2),
            (".[\"a", 4), (".[\"a\"", 5), ("a b", 1), (".a[\"\\q\"]", 5), ("é[", 3), (".a[-1]", 3), ("a/b", 1),
            ("[id=4", 5),
            ("[\"\\u{110000}\"]", 3),
        ])
    func malformed(_ text: String, _ offset: Int) {
        let error = #expect(throws: TreeError.self) { try Path(parsing: text) }
        #expect(error?.code == .malformedPath)
        #expect(error?.offset == offset)
    }

    @Test("mutated paths never trap")
    func fuzz() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let path = Path((0..<generator.below(4)).map { _ in generator.text() })
            var scalars = Array((generator.below(2) == 0 ? path.swiftStyle : path.pointer).unicodeScalars)
            scalars.insert(
                generator.pick(Array("/~.\"[]\\=u{}\u{301}".unicodeScalars)), at: generator.below(scalars.count + 1))
            scalars.removeLast(generator.below(2))
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            guard let parsed = try? Path(parsing: String(view)) else { continue }
            #expect((try? Path(parsing: parsed.swiftStyle)) == parsed)
        }
    }

    @Test("changes keep an explicit null apart from an absent value")
    func changeCoding() throws {
        let changes = [
            Change(.add, Path(["a", "0"]), value: .null), Change(.remove, Path(["b"]), old: .null),
            Change(.move, Path(["c"]), from: Path(["d"])), Change(.replace, .root, value: [1, 2.5], old: ["k": nil]),
        ]
        for change in changes {
            #expect(try JSONDecoder().decode(Change.self, from: JSONEncoder().encode(change)) == change)
            #expect(try TreeDecoder().decode(Change.self, from: TreeEncoder().encode(change)) == change)
        }
        let tree = try TreeEncoder().encode(changes[0])
        #expect(tree == ["op": "add", "path": "/a/0", "value": nil])
    }
}
