import StrobeTree
import SeededTesting
import Testing

@Suite("Literals")
struct LiteralTests {
    static let user = Schema.object(
        type: "Demo.User",
        fields: [
            .init(name: "id", schema: .scalar(.int)), .init(name: "name", schema: .scalar(.string)),
            .init(name: "friend", schema: .optional(.recursive(type: "Demo.User"))),
        ])
    static let action = Schema.choice(
        type: "Action",
        cases: [
            .init(name: "load"), .init(name: "loaded", payload: [.init(name: nil, schema: user)]),
            .init(
                name: "failed",
                payload: [
                    .init(name: "reason", schema: .scalar(.string)),
                    .init(name: "code", schema: .optional(.scalar(.int))),
                ]),
            .init(
                name: "pair",
                payload: [.init(name: nil, schema: .scalar(.int)), .init(name: nil, schema: .scalar(.bool))]),
            .init(
                name: "mixed",
                payload: [.init(name: nil, schema: .scalar(.int)), .init(name: "by", schema: .scalar(.double))]),
            .init(name: "set", payload: [.init(name: nil, schema: .optional(.optional(.scalar(.int))))]),
            .init(
                name: "tags",
                payload: [.init(name: nil, schema: .dictionary(key: .scalar(.int), value: .scalar(.string)))]),
            .init(
                name: "mode",
                payload: [
                    .init(
                        name: nil,
                        schema: .choice(
                            type: "Mode",
                            cases: [
                                .init(name: "dark"), .init(name: "inProgress", raw: "in progress"),
                                .init(name: "high", raw: 2),
                            ]))
                ]),
            .init(name: "when", payload: [.init(name: nil, schema: .scalar(.date))]),
            .init(name: "rate", payload: [.init(name: nil, schema: .scalar(.double))]),
        ])

    @Test("where it is not known what a case has, it is read with labels, without, and bare")
    func openPayloads() throws {
        let open = Schema.choice(
            type: "any Action",
            cases: [.init(name: "Note", payload: [.init(name: nil, schema: .unknown(type: "Note"))])])
        for (text, value) in [
            (".Note", "Note"), (".Note()", "Note"),
            (".Note(text: \"x\", by: nil)", ["Note": ["text": "x", "by": nil]]),
            (".Note(\"x\")", ["Note": "x"]), (".Note(.all)", ["Note": "all"]),
        ] as [(String, Value)] {
            #expect(try Literal.parse(text, schema: open) == value, "\(text)")
        }
        let wait = Schema.choice(
            type: "Action",
            cases: [.init(name: "wait", payload: [.init(name: nil, schema: .unknown(type: "Duration"))])])
        #expect(try Literal.parse(".wait(.seconds(1))", schema: wait) == ["wait": [0, 1_000_000_000_000_000_000]])
        #expect(throws: TreeError.self) { try Literal.parse(".wait", schema: wait) }
    }

    @Test(
        "without a schema the notation alone decides",
        arguments: [
            (".reset", #""reset""#), (".increment(by: 3)", #"{"increment":{"by":3}}"#),
            (".loaded(5)", #"{"loaded":5}"#),
            (#".loaded(User(id: 1, name: "x"))"#, #"{"loaded":{"id":1,"name":"x"}}"#), ("Action.load", #""load""#),
            ("Demo.Action.loaded(1)", #"{"loaded":1}"#), (".pair(1, true)", #"{"pair":{"_0":1,"_1":true}}"#),
            (".mixed(1, by: 2.5)", #"{"mixed":{"_0":1,"by":2.5}}"#), ("[1, 2]", "[1,2]"), ("[]", "[]"), ("[:]", "{}"),
            (#"["k": true]"#, #"{"k":true}"#), ("[1: .a, 2: .b]", #"{"1":"a","2":"b"}"#), ("[.a: 1]", #"{"a":1}"#),
            ("nil", "null"),
            (" null ", "null"), ("true", "true"), ("-5", "-5"), ("+5", "5"), ("1_000_000", "1000000"), ("0xFF", "255"),
            ("0b101", "5"),
            ("-0o17", "-15"), ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"), ("1.5e3", "1500.0"), ("-2.5E-1", "-0.25"),
            ("Double.nan", #""NaN""#), ("-.infinity", #""-Infinity""#),
            (#"{"a": [1, {"b": null}]}"#, #"{"a":[1,{"b":null}]}"#),
            (#""a\n\"\\\u{1F600}\u00e9\ud83d\ude00\0""#, #""a\n\"\\😀é😀\u0000""#), (".some(nil)", #"{"some":null}"#),
            ("User()", "{}"),
            (#"URL(string: "a:b")"#, #""a:b""#), ("Set([1, 2])", "[1,2]"),
            (".wrap(Box(_0: 1))", #"{"wrap":{"_0":{"_0":1}}}"#),
            ("[[1], []]", "[[1],[]]"), (".loaded(\n  1\n)", #"{"loaded":1}"#), (".a()", #""a""#),
            (".init(id: 1)", #"{"id":1}"#),
            (#"[[1: 2]: 3, "x": 4]"#, #"{"{\"1\":2}":3,"x":4}"#),
        ])
    func plain(_ text: String, _ json: String) throws {
        #expect(try Literal.parse(text) == JSON.parse(json))
    }

    @Test(
        "a schema says what is meant",
        arguments: [
            (".load", #""load""#), ("load", #""load""#), (#""load""#, #""load""#), ("Action.load", #""load""#),
            (#".loaded(User(id: 1, name: "x"))"#, #"{"loaded":{"id":1,"name":"x"}}"#),
            (
                #".loaded(.init(id: 1, friend: User(id: 2, friend: nil)))"#,
                #"{"loaded":{"id":1,"friend":{"id":2,"friend":null}}}"#
            ),
            (#".loaded(["id": 1, "name": "x"])"#, #"{"loaded":{"id":1,"name":"x"}}"#),
            (#".loaded({"id": 1, "anything": [true]})"#, #"{"loaded":{"id":1,"anything":[true]}}"#),
            (#".failed(code: 2, reason: "x")"#, #"{"failed":{"code":2,"reason":"x"}}"#),
            (#"{"failed": {"reason": "x"}}"#, #"{"failed":{"reason":"x"}}"#),
            (".pair(1, false)", #"{"pair":{"_0":1,"_1":false}}"#), (".mixed(1, by: 2)", #"{"mixed":{"_0":1,"by":2}}"#),
            (".set(nil)", #"{"set":null}"#), (".set(.some(nil))", #"{"set":{"some":null}}"#),
            (".set(5)", #"{"set":5}"#), (".set(.some(.some(5)))", #"{"set":5}"#),
            (".set(.none)", #"{"set":null}"#), (#".tags([1: "a", "2": "b"])"#, #"{"tags":{"1":"a","2":"b"}}"#),
            (".tags([:])", #"{"tags":{}}"#),
            (".mode(.dark)", #"{"mode":"dark"}"#), (".mode(.high)", #"{"mode":2}"#), (".mode(2)", #"{"mode":2}"#),
            (".mode(.inProgress)", #"{"mode":"in progress"}"#), (#".mode("in progress")"#, #"{"mode":"in progress"}"#),
            (".mode(Mode.dark)", #"{"mode":"dark"}"#),
            (#".when("2024-05-01T12:00:00Z")"#, #"{"when":"2024-05-01T12:00:00Z"}"#),
            (#".when(Date("x"))"#, #"{"when":"x"}"#),
            (".rate(.nan)", #"{"rate":"NaN"}"#), (".rate(-.infinity)", #"{"rate":"-Infinity"}"#),
            (".rate(.infinity)", #"{"rate":"Infinity"}"#), (".rate(3)", #"{"rate":3}"#),
        ])
    func guided(_ text: String, _ json: String) throws {
        #expect(try Literal.parse(text, schema: Self.action) == JSON.parse(json))
    }

    @Test(
        "values are printed as people type them",
        arguments: [
            (#""load""#, ".load"), (#"{"loaded":{"id":1,"name":"x\ny"}}"#, #".loaded(User(id: 1, name: "x\ny"))"#),
            (#"{"failed":{"code":null,"reason":"r"}}"#, #".failed(reason: "r", code: nil)"#),
            (#"{"pair":{"_0":1,"_1":true}}"#, ".pair(1, true)"),
            (#"{"set":{"some":null}}"#, ".set(.some(nil))"),
            (#"{"tags":{"1":"a","x":"b"}}"#, #".tags([1: "a", "x": "b"])"#),
            (#"{"mode":"in progress"}"#, ".mode(.inProgress)"),
            (#"{"mode":2}"#, ".mode(.high)"), (#"{"rate":"-Infinity"}"#, ".rate(-.infinity)"),
            (#"{"rate":-0.0}"#, ".rate(-0.0)"),
            (#"{"loaded":{"id":1,"odd key":2}}"#, #".loaded({"id": 1, "odd key": 2})"#),
            (#"{"unheard":{"of":[1]}}"#, #"{"unheard": {"of": [1]}}"#),
        ])
    func printing(_ json: String, _ text: String) throws {
        #expect(Literal.text(try JSON.parse(json), schema: Self.action) == text)
    }

    @Test("any value reads back from its literal")
    func plainRoundTrip() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<3_000 {
            let value = generator.value()
            let text = Literal.text(value)
            #expect(try Literal.parse(text) == value, "\(text)")
            #expect(try Literal.parse(JSON.text(value, style: .pretty)) == value)
        }
    }

    @Test("any value reads back from its literal under the schema of its type")
    func guidedRoundTrip() throws {
        var generator = SchemaGenerator(seed: 7)
        for _ in 0..<6_000 {
            let schema = generator.schema()
            let value = generator.value(of: schema)
            let text = Literal.text(value, schema: schema)
            #expect(throws: Never.self, "\(text) of \(JSON.text(value)) under \(schema)") {
                let read = try Literal.parse(text, schema: schema)
                #expect(read == value, "\(text) gives \(JSON.text(read)) for \(JSON.text(value)) under \(schema)")
            }
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        var text: String
        var offset: Int
        var expected: String
        var suggestion: String?
        var testDescription: String { text }

        init(_ text: String, _ offset: Int, _ expected: String, _ suggestion: String? = nil) {
            (self.text, self.offset, self.expected, self.suggestion) = (text, offset, expected, suggestion)
        }
    }

    @Test(
        "a mistake is shown with its place, what was expected and the nearest name",
        arguments: [
            Mistake(".laoded", 1, "one of .load, .loaded(Demo.User)", ".loaded"), Mistake("", 0, "one of .load"),
            Mistake(".zzz", 1, "one of"), Mistake("reset", 0, "one of", ".set"),
            Mistake("Akti.load", 0, "Action", "Action"),
            Mistake(".loaded", 7, "the payload of .loaded(Demo.User)"), Mistake(".load(1)", 6, "no payload for .load"),
            Mistake(".failed(raeson: \"x\")", 8, "one of reason:, code:", "reason:"),
            Mistake(".failed(\"x\")", 8, "one of reason:, code:"),
            Mistake(".failed(reason: 5)", 16, "a string in quotes"),
            Mistake(".failed(reason: \"x\", code: \"y\")", 27, "an integer or nil"),
            Mistake(".failed(reason: \"x\"", 19, "\",\" or \")\""), Mistake(".pair(1, 2)", 9, "true or false"),
            Mistake(".pair(1, true, 3)", 15, "no more arguments"),
            Mistake(".loaded(Usr(id: 1))", 8, "Demo.User(...)", "User"),
            Mistake(".loaded(User(id: 1, nmae: 2))", 20, "one of id:, name:, friend:", "name:"),
            Mistake(".loaded(User(1))", 13, "one of id:, name:, friend:"),
            Mistake(".loaded([\"nme\": 1])", 9, "one of \"id\"", "\"name\""),
            Mistake(".mode(.drak)", 7, "one of .dark", ".dark"),
            Mistake(".mode(\"in progres\")", 6, "one of", ".inProgress"),
            Mistake(".load .load", 6, "the end"), Mistake(".load)", 5, "the end"),
            Mistake(".rate(1.2.3)", 6, "a number"), Mistake(".rate(1x)", 6, "a number"),
            Mistake(".tags([1, 2])", 8, "\":\""), Mistake(".when(true)", 6, "a date"),
            Mistake(".failed(reason: \"x", 18, "a closing quote"),
            Mistake(".failed(reason: \"\\q\")", 18, "one of"),
            Mistake(".failed(reason: \"x\", reason: \"y\")", 21, "each label once"),
            Mistake(".failed(reason: \"é\", cod: 1)", 22, "one of", "code:"), Mistake("[1", 2, "\",\" or \"]\""),
            Mistake("{\"a\" 1}", 5, "\":\""), Mistake("nil", 0, "one of"),
        ])
    func mistakes(_ mistake: Mistake) {
        let error = #expect(throws: TreeError.self) { try Literal.parse(mistake.text, schema: Self.action) }
        #expect(error?.code == .malformedLiteral)
        #expect(error?.offset == mistake.offset)
        #expect(error?.expected?.contains(mistake.expected) == true, "\(error?.expected ?? "")")
        #expect(error?.suggestion == mistake.suggestion)
    }

    @Test("the caret is under the error")
    func caret() {
        func caret(_ text: String, _ schema: Schema? = LiteralTests.action) -> String? {
            do {
                _ = try Literal.parse(text, schema: schema)
                return nil
            } catch {
                return error.caret(in: text)
            }
        }
        #expect(caret(".laoded") == ".laoded\n ^")
        #expect(
            caret(".failed(reason: \"é日😀\", cod: 1)") == ".failed(reason: \"é日😀\", cod: 1)\n                         ^")
        #expect(caret("[1,\n\t2,\n\t?]", nil) == "\t?]\n\t^")
        #expect(caret("[1,") == "[1,\n   ^")
        let long = "[" + String(repeating: "1, ", count: 1_000) + "?, 2" + String(repeating: ", 3", count: 1_000) + "]"
        let lines = (caret(long, nil) ?? "").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].count < 110)
        #expect(lines[0].dropFirst(lines[1].count - 1).first == "?")
        #expect(TreeError(.tooLarge, "x").caret(in: "abc") == "")
        #expect(TreeError(.tooLarge, "x", offset: 99).caret(in: "abc") == "abc\n   ^")
    }

    @Test(
        "the possible texts at the end of a literal are known",
        arguments: [
            (
                "",
                [".load", ".loaded(", ".failed(", ".pair(", ".mixed(", ".set(", ".tags(", ".mode(", ".when(", ".rate("]
            ),
            (".lo", [".load", ".loaded("]), ("lo", [".load", ".loaded("]), ("Action.fa", [".failed("]),
            (".load", [".load", ".loaded("]), (".zz", []),
            (".loaded(", ["User("]), (".loaded(Us", ["User("]), (".loaded(User(", ["id: ", "name: ", "friend: "]),
            (".loaded(User(id: 1, ", ["name: ", "friend: "]),
            (".loaded(User(n", ["name: "]), (".loaded(User(id: 1, friend: ", ["User(", "nil"]),
            (".loaded(User(id: 1, friend: n", ["nil"]),
            (".loaded(User(friend: User(", ["id: ", "name: ", "friend: "]),
            (".failed(", ["reason: ", "code: "]), (".failed(reason: ", ["\""]),
            (".failed(reason: \"x\"", [", code: ", ")"]), (".failed(reason: \"x\", code: ", ["nil"]),
            (".failed(reason: \"x\", code: 1", [")"]), (".failed(code: 1", [", reason: "]), (".failed(reason: \"x", []),
            (".failed(x: ", []),
            (".pair(1, ", ["true", "false"]), (".pair(1, t", ["true"]), (".mixed(1, ", ["by: "]),
            (".mode(", [".dark", ".inProgress", ".high"]), (".mode(.d", [".dark"]),
            (".tags([1", []), (".rate(.", [".nan", ".infinity"]), (".load)", []),
            (".nope(", []),
        ])
    func completions(_ text: String, _ expected: [String]) {
        let completions = Literal.completions(text, schema: Self.action)
        #expect(completions.map(\.text) == expected)
        for completion in completions { #expect(completion.replaced <= text.count) }
    }

    @Test("a completion replaces the word that it completes")
    func replacement() throws {
        let completion = try #require(Literal.completions(" Action.fai", schema: Self.action).first)
        #expect(" Action.fai".dropLast(completion.replaced) + completion.text == " Action.failed(")
        #expect(completion.detail == ".failed(reason: String, code: Int?)")
        #expect(Literal.completions("[.l", schema: .array(Self.action)).first?.replaced == 2)
        #expect(Literal.completions("[.load", schema: .array(Self.action)).map(\.text) == [".load", ".loaded("])
        #expect(Literal.completions("[.load ", schema: .array(Self.action)).map(\.text) == [", ", "]"])
    }

    @Test("a limit cuts what is long and says so")
    func limit() {
        let numbers = Value.array((0..<100_000).map { .int($0) })
        let text = Literal.text(numbers, limit: 40)
        #expect(text.count < 60)
        #expect(text.hasPrefix("[0, 1, 2"))
        #expect(text.hasSuffix(", …]"))
        #expect(Literal.text(.string(String(repeating: "x", count: 1_000)), limit: 20).count < 30)
        #expect(Literal.text(["a": [1, 2]], limit: 40) == "[\"a\": [1, 2]]")
        #expect(Literal.text("exactly", limit: 7) == "\"exactly\"")
    }

    @Test("deep literals are refused, not overflowed")
    func depth() {
        for text in [
            String(repeating: "[", count: 100_000), String(repeating: ".a(", count: 100_000),
            String(repeating: "{\"a\":", count: 50_000),
        ] {
            let error = #expect(throws: TreeError.self) { try Literal.parse(text) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test("brackets within brackets are read in linear time, with a schema and without")
    func nestedBrackets() throws {
        var value: Value = 1
        for _ in 0..<100 { value = .array([value]) }
        let text = String(repeating: "[", count: 100) + "1" + String(repeating: "]", count: 100)
        #expect(try Literal.parse(text) == value)
        #expect(try Literal.parse("[" + text + ": 1]") == .object([JSON.text(value): 1]))
        #expect(throws: TreeError.self) { try Literal.parse(text, schema: .scalar(.int)) }
    }

    @Test("dictionaries as keys of dictionaries are refused before their names fill the memory")
    func nestedKeys() throws {
        #expect(try Literal.parse("[[\"a\": 1]: 2, [\"b\": 1]: 3]") == .object(["{\"a\":1}": 2, "{\"b\":1}": 3]))
        let text = String(repeating: "[[", count: 60) + "1" + String(repeating: "]: 1]", count: 60)
        let error = #expect(throws: TreeError.self) { try Literal.parse(text) }
        #expect(error?.code == .tooLarge)
    }

    @Test("mutated literals never trap")
    func fuzz() {
        var generator = SchemaGenerator(seed: 8)
        for _ in 0..<2_500 {
            let schema = generator.schema()
            let original = Array(Literal.text(generator.value(of: schema), schema: schema).unicodeScalars)
            for _ in 0..<8 {
                var scalars = original
                for _ in 0...generator.random.below(3) {
                    let place = generator.random.below(scalars.count + 1)
                    switch generator.random.below(3) {
                    case 0 where place < scalars.count: scalars.remove(at: place)
                    case 1: scalars.removeSubrange(place...)
                    default:
                        scalars.insert(
                            generator.random.pick(Array(".,:()[]{}\"\\-+e0x_un \u{301}é".unicodeScalars)), at: place)
                    }
                }
                var view = String.UnicodeScalarView()
                view.append(contentsOf: scalars)
                let text = String(view)
                do {
                    _ = try Literal.parse(text, schema: schema)
                    _ = try Literal.parse(text)
                } catch {
                    _ = error.caret(in: text)
                }
                for completion in Literal.completions(text, schema: schema) {
                    #expect(completion.replaced <= text.count)
                }
            }
        }
    }
}
