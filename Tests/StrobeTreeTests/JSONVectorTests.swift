import StrobeTree
import Testing

/// Our own named vectors for RFC 8259: what must parse, what must be refused, and what the RFC leaves open, with what
/// this parser does and why.
@Suite("JSON by RFC 8259")
struct JSONVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        /// The parsed value; `nil` if it is refused.
        let value: Value?

        init(_ name: String, _ text: String, _ value: Value?) {
            self.init(name, bytes: Array(text.utf8), value)
        }

        init(_ name: String, bytes: [UInt8], _ value: Value?) {
            self.name = name
            self.bytes = bytes
            self.value = value
        }

        var testDescription: String { name }
    }

    static func refused(_ name: String, _ text: String) -> Vector { Vector(name, text, nil) }

    /// A JSON string with bytes that need not be UTF-8.
    static func inString(_ name: String, _ bytes: [UInt8], _ text: String? = nil) -> Vector {
        Vector(name, bytes: [0x22] + bytes + [0x22], text.map { .string($0) })
    }

    /// Nested arrays.
    static func nested(_ depth: Int) -> Value {
        var value: Value = []
        for _ in 1..<depth { value = [value] }
        return value
    }

    // MARK: Must be read

    static let right: [Vector] = [
        // Section 2: any value may be the text, white space around all structural characters.
        Vector("null alone", "null", .some(.null)), Vector("true alone", "true", true),
        Vector("false alone", "false", false), Vector("a number alone", "7", 7), Vector("a string alone", "\"a\"", "a"),
        Vector("an empty array", "[]", []), Vector("an empty object", "{}", [:]),
        Vector("all white space around all tokens", " \t\r\n{ \"a\"\t:\r[ 1 ,\n2 ] } \n", ["a": [1, 2]]),
        Vector("a space alone in an array", "[ ]", []), Vector("a space alone in an object", "{ }", [:]),
        // Section 4: objects.
        Vector("an empty key", #"{"":0}"#, ["": 0]), Vector("an escaped key", #"{"\u0061\n":0}"#, ["a\n": 0]),
        Vector("a NUL in a key", #"{"a\u0000b":0}"#, ["a\u{0}b": 0]),
        Vector("objects in objects", #"{"a":{"b":{}}}"#, ["a": ["b": [:]]]),
        Vector("a key that is a number's text", #"{"1":1}"#, ["1": 1]),
        // Section 5: arrays of everything.
        Vector("values of all kinds", #"[null,true,0,"",[],{}]"#, [nil, true, 0, "", [], [:]]),
        Vector("trailing nulls", "[1,null,null]", [1, nil, nil]),
        // Section 6: numbers.
        Vector("zero", "0", 0), Vector("a negative integer", "-1", -1),
        Vector("the largest of 64 bits", "9223372036854775807", .int(.max)),
        Vector("the smallest of 64 bits", "-9223372036854775808", .int(.min)),
        Vector("a fraction", "1.5", 1.5), Vector("zeros behind the point", "0.000", 0.0),
        Vector("a fraction below zero", "-0.25", -0.25),
        Vector("zeros within a fraction", "1.0001", 1.0001),
        Vector("a fraction of many digits", "0.1000000000000000055511151231257827", 0.1),
        Vector("e", "1e2", 100.0), Vector("E", "1E2", 100.0), Vector("e+", "1e+2", 100.0), Vector("e-", "1e-2", 0.01),
        Vector("E+", "1E+2", 100.0), Vector("E-", "1E-2", 0.01),
        Vector("a fraction with an exponent", "1.5e3", 1_500.0),
        Vector("zero with an exponent", "0e1", 0.0), Vector("zero with a large exponent", "0e400", 0.0),
        Vector("zeros before the digits of an exponent", "1e00002", 100.0),
        Vector("negative zero with a fraction", "-0.0", -0.0),
        Vector("the largest double", "1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        Vector("the smallest normal double", "2.2250738585072014e-308", .double(.leastNormalMagnitude)),
        Vector("the smallest double", "5e-324", .double(.leastNonzeroMagnitude)),
        Vector("half way between two doubles, to the even one", "9007199254740993.0", 9_007_199_254_740_992.0),
        // Section 7: strings.
        Vector("an empty string", "\"\"", ""),
        Vector("all short escapes", #""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        Vector("a slash without escape", #""/""#, "/"), Vector("an escape in lower case", #""\u00e9""#, "\u{E9}"),
        Vector("an escape in upper case", #""\u00E9""#, "\u{E9}"), Vector("an escaped NUL", #""\u0000""#, "\u{0}"),
        Vector("an escaped control character", #""\u001f""#, "\u{1F}"), Vector("an escaped quote", #""\u0022""#, "\""),
        Vector("an escaped backslash", #""\u005c""#, "\\"),
        Vector("an escaped backslash before the end", #""a\\""#, "a\\"),
        Vector("two backslashes before a letter", #""\\u00e9""#, #"\u00e9"#),
        Vector("a surrogate pair", #""\ud83d\ude00""#, "\u{1F600}"),
        Vector("a surrogate pair in mixed case", #""\uD83d\udE00""#, "\u{1F600}"),
        Vector("the first surrogate pair", #""\ud800\udc00""#, "\u{10000}"),
        Vector("the last surrogate pair", #""\udbff\udfff""#, "\u{10FFFF}"),
        Vector("two surrogate pairs", #""\ud83d\ude00\ud83d\ude01""#, "\u{1F600}\u{1F601}"),
        Vector("the last before the surrogates", #""\ud7ff""#, "\u{D7FF}"),
        Vector("the first after the surrogates", #""\ue000""#, "\u{E000}"),
        Vector("an escaped noncharacter", #""\uffff""#, "\u{FFFF}"),
        Vector("an escaped byte order mark", #""\ufeff""#, "\u{FEFF}"),
        Vector("line and paragraph separators", "\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
        Vector("the delete character", "\"\u{7F}\"", "\u{7F}"),
        Vector("a byte order mark within a string", "\"\u{FEFF}\"", "\u{FEFF}"),
        Vector("a combining character alone", "\"\u{301}\"", "\u{301}"),
        // Section 8: UTF-8, the ends of each row of table 3-7 of the Unicode standard.
        inString("the first of two bytes", [0xC2, 0x80], "\u{80}"),
        inString("the last of two bytes", [0xDF, 0xBF], "\u{7FF}"),
        inString("the first of three bytes", [0xE0, 0xA0, 0x80], "\u{800}"),
        inString("the last of three bytes below the surrogates", [0xED, 0x9F, 0xBF], "\u{D7FF}"),
        inString("the first of three bytes above the surrogates", [0xEE, 0x80, 0x80], "\u{E000}"),
        inString("the last of three bytes", [0xEF, 0xBF, 0xBF], "\u{FFFF}"),
        inString("the first of four bytes", [0xF0, 0x90, 0x80, 0x80], "\u{10000}"),
        inString("the last of four bytes", [0xF4, 0x8F, 0xBF, 0xBF], "\u{10FFFF}"),
        inString("a character across the eighth byte", Array("1234567é".utf8), "1234567é"),
    ]

    // MARK: Must be refused

    static let malformed: [Vector] =
        [
            // Input that is no value at all.
            refused("nothing", ""), refused("white space alone", " \n\t "), refused("a comma", ","),
            refused("a colon", ":"),
            refused("a bracket that closes", "]"), refused("a brace that closes", "}"), refused("a backslash", "\\"),
            // Invalid white space.
            refused("a form feed", "\u{C}1"), refused("a vertical tab", "1\u{B}"),
            refused("a no-break space", "\u{A0}1"),
            refused("a NUL before", "\u{0}1"), refused("a NUL behind", "1\u{0}"),
            refused("a NUL between", "[1\u{0},2]"),
            refused("a line separator between", "[1,\u{2028}2]"),
            // Input after the value.
            refused("two values", "1 2"), refused("two arrays", "[][]"), refused("a comma behind", "1,"),
            refused("a word behind", "[]x"),
            refused("a bracket too many", "[1]]"), refused("a brace too many", "{}}"),
            refused("a quote behind", "\"a\"\""),
            // Comments, as in JavaScript.
            refused("a line comment", "1 // x"), refused("a block comment", "/* x */1"),
            refused("a comment with #", "1 # x"),
            // Words.
            refused("True", "True"), refused("NULL", "NULL"), refused("a word cut off", "nul"),
            refused("a word too long", "nulll"),
            refused("undefined", "undefined"), refused("a bare word", "abc"), refused("a NUL in a word", "nul\u{0}"),
            // Numbers.
            refused("a plus sign", "+1"), refused("a minus alone", "-"), refused("a minus in an array", "[-]"),
            refused("two minus", "--1"),
            refused("a minus and a space", "- 1"), refused("a leading zero", "01"), refused("zero twice", "00"),
            refused("a leading zero below zero", "-01"),
            refused("a leading zero with a fraction", "00.1"), refused("a leading zero with an exponent", "01e1"),
            refused("no digit before the point", ".5"), refused("no digit between minus and point", "-.5"),
            refused("no digit behind the point", "1."),
            refused("no digit between point and e", "1.e1"), refused("two points", "1.2.3"), refused("e alone", "1e"),
            refused("e+ alone", "1e+"),
            refused("e- alone", "1e-"), refused("two signs of an exponent", "1e+-1"),
            refused("a fraction in an exponent", "1e1.5"),
            refused("two exponents", "1e1e1"), refused("e before digits", "e1"), refused("hexadecimal", "0x1F"),
            refused("octal", "0o7"),
            refused("a separator", "1_000"), refused("a comma in a number", "1,000"),
            refused("digits of another script", "\u{661}"),
            refused("a fullwidth digit", "\u{FF11}"), refused("NaN", "NaN"), refused("Infinity", "Infinity"),
            refused("-Infinity", "-Infinity"),
            refused("a letter behind a number", "1a"), refused("a suffix", "1n"),
            // Strings.
            refused("a string without end", "\"a"), refused("a quote alone", "\""), refused("single quotes", "'a'"),
            refused("a backslash at the end", "\"\\"), refused("an escaped quote at the end", "\"a\\\""),
            refused("an unknown escape", #""\x""#),
            refused("an escape in upper case", #""\N""#), refused("an escaped apostrophe", #""\'""#),
            refused("an escaped line feed", "\"\\\n\""),
            refused("an escaped zero", #""\0""#), refused("\\u without digits", #""\u""#),
            refused("\\u with three digits", #""\u00e""#),
            refused("\\u with no hexadecimal", #""\u00g0""#), refused("\\u with a sign", #""\u+0e9""#),
            refused("\\U", #""\U00e9""#),
            refused("\\u with braces", #""\u{e9}""#),
            // Half a pair is not a character, and a Swift string cannot hold it.
            refused("a high surrogate alone", #""\ud83d""#), refused("a low surrogate alone", #""\ude00""#),
            refused("a high surrogate before a letter", #""\ud83dx""#),
            refused("a high surrogate before another escape", #""\ud83d\n""#),
            refused("two high surrogates", #""\ud83d\ud83d""#),
            refused("a pair the wrong way around", #""\ude00\ud83d""#),
            refused("a high surrogate before a character", #""\ud83d\u0041""#),
            refused("a second half cut off", #""\ud83d\ude0""#),
            refused("a high surrogate in a key", #"{"\ud83d":1}"#),
            // Arrays.
            refused("an array without end", "["), refused("an array without end, with a value", "[1"),
            refused("a comma before the end", "[1,]"),
            refused("a comma at the beginning", "[,1]"), refused("two commas", "[1,,2]"),
            refused("a comma alone", "[,]"),
            refused("no comma", "[1 2]"), refused("a colon in an array", "[1:2]"),
            refused("a brace for a bracket", "[1}"),
            // Objects.
            refused("an object without end", "{"), refused("a key alone", #"{"a""#),
            refused("a key without a value", #"{"a":}"#),
            refused("a key without a colon", #"{"a" 1}"#), refused("two colons", #"{"a"::1}"#),
            refused("a comma for a colon", #"{"a",1}"#),
            refused("a comma before the end of an object", #"{"a":1,}"#),
            refused("two commas in an object", #"{"a":1,,"b":2}"#),
            refused("no comma in an object", #"{"a":1 "b":2}"#), refused("a key without quotes", "{a:1}"),
            refused("a key in single quotes", "{'a':1}"),
            refused("a number as a key", "{1:1}"), refused("null as a key", "{null:1}"),
            refused("an array as a key", "{[]:1}"),
            refused("a bracket for a brace", #"{"a":1]"#), refused("a value without a key", "{1}"),
            refused("a comma alone in an object", "{,}"),
            refused("an object's mistake after one that was like it", #"[{"a":1},{"a" 1}]"#),
            refused("a comma at the end of an object after one that was like it", #"[{"a":1},{"a":1,}]"#),
            // Encodings other than UTF-8, and invalid UTF-8.
            Vector("UTF-16, little end first", bytes: [0x31, 0x00], nil),
            Vector("UTF-16, big end first", bytes: [0x00, 0x31], nil),
            Vector("UTF-16 with its mark", bytes: [0xFF, 0xFE, 0x31, 0x00], nil),
            Vector("a byte of Latin-1", bytes: [0x22, 0xE9, 0x22], nil),
            Vector("a wrong byte outside of strings", bytes: [0x5B, 0xFF, 0x5D], nil),
            inString("a continuation alone", [0x80]), inString("the last continuation alone", [0xBF]),
            inString("0xFE", [0xFE]), inString("0xFF", [0xFF]),
            inString("overlong, two bytes", [0xC0, 0xAF]), inString("overlong, a quote", [0xC0, 0xA2]),
            inString("overlong, the last of two bytes", [0xC1, 0xBF]),
            inString("overlong, three bytes", [0xE0, 0x80, 0xAF]),
            inString("overlong, the last of three bytes", [0xE0, 0x9F, 0xBF]),
            inString("overlong, four bytes", [0xF0, 0x80, 0x80, 0xAF]),
            inString("overlong, the last of four bytes", [0xF0, 0x8F, 0xBF, 0xBF]),
            inString("the first surrogate", [0xED, 0xA0, 0x80]), inString("the last surrogate", [0xED, 0xBF, 0xBF]),
            inString("a pair of surrogates", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
            inString("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
            inString("far above U+10FFFF", [0xF5, 0x80, 0x80, 0x80]),
            inString("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
            inString("six bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
            inString("two bytes, cut off by the quote", [0xC3]),
            inString("three bytes, cut off by the quote", [0xE2, 0x82]),
            inString("four bytes, cut off by the quote", [0xF0, 0x9F, 0x98]),
            inString("two bytes, cut off by a letter", [0xC3, 0x61]),
            inString("three bytes, cut off by a letter", [0xE2, 0x82, 0x61]),
            inString("four bytes, cut off by a letter", [0xF0, 0x9F, 0x98, 0x61]),
            inString("three bytes, cut off by an escape", [0xE2, 0x82, 0x5C, 0x6E]),
            inString("an escape between two halves", [0xC3, 0x5C, 0x6E, 0xA9]),
            Vector("cut off by the end of the text", bytes: [0x22, 0xF0, 0x9F], nil),
            Vector("a wrong byte in a key", bytes: [0x7B, 0x22, 0xC3, 0x22, 0x3A, 0x31, 0x7D], nil),
        ]

    static let wrong =
        malformed + (0..<0x20).map { inString("the control character \($0) without escape", [UInt8($0)]) }

    // MARK: Left to the parser

    /// What RFC 8259 leaves open, with the reason for this parser's choice.
    static let open: [(vector: Vector, why: String)] = [
        (
            Vector("a byte order mark", "\u{FEFF}1", nil),
            "Section 8.1: a reader may pass it over; no writer of the protocol sends one"
        ),
        (Vector("a byte order mark alone", "\u{FEFF}", nil), "as above"),
        (
            Vector("a key twice", #"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2]),
            "Section 4: the last one counts, as in JavaScript"
        ),
        (Vector("a key twice, once escaped", #"{"a":1,"\u0061":2}"#, ["a": 2]), "keys are compared as what they mean"),
        (
            Vector(
                "a key twice in an object like the one before", #"[{"a":1,"b":2},{"a":1,"a":2}]"#,
                [["a": 1, "b": 2], ["a": 2]]), "as above"
        ),
        (
            Vector("keys that differ by normalisation", "{\"\u{E9}\":1,\"e\u{301}\":2}", ["é": 2]),
            "Section 8.3: texts of Swift that look the same are the same"
        ),
        (Vector("minus zero", "-0", 0), "without a fraction it is an integer, and those have one zero"),
        (Vector("minus zero with an exponent", "-0e0", -0.0), "with an exponent it is a double, which keeps the sign"),
        (
            Vector("an integer above 63 bits", "9223372036854775808", .uint(1 << 63)),
            "Section 6: unsigned numbers of 64 bits are exact"
        ),
        (Vector("the largest of 64 bits without a sign", "18446744073709551615", .uint(.max)), "as above"),
        (
            Vector("an integer beyond 64 bits", "18446744073709551616", 18_446_744_073_709_551_616.0),
            "the nearest double, as everywhere else"
        ),
        (Vector("a negative integer beyond 64 bits", "-9223372036854775809", -9_223_372_036_854_775_808.0), "as above"),
        (
            Vector("an integer of 400 digits", String(repeating: "9", count: 400), nil),
            "it is no finite double, and infinity would be another number"
        ),
        (Vector("a huge exponent", "1e400", nil), "as above"),
        (Vector("a huge exponent below zero", "-1e400", nil), "as above"),
        (Vector("an exponent beyond 64 bits", "1e99999999999999999999", nil), "as above"),
        (Vector("just beyond the largest double", "1.797693134862315900e308", nil), "as above"),
        (Vector("a tiny exponent", "1e-400", 0.0), "the nearest double is zero"),
        (Vector("an exponent far below zero", "1e-99999999999999999999", 0.0), "as above"),
        (Vector("a tiny number below zero", "-1e-400", -0.0), "the sign is kept"),
        (
            Vector("zero with an exponent beyond 64 bits", "0e99999999999999999999", 0.0),
            "zero it is whatever the exponent"
        ),
        (
            Vector(
                "a large number by many digits and a small exponent", String(repeating: "9", count: 300) + "e-300", 1.0),
            "rounded once, at the end"
        ),
        (Vector("noncharacters", "\"\u{FFFE}\u{FFFF}\u{1FFFF}\"", "\u{FFFE}\u{FFFF}\u{1FFFF}"), "they are well-formed"),
        (
            Vector(
                "128 levels", String(repeating: "[", count: 128) + String(repeating: "]", count: 128),
                nested(128)),
            "Section 9: a limit on depth, which the stack of any thread has room for"
        ),
        (
            Vector("129 levels", String(repeating: "[", count: 129) + String(repeating: "]", count: 129), nil),
            "as above"
        ),
        (
            Vector(
                "129 levels of objects",
                String(repeating: "{\"\":", count: 129) + "1" + String(repeating: "}", count: 129), nil), "as above"
        ),
        (Vector("100,000 brackets that open", String(repeating: "[", count: 100_000), nil), "as above"),
    ]

    @Test("what is JSON is read", arguments: right)
    func reading(_ vector: Vector) throws {
        #expect(JSON.text(try JSON.parse(vector.bytes)) == JSON.text(vector.value ?? .null))
    }

    @Test("what is no JSON is refused, alone and as a member after one that was read", arguments: wrong)
    func refusing(_ vector: Vector) {
        for bytes in [vector.bytes, Array(#"[{"a":1},{"a":"#.utf8) + vector.bytes + Array("}]".utf8)] {
            let error = #expect(throws: TreeError.self, "\(vector.name)") { try JSON.parse(bytes) }
            #expect(error?.code == .malformedJSON)
            #expect(error?.offset.map { 0...bytes.count ~= $0 } == true)
        }
    }

    @Test("what is left to the reader is read as chosen", arguments: open.map(\.vector))
    func choosing(_ vector: Vector) throws {
        guard let value = vector.value else {
            #expect(throws: TreeError.self) { try JSON.parse(vector.bytes) }
            return
        }
        #expect(JSON.text(try JSON.parse(vector.bytes)) == JSON.text(value))
    }

    @Test("each vector has a name of its own, and each choice a reason")
    func names() {
        for vectors in [Self.right, Self.wrong, Self.open.map(\.vector)] {
            #expect(Set(vectors.map(\.name)).count == vectors.count)
        }
        #expect(Self.open.allSatisfy { !$0.why.isEmpty })
    }
}
