import Foundation
import SeededTesting
import StrobeTree
import Testing

@testable import StrobeReflection

/// Forms that are made in one pass, against those that are made level by level.
@Suite("Encoding in one pass")
struct DirectEncodingTests {
    private func outcome(_ form: () throws(TreeError) -> Value) -> String {
        do {
            return JSON.text(try form())
        } catch {
            return "\(error.message) (\(error.code) at \(error.path?.pointer ?? "an unknown place"))"
        }
    }

    /// The form, made level by level.
    private func slow(_ value: any Encodable, _ redaction: Redaction, _ limits: TreeLimits) throws(TreeError) -> Value {
        var builder = ValueBuilder(mode: .strict, limits: limits, cursor: RedactionCursor(redaction))
        return try builder.value(of: Child(any: value))
    }

    private func compare(_ value: any Encodable, limits: TreeLimits = .default, _ comment: Comment? = nil) throws {
        for redaction in [.none, .standard, try Redaction(parsing: ["/a/b", "type:User"])] {
            let quick = outcome { () throws(TreeError) in
                try TreeEncoder(limits: limits, redaction: redaction).encode(value)
            }
            #expect(quick == outcome { () throws(TreeError) in try slow(value, redaction, limits) }, comment)
        }
    }

    private func isDirect(_ value: any Encodable) -> Bool {
        let forms = DirectForms(.none)
        return forms?.form(of: value, within: .default) != nil
    }

    @Test("a state has the same form, members in the same order", arguments: 0..<20)
    func states(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<10 {
            let state = random.sampleState()
            try compare(state)
            // What is refused for its size is refused by both, and for the same reason.
            for nodes in [1, 5, 40, 100] { try compare(state, limits: TreeLimits(maxNodes: nodes)) }
            try compare(state, limits: TreeLimits(maxBytes: random.below(200) + 1))
            try compare(state, limits: TreeLimits(maxDepth: random.below(6) + 1))
        }
    }

    @Test("what is made counts as much of the limits as the same level by level")
    func limits() throws {
        let user = Sample.User(id: 1, name: "x")
        for value in [Sample.Load.loaded(user), .failed(reason: "r", code: 2)] {
            let forms = DirectForms(.none)
            let quick = forms?.form(of: value, within: .default)
            let form = try #require(quick)
            let enough = TreeLimits(maxNodes: form.nodes, maxBytes: form.bytes)
            #expect(try slow(value, .none, enough) == form.value)
            for limits in [TreeLimits(maxNodes: form.nodes - 1), TreeLimits(maxBytes: form.bytes - 1)] {
                #expect(throws: TreeError.self, "\(form.nodes) nodes, \(form.bytes) bytes") {
                    try slow(value, .none, limits)
                }
            }
        }
    }

    enum Turn: Codable {
        case left, right(Int), both(Int, by: String?), pair(Int, Int), under(Under), some(Some?)
        struct Under: Codable { var _0 = 1 }
        struct Some: Codable { var some: Int? }
    }
    struct Place: Codable {
        var x = 1.5
        var nothing: Int?
        var twice: Int??
        var turns = [
            Turn.left, .right(1), .both(2, by: nil), .both(2, by: "x"), .pair(3, 4), .under(.init()), .some(nil),
        ]
        var byName = ["b": [1, 2], "a": []]
        var ids: Set<Int> = [3, 1, 2]
        var site = URL(string: "https://example.org")
        var date = Date(timeIntervalSinceReferenceDate: 1)
        var notANumber = Double.nan
        var small: Float = 0.1
        var large = UInt64.max
        var wide = Int128.max
    }

    @Test("what states are usually made of is encoded in one pass")
    func direct() throws {
        let place = Place()
        #expect(isDirect(place))
        try compare(place)
        #expect(isDirect([place, place]))
        #expect(isDirect(Turn.both(1, by: "y")))
        try compare([place, place])
        try compare(Turn.some(Turn.Some(some: 1)))
        try compare([Turn.some(Turn.Some(some: nil))])
        try compare(Optional(Turn.Some(some: 1)))
        try compare([Turn.Some(some: 1) as Turn.Some??, .some(nil), nil])
        struct Secret: Codable { var name = "n", password = "p" }
        #expect(isDirect([Secret()]))
        try compare(["a": Secret()])
        try compare(["password": ["x"], "other": ["y"]])
    }

    /// A value whose coding is a closure.
    struct Odd: Encodable {
        let coding: (any Encoder) throws -> Void
        init(_ coding: @escaping (any Encoder) throws -> Void) { self.coding = coding }
        func encode(to encoder: any Encoder) throws { try coding(encoder) }
    }
    enum Key: String, CodingKey { case a, b, c }
    struct Broken: Error {}
    final class Cart: Codable, @unchecked Sendable { var items = [1] }

    static var oddValues: [(name: String, value: Odd)] {
        [
            ("nothing", Odd { _ in }),
            ("an empty container", Odd { _ = $0.container(keyedBy: Key.self) }),
            ("an empty single value", Odd { _ = $0.singleValueContainer() }),
            ("an error", Odd { _ in throw Broken() }),
            (
                "an error half-way",
                Odd {
                    var container = $0.container(keyedBy: Key.self)
                    try container.encode(1, forKey: .a)
                    throw Broken()
                }
            ),
            (
                "an error of a part that is caught",
                Odd {
                    var container = $0.unkeyedContainer()
                    try? container.encode(Odd { _ in throw Broken() })
                    try container.encode(2)
                }
            ),
            (
                "a key twice",
                Odd {
                    var container = $0.container(keyedBy: Key.self)
                    try container.encode(1, forKey: .a)
                    try container.encode(2, forKey: .b)
                    try container.encode([3], forKey: .a)
                }
            ),
            (
                "a container that is asked for twice",
                Odd {
                    var first = $0.container(keyedBy: Key.self)
                    try first.encode(1, forKey: .a)
                    var second = $0.container(keyedBy: Key.self)
                    try second.encode(2, forKey: .b)
                    try first.encode(3, forKey: .c)
                }
            ),
            (
                "containers of two kinds",
                Odd {
                    var first = $0.container(keyedBy: Key.self)
                    try first.encode(1, forKey: .a)
                    var second = $0.unkeyedContainer()
                    try second.encode(2)
                }
            ),
            (
                "two values in one",
                Odd {
                    var container = $0.singleValueContainer()
                    try container.encode(1)
                    try container.encode(2)
                }
            ),
            (
                "nested containers one after the other",
                Odd {
                    var outer = $0.container(keyedBy: Key.self)
                    var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
                    try inner.encode(1, forKey: .b)
                    var list = outer.nestedUnkeyedContainer(forKey: .b)
                    try list.encode("x")
                    _ = list.nestedUnkeyedContainer()
                    var deep = list.nestedContainer(keyedBy: Key.self)
                    try deep.encodeNil(forKey: .c)
                    try list.encodeNil()
                    try outer.encode(list.count, forKey: .c)
                }
            ),
            (
                "a nested container after its successor",
                Odd {
                    var outer = $0.container(keyedBy: Key.self)
                    var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
                    try outer.encode(1, forKey: .b)
                    try inner.encode(2, forKey: .c)
                }
            ),
            (
                "two nested containers in turn",
                Odd {
                    var outer = $0.unkeyedContainer()
                    var first = outer.nestedUnkeyedContainer()
                    var second = outer.nestedUnkeyedContainer()
                    try first.encode(1)
                    try second.encode(2)
                    try first.encode(3)
                }
            ),
            (
                "a super encoder",
                Odd {
                    var container = $0.container(keyedBy: Key.self)
                    let above = container.superEncoder()
                    try container.encode(1, forKey: .a)
                    var single = above.singleValueContainer()
                    try single.encode("above")
                }
            ),
            (
                "super encoders of a list",
                Odd {
                    var container = $0.unkeyedContainer()
                    let (first, second) = (container.superEncoder(), container.superEncoder())
                    try 2.encode(to: second)
                    try 1.encode(to: first)
                }
            ),
            ("the encoder handed on", Odd { try [1, 2].encode(to: $0) }),
            (
                "the encoder handed on within a part",
                Odd { encoder in
                    var container = encoder.container(keyedBy: Key.self)
                    try container.encode(
                        Odd { _ in
                            var outer = encoder.container(keyedBy: Key.self)
                            try outer.encode(1, forKey: .b)
                        }, forKey: .a)
                }
            ),
            (
                "a mutable object",
                Odd {
                    var container = $0.unkeyedContainer()
                    try container.encode(1)
                    try container.encode(Cart())
                }
            ),
            (
                "a value of JSON",
                Odd {
                    var container = $0.container(keyedBy: Key.self)
                    try container.encode(["x": nil] as Value, forKey: .a)
                    try container.encodeIfPresent(nil as Value?, forKey: .b)
                    try container.encodeIfPresent(Value.null, forKey: .c)
                }
            ),
            (
                "a relative URL after an absolute one",
                Odd {
                    var container = $0.unkeyedContainer()
                    let base = URL(string: "https://example.org/a/")
                    try container.encode(base)
                    try container.encode(URL(string: "b", relativeTo: base))
                }
            ),
            (
                "itself without end",
                Odd { encoder in
                    struct Endless: Encodable {
                        func encode(to encoder: any Encoder) throws {
                            var container = encoder.singleValueContainer()
                            try container.encode(self)
                        }
                    }
                    try Endless().encode(to: encoder)
                }
            ),
        ]
    }

    @Test("a value with a coding of its own has the same form or the same error")
    func odd() throws {
        for (name, value) in Self.oddValues {
            try compare(value, "\(name)")
            try compare([value], "\(name), in a list")
            try compare(["k": Optional(value)], "\(name), in a dictionary")
        }
    }

    @Test("an encoder that is kept and used later changes nothing that was made before or is made after")
    func kept() throws {
        final class Keeper {
            var uses: [() -> Void] = []
        }
        let keeper = Keeper()
        let value = Odd { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
            keeper.uses.append {
                var container = encoder.container(keyedBy: Key.self)
                try? container.encode(2, forKey: .b)
            }
        }
        #expect(try TreeEncoder().encode([value, value]) == [["a": 1], ["a": 1]])
        let late = Odd { encoder in
            var container = encoder.container(keyedBy: Key.self)
            for use in keeper.uses { use() }
            try container.encode(3, forKey: .c)
        }
        #expect(try TreeEncoder().encode([late]) == [["c": 3]])
    }

    @Test("values that are encoded at the same time, and one in another, have the same forms")
    func together() async throws {
        struct Outer: Encodable {
            var number: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(number, forKey: .a)
                try container.encode(JSON.text(TreeEncoder().encode(["x": number])), forKey: .b)
            }
        }
        let areRight = await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { index in
                        let number = task * 1_000 + index
                        let form = try? TreeEncoder().encode(Outer(number: number))
                        return form == ["a": .int(Int64(number)), "b": .string("{\"x\":\(number)}")]
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(areRight)
    }

    @Test("names in a `Value` are hidden, also inside of dictionaries and sets")
    func valuesWithin() throws {
        struct Extra: Encodable {
            var extra: [String: Value] = ["session": ["token": "abc"]]
            var sets: Set<Value> = [["password": "secret"], 1]
            var list: [Value] = [["token": "x"], 2]
        }
        try compare(Extra())
        let text = JSON.text(try TreeEncoder(redaction: .standard).encode(Extra()))
        for secret in ["abc", "secret", "\"x\""] { #expect(!text.contains(secret), "\(text)") }
    }

    @Test("spellings of a name that are equal as texts are told apart, as rules do")
    func spellings() throws {
        struct Named: Encodable {
            var name: String
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(name))
            }
        }
        let composed = "schl\u{FC}ssel", decomposed = "schlu\u{308}ssel"
        let redaction = try Redaction(parsing: ["*\(composed)*"])
        let names = [Named(name: decomposed), Named(name: composed), Named(name: decomposed)]
        let quick = try TreeEncoder(redaction: redaction).encode(names)
        let expected = try slow(names, redaction, .default)
        #expect(Array(JSON.text(quick).utf8) == Array(JSON.text(expected).utf8))
    }

    @Test("a container counts the element that is still open, and a mirror may call a struct an enum")
    func oddTypes() throws {
        struct Counting: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                var nested = list.nestedUnkeyedContainer()
                try nested.encode(1)
                try list.encode(list.count)
            }
        }
        struct Mirrored: Encodable, CustomReflectable {
            var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: AnyKey.self)
                var inner = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("loaded"))
                try inner.encode(7, forKey: AnyKey("_0"))
            }
        }
        try compare(Counting())
        try compare(Mirrored())
        #expect(JSON.text(try TreeEncoder().encode(Counting())) == "[[1],1]")
    }

    @Test("sets and dictionaries that are too large are refused alike")
    func largeCollections() throws {
        let numbers = Array(0..<200)
        try compare(Set(numbers), limits: TreeLimits(maxNodes: 50))
        try compare(
            Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", $0) }), limits: TreeLimits(maxNodes: 50))
    }
}
