import SeededTesting
import StrobeTree
import Testing

@Suite("Keys of JSON objects")
struct JSONKeyTests {
    @Test("the last of several members with one key counts, in the place of the first, however many there are")
    func repeated() throws {
        var random = SeededGenerator(seed: 21)
        for round in 0..<400 {
            var expected: Value.Object = [:]
            var text: [String] = []
            // Few keys make repetitions, many make dictionaries, and both follow each other in one array.
            let keys = random.pick([3, 70, 200])
            for number in 0..<Int64(random.below(2 * keys)) {
                let key =
                    random.pick(["", "é", "e\u{301}", "long enough for more than one word "]) + "\(random.below(keys))"
                expected[key] = .int(number)
                text.append(JSON.text(.string(key)) + ":\(number)")
            }
            let object = "{\(text.joined(separator: ","))}"
            guard case .array(let read) = try JSON.parse("[\(object),{\"a\":{}},\(object)]") else {
                Issue.record("not an array")
                return
            }
            #expect(read == [.object(expected), ["a": [:]], .object(expected)], "round \(round)")
            #expect(JSON.text(read[0]) == JSON.text(.object(expected)), "round \(round)")
            #expect(JSON.text(read[2]) == JSON.text(.object(expected)), "round \(round)")
        }
    }

    @Test("each object keeps the spelling of its keys, though equal ones were read before")
    func spelling() throws {
        let texts = ["{\"caf\u{E9}\":1}", "{\"cafe\u{301}\":1}", #"{"caf\u00e9":1}"#]
        for text in texts + texts.reversed() {
            guard case .object(let object) = try JSON.parse(text) else {
                Issue.record("not an object")
                return
            }
            let isComposed = !text.unicodeScalars.contains("\u{301}")
            #expect(object.keys.map { $0.unicodeScalars.count } == [isComposed ? 4 : 5], "\(text)")
            #expect(object["caf\u{E9}"] == 1)
        }
        let both = try JSON.parse("{\"caf\u{E9}\":1,\"cafe\u{301}\":2}")
        #expect(both == ["caf\u{E9}": 2], "equal texts are one key")
    }

    @Test("a key that was written with escapes is never taken for text that ends it")
    func escapes() throws {
        #expect(try JSON.parse(#"[{"a\"b":1},{"a\"b":2}]"#) == [["a\"b": 1], ["a\"b": 2]])
        #expect(throws: TreeError.self) { try JSON.parse(#"[{"a\"b":1},{"a"b":2}]"#) }
        #expect(throws: TreeError.self) { try JSON.parse(#"[{"a\\":1},{"a\":2}]"#) }
        #expect(throws: TreeError.self) { try JSON.parse("[{\"a\\n\":1},{\"a\n\":2}]") }
        #expect(try JSON.parse(#"[{"a\\":1},{"a\\":2}]"#) == [["a\\": 1], ["a\\": 2]])
    }

    @Test("what was read before changes nothing, at any length and wherever the text ends")
    func earlier() throws {
        for length in 0..<20 {
            let key = String(repeating: "k", count: length)
            for other in [key, key + "x", String(key.dropLast()), String(key.dropLast()) + "é"] {
                let text = "[{\"\(key)\":0},{\"\(other)\":1}]"
                #expect(try JSON.parse(text) == [[key: 0], [other: 1]])
                for end in 1..<text.utf8.count {
                    #expect(throws: TreeError.self) { try JSON.parse(text.utf8.prefix(end)) }
                }
                #expect(try JSON.parse("{\"\(other)\":1}") == [other: 1])
            }
        }
    }

    @Test("texts that are read at the same time do not see each other's keys")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<300 {
                        let keys = (0..<5).map { "key \(task) \(round % 7) \($0)" }
                        let text = "{\(keys.map { "\"\($0)\":[{\"inner \(task)\":null}]" }.joined(separator: ","))}"
                        guard case .object(let object) = try JSON.parse(text) else {
                            Issue.record("not an object")
                            return
                        }
                        #expect(object.keys == keys)
                        #expect(object.values.allSatisfy { $0 == [["inner \(task)": nil]] })
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
