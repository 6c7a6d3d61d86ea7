import Foundation
import StrobeTree
import Testing

@Suite("MessageEncoder and MessageDecoder")
struct MessageCodingTests {
    private enum Level: String, Codable, CaseIterable { case low, high }

    private struct Part: Codable, Equatable {
        var name: String
        var next: [Part]?
    }

    private struct Message: Codable, Equatable {
        var flag = true
        var small: Int8 = -3
        var large = UInt64.max
        var wide = Int128.max
        var ratio: Float = 0.1
        var limit = Double.infinity
        var level = Level.high
        var when = Date(timeIntervalSinceReferenceDate: 0)
        var data = Data([1, 2])
        var price = Decimal(string: "1.5")
        var none: Int?
        var parts = [Part(name: "a", next: [Part(name: "b", next: nil)])]
        var counts = ["b": 2, "a": 1]
        var state: Value? = ["x": nil]
    }

    @Test("all kinds of members come back as they were, and have the forms of states")
    func members() throws {
        let form = try MessageEncoder().encode(Message())
        #expect(try MessageDecoder().decode(Message.self, from: form) == Message())
        let expected = #"""
            {"flag":true,"small":-3,"large":18446744073709551615,"wide":"170141183460469231731687303715884105727",
            "ratio":0.1,"limit":"Infinity","level":"high","when":"2001-01-01T00:00:00Z","data":"AQI=","price":"1.5",
            "parts":[{"name":"a","next":[{"name":"b"}]}],"counts":{"a":1,"b":2},"state":{"x":null}}
            """#
        #expect(JSON.text(form) == expected.replacing("\n", with: ""))
    }

    @Test("a case that there is not is answered with those that there are")
    func cases() {
        let error = #expect(throws: TreeError.self) { try MessageDecoder().decode(Level.self, from: "hihg") }
        #expect(error?.suggestion == "high")
        #expect(error?.expected == "one of \"low\", \"high\"")
    }

    @Test("what is larger or deeper than the limits is an error")
    func limits() {
        func code(_ limits: TreeLimits, _ value: any Encodable) -> TreeError.Code? {
            do throws(TreeError) {
                _ = try MessageEncoder(limits: limits).encode(value)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(TreeLimits(maxBytes: 10), ["a": "0123456789"]) == .tooLarge)
        #expect(code(TreeLimits(maxBytes: 11), ["a": "0123456789"]) == nil)
        #expect(code(TreeLimits(maxNodes: 3), [1, 2, 3]) == .tooLarge)
        #expect(code(TreeLimits(maxDepth: 1), [[1]]) == .tooLarge)
        var part = Part(name: "end", next: nil)
        for _ in 0..<200 { part = Part(name: "", next: [part]) }
        #expect(code(.default, part) == .tooLarge)
    }

    private struct Nested: Encodable {
        enum Key: String, CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var inner = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            try inner.encode(1, forKey: .b)
            var list = container.nestedUnkeyedContainer(forKey: .b)
            try list.encodeNil()
            var pair = list.nestedUnkeyedContainer()
            try pair.encode("x")
        }
    }

    private struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        }
    }

    @Test("nested containers are parts, and an encoding of two kinds is an error")
    func containers() throws {
        #expect(try MessageEncoder().encode(Nested()) == ["a": ["b": 1], "b": [nil, ["x"]]])
        let error = #expect(throws: TreeError.self) { try MessageEncoder().encode([Twice()]) }
        #expect(error?.code == .unencodable)
    }

    private class Base: Encodable {
        var first = 1
    }

    private final class Derived: Base {
        private enum Key: String, CodingKey { case second }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: .second)
            try super.encode(to: container.superEncoder())
        }
    }

    /// Keeps a container while another value is written.
    private struct Interleaved: Encodable {
        private struct Inner: Encodable {
            var write: () throws -> Void

            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
                try write()
                try container.encode(2)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Nested.Key.self)
            var other = container
            try container.encode(Inner { try other.encode("late", forKey: .b) }, forKey: .a)
        }
    }

    /// Goes on after an error of a part.
    private struct Lenient: Encodable {
        private struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Nested.Key.self)
                try container.encode(1, forKey: .a)
                throw CancellationError()
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Nested.Key.self)
            try? container.encode(Failing(), forKey: .a)
            try? container.encode("0123456789", forKey: .a)
            try container.encode(1, forKey: .b)
        }
    }

    private struct Empty: Encodable {}

    private enum Payload: Encodable { case none, some(Int, of: String) }

    @Test("the text of a message is that of its value, whatever its encode(to:) does; so are errors")
    func text() throws {
        var deep = Part(name: "end", next: nil)
        for _ in 0..<200 { deep = Part(name: "", next: [deep]) }
        let messages: [any Encodable] = [
            Message(), Nested(), [Twice()], Derived(), Interleaved(), Lenient(), Empty(), [Empty()],
            [Payload.none, .some(1, of: "a")],
            deep, ["b": [1: "x"], "a": [:]], "\"\u{1}é", Value.array([1, ["a": 2]]), [Int?.none, 3], UInt64.max,
            Int64.min,
            String(repeating: "long \n", count: 20_000), Array(repeating: "x", count: 20_000), [String: Int](),
            Date(timeIntervalSinceReferenceDate: 0.5),
        ]
        func outcome(_ body: () throws(TreeError) -> String) -> String {
            do throws(TreeError) { return try body() } catch { return "\(error.code): \(error.message)" }
        }
        for limits in [TreeLimits.default, TreeLimits(maxNodes: 3), TreeLimits(maxBytes: 10), TreeLimits(maxDepth: 2)] {
            // One for all, so that nothing is left of the message before.
            let text = MessageText(limits: limits)
            for message in messages {
                let expected = outcome { () throws(TreeError) in
                    "<" + JSON.text(try MessageEncoder(limits: limits).encode(message)) + ">"
                }
                let found = outcome { () throws(TreeError) in
                    try text.write(message) { $0.append(text: "<") }
                    text.line.append(text: ">")
                    return String(decoding: text.line.take(), as: UTF8.self)
                }
                #expect(found == expected, "\(message)")
            }
        }
    }

    @Test("a line is cut to a length, within what its memory has room for and beyond")
    func cutting() {
        var line = JSONLine()
        let pieces = [String(repeating: "a", count: 100), String(repeating: "b", count: 50_000), "c"]
        for piece in pieces { line.append(piece) }
        #expect(line.count == 50_107 && line.bytes.count == 50_107)
        line.cut(to: 102)
        #expect(line.bytes == Array("\"\(pieces[0])\"".utf8))
        line.append(pieces[2])
        #expect(line.take() == Array("\"\(pieces[0])\"\"c\"".utf8))
        #expect(line.count == 0 && line.take().isEmpty)
    }

    @Test(
        "the changes between two values turn the first into the second",
        arguments: [
            (#"{"a":1,"b":[1,2,3]}"#, #"{"b":[2,3,4],"c":null}"#), ("[1,2,3,4]", "[1,3,4]"), ("[[1],[2]]", "[[2]]"),
            ("1", "[1]"), (#"{"a":{"b":0.0}}"#, #"{"a":{"b":-0.0}}"#), ("[]", "[]"),
        ])
    func changes(old: String, new: String) throws {
        let (old, new) = (try JSON.parse(old), try JSON.parse(new))
        let changes = old.changes(to: new)
        var patched = old
        try Patch.apply(changes, to: &patched)
        #expect(JSON.text(patched, style: .init(sortsKeys: true)) == JSON.text(new, style: .init(sortsKeys: true)))
        #expect(changes.isEmpty == old.isIdentical(to: new))
    }
}
