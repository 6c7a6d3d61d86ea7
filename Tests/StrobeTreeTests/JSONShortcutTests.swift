import SeededTesting
import StrobeTree
import Testing

/// What is read or written in a quicker way, compared with what is done step by step.
@Suite("JSON by words of bytes")
struct JSONShortcutTests {
    /// A string with its escapes, one scalar after the other.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{8}": "\\b"
            case "\u{C}": "\\f"
            case "\0"..<" ":
                "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    @Test("a string of any length is escaped wherever it has to be, and nowhere else")
    func strings() throws {
        let special: [Unicode.Scalar] = ["\"", "\\", "\0", "\n", "\u{1F}", " ", "!", "~", "\u{7F}", "\u{80}", "é", "😀"]
        for length in 0..<40 {
            for place in 0..<max(length, 1) {
                for scalar in special {
                    var text = String.UnicodeScalarView(repeatElement("a", count: length))
                    if length > 0 {
                        let index = text.index(text.startIndex, offsetBy: place)
                        text.replaceSubrange(index...index, with: [scalar])
                    }
                    let string = String(text)
                    let written = JSON.text(.string(string))
                    try #require(written == Self.quoted(string), "\(length), \(place), \(scalar.value)")
                    try #require(try JSON.parse("[\(written)]") == [.string(string)])
                }
            }
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let scalars = (0..<random.below(300)).map { _ in random.pick(special + ["b", "c", "d", "e", "f", "g"]) }
            let string = String(String.UnicodeScalarView(scalars))
            try #require(JSON.text(.string(string)) == Self.quoted(string))
        }
    }

    @Test("the keys of many objects are written like those of one, whatever they are")
    func keys() throws {
        var random = SeededGenerator(seed: 6)
        let parts = [
            "", "a", "\"", "\\", "\n", "é", "ident", "a key of some length ", String(repeating: "k", count: 130),
        ]
        // Objects with the same keys share them once they are read; more than are kept follow each other.
        let objects = (0..<60).map { number -> String in
            let names = Set(
                (0..<random.below(number == 7 ? 90 : 6)).map { "\(random.pick(parts))\($0)\(random.pick(parts))" })
            return "{" + names.map { "\(Self.quoted($0)):{\(Self.quoted($0)):[]}" }.joined(separator: ",") + "}"
        }
        let chosen = (0..<600).map { _ in random.pick(objects) } + objects + objects
        let text = "[\(chosen.joined(separator: ","))]"
        let value = try JSON.parse(text)
        #expect(JSON.text(value) == text)
        guard case .array(let elements) = value else {
            Issue.record("not an array")
            return
        }
        #expect(zip(elements, chosen).allSatisfy { JSON.text($0) == $1 })
        #expect(try JSON.parse(JSON.text(value, style: .pretty)) == value)
    }

    @Test("integers of any number of digits are read like Swift reads them")
    func integers() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<4_000 {
            let digits = (0..<1 + random.below(21)).map { String($0 == 0 ? 1 + random.below(9) : random.below(10)) }
            let text = (random.below(2) == 0 ? "-" : "") + digits.joined()
            let expected =
                Int64(text).map { Value.int($0) } ?? UInt64(text).map { .uint($0) } ?? Double(text).map { .double($0) }
            #expect(try JSON.parse(text) == expected)
            #expect(try JSON.parse("{\"a\":\(text)}") == expected.map { ["a": $0] })
            #expect(throws: TreeError.self) { try JSON.parse("0\(text)") }
            if let double = Double(text) {
                #expect(try JSON.parse("[\(text).0,\(text)e0]") == [.double(double), .double(double)])
            }
        }
        for text in ["0", "-0", "[0]", "[-0]"] { #expect(try JSON.parse(text) == (text.first == "[" ? [0] : 0)) }
    }

    @Test("a text that ends early is refused at its end, wherever that is")
    func ends() throws {
        let text = #"{"name":"a\"b","list":[true,false,null,-12,1.5e3,{}],"é":{"name":[],"list":"x"}}"#
        _ = try JSON.parse(text)
        let bytes = Array(text.utf8)
        for length in 1..<bytes.count {
            do {
                // With nothing after it, and behind other bytes that are none of its own.
                _ = try JSON.parse(bytes[..<length])
                Issue.record("\(length) bytes are a text")
            } catch {
                #expect(error.code == .malformedJSON)
                let offset = try #require(error.offset)
                #expect(offset <= length, "\(length)")
            }
        }
        for (text, offset) in [
            ("[tru", 4), ("[trUe]", 3), ("fals", 4), ("[falsE]", 5), ("nul", 3), ("nulL", 3), ("[t", 2),
        ] {
            do {
                _ = try JSON.parse(text)
                Issue.record("\(text) is a text")
            } catch {
                #expect(error.offset == offset, "\(text)")
            }
        }
    }

    @Test("the number of values is limited to the last one, though the keys of dictionaries are kept with them")
    func values() throws {
        let members = (0..<200).map { "\"key \($0)\":[\($0)]" }.joined(separator: ",")
        for text in ["{\(members)}", "[{\(members)},{\(members)}]"] {
            let number = text.first == "{" ? 401 : 803
            _ = try JSON.parse(text, limits: JSONLimits(maxNodes: number))
            #expect(throws: TreeError.self) { try JSON.parse(text, limits: JSONLimits(maxNodes: number - 1)) }
        }
    }
}
