import StrobeTree
import SeededTesting
import Testing

@Suite("JSON text")
struct JSONTests {
    @Test("any value reads back as it was written, in both layouts")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<3_000 {
            let value = generator.value()
            for style in [JSON.Style.compact, .pretty, JSON.Style(sortsKeys: true)] {
                let text = JSON.text(value, style: style)
                #expect(try JSON.parse(text) == value, "\(text)")
            }
            let compact = JSON.text(value)
            #expect(!compact.utf8.contains(UInt8(ascii: "\n")))
            #expect(JSON.text(try JSON.parse(compact)) == compact, "members keep their order and doubles their bits")
        }
    }

    @Test("integers are exact up to 64 bits and doubles beyond")
    func integers() throws {
        #expect(try JSON.parse("9223372036854775807") == .int(.max))
        #expect(try JSON.parse("-9223372036854775808") == .int(.min))
        #expect(try JSON.parse("9223372036854775808") == .uint(9_223_372_036_854_775_808))
        #expect(try JSON.parse("18446744073709551615") == .uint(.max))
        #expect(try JSON.parse("18446744073709551616") == .double(18_446_744_073_709_551_616))
        #expect(try JSON.parse("99999999999999999999") == .double(1e20))
        #expect(try JSON.parse("-9223372036854775809") == .double(-0x1p63))
        #expect(try JSON.parse("123456789012345678901234567890") == .double(1.2345678901234568e29))
        #expect(JSON.text(.int(.min)) == "-9223372036854775808")
        #expect(JSON.text(.uint(.max)) == "18446744073709551615")
        for digits in 0..<19 {
            let power = (0..<digits).reduce(Int64(1)) { power, _ in power * 10 }
            for int in [power, power - 1, -power, 1 - power] { #expect(JSON.text(.int(int)) == String(int)) }
        }
    }

    @Test("doubles keep their bits and stay doubles")
    func doubles() throws {
        #expect(JSON.text(1.0) == "1.0")
        #expect(JSON.text(-0.0) == "-0.0")
        let texts = [
            "0.1", "1e22", "1e23", "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308", "9007199254740993.0",
            "0.30000000000000004", "123456789012345678.5e-3", "1e-400", "0.1e1", "-1E+2", "1234567890123456789.0e-19",
        ]
        for text in texts {
            guard case .double(let double) = try JSON.parse(text) else {
                Issue.record("\(text) is not a double")
                continue
            }
            #expect(double.bitPattern == Double(text)?.bitPattern, "\(text)")
            let again = try JSON.parse(JSON.text(.double(double)))
            #expect(again == .double(double), "\(text)")
        }
        #expect(JSON.text(.double(.infinity)) == "\"Infinity\"")
        #expect(JSON.text(.double(-.infinity)) == "\"-Infinity\"")
        #expect(JSON.text(.double(.nan)) == "\"NaN\"")
    }

    @Test("escapes are read, and written only where they must be")
    func escapes() throws {
        #expect(try JSON.parse(#""\"\\\/\b\f\n\r\t\u00e9\u65E5\ud83d\uDE00""#) == "\"\\/\u{8}\u{C}\n\r\té日😀")
        #expect(
            JSON.text("\"\\/\u{8}\u{C}\n\r\t\u{1}\u{1F}\u{7F}é日😀") == #""\"\\/\b\f\n\r\t\u0001\u001f"# + "\u{7F}é日😀\"")
    }

    static let malformedTexts: [(text: String, offset: Int)] = [
        ("", 0), ("  ", 0), ("tru", 3), ("nul1", 3), ("[1,]", 3), ("[1 2]", 3), ("[", 1), ("{", 1), ("{\"a\"}", 4),
        ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\":1", 6), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2),
        ("1e+", 3), ("+1", 0), ("0x10", 1), ("NaN", 0), ("\"abc", 4), ("\"a\nb\"", 2), ("\"\\x\"", 2),
        ("\"\\u12g4\"", 5), ("\"\\ud800\"", 1), ("\"\\udc00\"", 1), ("\"\\ud800\\u0041\"", 1), ("1 2", 2),
        ("'a'", 0), ("[1]]", 3), ("// x", 0), ("\u{FEFF}1", 0), ("1e999", 0), ("{\"a\":1 \"b\":2}", 7), ("{,}", 1),
        ("[,]", 1), ("\"\u{1}\"", 1), ("-01", 2), ("1.e1", 2), ("{\"a\":1},", 7), ("[{\"a\":1},{\"a\":1,}]", 16),
    ]

    @Test("malformed text is refused with the byte where it goes wrong", arguments: malformedTexts)
    func malformed(_ text: String, _ offset: Int) {
        let error = #expect(throws: TreeError.self) { try JSON.parse(text) }
        #expect(error?.code == .malformedJSON)
        #expect(error?.offset == offset)
        #expect(error?.message.isEmpty == false)
    }

    @Test("bytes that are not UTF-8 are refused with their place")
    func invalidUTF8() {
        let cases: [(bytes: [UInt8], offset: Int)] = [
            ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
            ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3), ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0xFF], 0),
            ([0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D], 2), ([0x22, 0x5C, 0x6E, 0xFF, 0x22], 3),
        ]
        for (bytes, offset) in cases {
            let error = #expect(throws: TreeError.self) { try JSON.parse(bytes) }
            #expect(error?.code == .malformedJSON)
            #expect(error?.offset == offset, "\(bytes)")
        }
    }

    @Test("limits on depth, bytes and values are kept to the last one")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON.parse(nested(128))
        #expect(throws: TreeError.self) { try JSON.parse(nested(129)) }
        let error = #expect(throws: TreeError.self) { try JSON.parse(String(repeating: "[{\"a\":", count: 100_000)) }
        #expect(error?.code == .tooLarge)
        _ = try JSON.parse("[1,2]", limits: JSONLimits(maxDepth: 1, maxBytes: 5, maxNodes: 3))
        for limits in [JSONLimits(maxBytes: 4), JSONLimits(maxNodes: 2)] {
            let error = #expect(throws: TreeError.self) { try JSON.parse("[1,2]", limits: limits) }
            #expect(error?.code == .tooLarge)
        }
        var limits = JSONLimits()
        limits.maxDepth = .max
        #expect(throws: TreeError.self) { try JSON.parse(nested(100_000), limits: limits) }
    }

    @Test("of members with the same key the last one counts")
    func duplicates() throws {
        #expect(try JSON.parse(#"{"a":1,"b":2,"a":[3]}"#) == ["a": [3], "b": 2])
        #expect(try JSON.parse(#"[{"a":1,"a":2},{"a":1,"a":2},{"a":3}]"#) == [["a": 2], ["a": 2], ["a": 3]])
    }

    @Test("objects that resemble the one before them are read as they are")
    func guessedShapes() throws {
        let text = #"""
            [{"id":1,"user":{"name":"a","tags":[{"k":1},{"k":2}]}},{"id":2,"user":{"name":"b","tags":[{"k":3,"l":4}]}},
             {"id":3},{"user":{"nome":"c"},"id":4},{"id":5,"user":{"name":"d","tags":[]},"more":{}},{},{"id" : 6},
             {"id":7,"\u0075ser":{"name":"e"}},{"id":8,"user":{"name":"f","tags":[{"k":9}]}}]
            """#
        let expected: Value = [
            ["id": 1, "user": ["name": "a", "tags": [["k": 1], ["k": 2]]]],
            ["id": 2, "user": ["name": "b", "tags": [["k": 3, "l": 4]]]], ["id": 3],
            ["user": ["nome": "c"], "id": 4], ["id": 5, "user": ["name": "d", "tags": []], "more": [:]], [:],
            ["id": 6], ["id": 7, "user": ["name": "e"]], ["id": 8, "user": ["name": "f", "tags": [["k": 9]]]],
        ]
        #expect(try JSON.parse(text) == expected)
        var elements: [Value] = []
        for index in 0..<300 {
            var object = Value.Object()
            for member in 0..<(index % 80) { object["key \(member * (index % 7 + 1))"] = .int(Int64(member)) }
            elements.append(.object(object))
        }
        #expect(try JSON.parse(JSON.text(.array(elements))) == .array(elements))
    }

    @Test("a change to one object leaves those that share its keys alone")
    func sharedKeys() throws {
        guard case .array(var objects) = try JSON.parse(#"[{"a":1,"b":2},{"a":3,"b":4}]"#),
            case .object(var first) = objects[0]
        else {
            Issue.record("not an array of objects")
            return
        }
        first["c"] = 5
        first["a"] = nil
        objects[0] = .object(first)
        #expect(Value.array(objects) == [["b": 2, "c": 5], ["a": 3, "b": 4]])
    }

    @Test("a long text comes in pieces that make the same whole")
    func pieces() throws {
        let long = String(repeating: "é\"\n", count: 40_000)
        let value: Value = [.string(long), [.string(long), 1], ["k": .string(long)]]
        var pieces: [Int] = []
        var bytes: [UInt8] = []
        JSON.write(value, style: .pretty) { piece in
            pieces.append(piece.count)
            bytes.append(contentsOf: piece)
        }
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0 <= 33 * 1024 })
        #expect(try JSON.parse(bytes) == value)
        struct Full: Error {}
        #expect(throws: Full.self) { try JSON.write(value) { _ throws(Full) in throw Full() } }
    }

    @Test("what closes a deep value is flushed like all else, wherever the buffer is full")
    func deepPieces() {
        let deep = (0..<300).reduce(Value.int(1)) { value, level in
            level.isMultiple(of: 2) ? .array([value]) : .object(["a": value])
        }
        for padding in stride(from: 31_000, to: 32_800, by: 50) {
            var sizes: [Int] = []
            let value = Value.array([.string(String(repeating: "x", count: padding)), deep])
            var text: [UInt8] = []
            JSON.write(value) { piece in
                sizes.append(piece.count)
                text += piece
            }
            // The buffer has 32 KiB and 64 bytes.
            #expect(sizes.allSatisfy { $0 <= 32 * 1024 + 64 }, "\(padding): \(sizes)")
            #expect(text.count == padding + 2 + 3 + 150 * 2 + 150 * 6 + 1)
        }
    }

    @Test("mutated text never traps, and what is accepted round-trips")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 2)
        var accepted = 0
        for _ in 0..<1_500 {
            let original = Array(JSON.text(generator.value(depth: 3)).utf8)
            for _ in 0..<20 {
                var bytes = original
                for _ in 0...generator.below(3) {
                    let place = generator.below(bytes.count + 1)
                    switch generator.below(3) {
                    case 0 where place < bytes.count: bytes[place] = UInt8(generator.below(256))
                    case 1 where place < bytes.count: bytes.removeSubrange(place...)
                    default: bytes.insert(generator.pick(Array("{}[]\",:\\u0-.eE \u{FF}".utf8)), at: place)
                    }
                }
                guard let value = try? JSON.parse(bytes) else { continue }
                accepted += 1
                #expect(try JSON.parse(JSON.text(value)) == value)
            }
        }
        #expect(accepted > 100)
    }
}
