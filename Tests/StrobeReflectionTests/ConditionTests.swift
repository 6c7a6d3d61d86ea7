import Foundation
import SeededTesting
import StrobeReflection
import StrobeTree
import Testing

@Suite("Conditions")
struct ConditionTests {
    private struct Item: Codable, Identifiable {
        var id: UUID
        var price: Decimal
    }

    private enum Session: Codable {
        case loading
        case loaded(user: String, age: Int?)
    }

    private enum Level: Int, Codable {
        case low = 1
        case high = 10
    }

    private struct Shop: Codable {
        var session = Session.loading
        var level: Level? = .high
        var items: [Item] = []
        var ratio = Double.infinity
        var byName: [String: Int?] = ["a": 1, "b": nil]
        var tags: Set<Int> = [3, 1, 2]
        var opened = Date(timeIntervalSince1970: 0)
        var limit: Decimal? = 0.1
    }

    private func holds(_ text: String, _ shop: Shop, before: Shop? = nil) throws -> Bool {
        let condition = try Condition(parsing: text)
        let answer = condition.evaluate(after: Node(shop), before: before.map { Node($0) })
        let prepared = PreparedCondition<Shop>(condition)
        withUnsafePointer(to: shop) { after in
            if let before {
                withUnsafePointer(to: before) { #expect(prepared.evaluate(after: after, before: $0) == answer) }
            } else {
                #expect(prepared.evaluate(after: after) == answer)
            }
        }
        return answer
    }

    @Test("not a number equals itself, as a change to it from itself is none, and has no order")
    func notANumber() throws {
        let shop = Shop(ratio: .nan, limit: .nan)
        for text in [
            "before(.ratio) == .ratio", ".ratio == \"NaN\"", ".ratio == .limit", "!(.ratio != .ratio)", "!(.ratio < 1)",
            "!(.ratio >= .ratio)", ".ratio != 1", "!changed(.ratio)",
        ] {
            #expect(try holds(text, shop, before: shop), "\(text)")
        }
    }

    @Test("they look at Swift values by their types: enums by case, decimals and what is not finite as numbers")
    func types() throws {
        var shop = Shop()
        shop.items = [Item(id: UUID(), price: 12.5), Item(id: UUID(), price: 3)]
        for text in [
            ".session == .loading", ".session.case == \"loading\"", ".level == .high", ".level == 10",
            ".level.case == \"high\"", ".items[0].price == 12.5", ".items[1].price < .items[0].price",
            ".items[0].price + .items[1].price == 15.5", ".limit == 0.1", ".ratio > 1000000", ".ratio == \"Infinity\"",
            ".items[id=\(shop.items[1].id.uuidString)].price == 3", ".byName.a == 1", ".byName.b == null",
            "exists(.byName.b) && !exists(.byName.c)", ".tags contains 2", "!(.tags contains 4)", "count(.tags) == 3",
            ".opened < \"1970-01-02\"", ".byName contains \"b\"",
        ] {
            #expect(try holds(text, shop), "\(text)")
        }
        shop.session = .loaded(user: "ada", age: nil)
        shop.level = nil
        for text in [
            ".session == .loaded", ".session != .loading", ".session.loaded.user == \"ada\"",
            ".session.loaded.age == null", ".level == null", "!(.level == .high)", "!(.level != .high)",
        ] {
            #expect(try holds(text, shop), "\(text)")
        }
        #expect(try holds("changed(.session.case) && !changed(.items)", shop, before: Shop(items: shop.items)))
    }

    /// Counts how often a value is encoded.
    private struct Counted: Encodable {
        nonisolated(unsafe) static var encodings = 0
        var value = 1
        enum CodingKeys: CodingKey { case value }

        func encode(to encoder: any Encoder) throws {
            // Only one test has such values, on one thread.
            Self.encodings += 1
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: .value)
        }
    }

    @Test("they do not look into what they do not name")
    func laziness() throws {
        struct Root: Encodable {
            var many = Array(repeating: Counted(), count: 1_000)
            var other = Counted()
        }
        let root = Root()
        Counted.encodings = 0
        #expect(try Condition(parsing: "count(.many) == 1000 && exists(.many[3])").evaluate(after: Node(root)))
        #expect(Counted.encodings == 0)
        #expect(try Condition(parsing: ".many[3].value == 1").evaluate(after: Node(root)))
        #expect(Counted.encodings == 1)
    }

    @Test("what they ask for is known before they are asked")
    func needs() throws {
        let missing = try Condition(parsing: ".a == 1 && changed(.n) && action like \"x\"")
        #expect(missing.needsFacts && missing.needsBefore && !missing.needsDuration)
        #expect(missing.paths == [Path(["a"]), Path(["n"])])
    }

    @Test("what is too long or too deep is refused, and what may just be is not")
    func limits() throws {
        let long = Array(repeating: ".a", count: 800).joined(separator: " || ")
        #expect {
            try Condition(parsing: long)
        } throws: {
            ($0 as? TreeError)?.code == .tooLarge
        }
        let wide = Array(repeating: ".a", count: 600).joined(separator: " || ")
        #expect(try !Condition(parsing: wide).evaluate(after: Node(["a": false] as Value)))
        let sum = Array(repeating: "1", count: 900).joined(separator: " + ")
        #expect(try Condition(parsing: sum + " == 900").evaluate(after: Node(0)))
        let deep = String(repeating: "(", count: 64) + ".a" + String(repeating: ")", count: 64)
        #expect(try Condition(parsing: deep) == Condition(parsing: ".a"))
        #expect(throws: TreeError.self) { try Condition(parsing: "(" + deep + ")") }
    }

    @Test(
        "any text is read or refused with a place inside it, and what is read is written so that it reads back",
        arguments: 0..<8)
    func fuzz(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            ".a", "/b/c", "[id=3]", ".x.case", "count(", ")", "(", "before(", "changed(", "exists(", "==", "!=", "<",
            ">=",
            "&&", "||", "!", "+", "-", "3", "-1.5", "16ms", "\"t\"", "\"", "'", "like", "matches", "/x+/", "/",
            "contains",
            "startsWith", "true", "null", "action", "seq", " ", ".", "é", "\u{0}", "~", ".loaded", "i", "\\",
        ]
        var read = 0
        for _ in 0..<2_000 {
            let text = (0...random.below(9)).map { _ in random.pick(pieces) }.joined(separator: random.pick(["", " "]))
            do {
                let condition = try Condition(parsing: text)
                read += 1
                #expect(try Condition(parsing: condition.description) == condition, "\(text)")
                _ = condition.evaluate(after: Node(["a": 3, "b": ["c": "t"]] as Value), before: Node(0))
            } catch {
                #expect(error.code == .malformedCondition, "\(text)")
                #expect((0...text.utf8.count).contains(try #require(error.offset)), "\(text)")
                _ = error.caret(in: text)
            }
        }
        #expect(read > 20)
    }
}
