import Foundation
import StrobeTree
import Testing

/// The file `protocols/conditions/vectors.json`.
private struct Vectors: Decodable, Sendable {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Entry: Decodable, Sendable {
            var seq: Int
            var origin: String
            var durationNanos: UInt64
            var action: String
        }

        var condition: String
        var holds: Bool
        var state: String
        var before: String?
        var entry: Entry?
        var testDescription: String { condition }
    }

    struct Invalid: Decodable, Sendable, CustomTestStringConvertible {
        var condition: String
        var offset: Int
        var suggestion: String?
        var testDescription: String { condition }
    }

    struct Plainest: Decodable, Sendable {
        var condition: String
        var plainest: String
    }

    struct PatternCase: Decodable, Sendable {
        var glob: String?
        var regex: String?
        var text: String
        var matches: Bool?
        var first: [Int]?
    }

    struct InvalidPattern: Decodable, Sendable {
        var regex: String
        var offset: Int
    }

    var states: [String: Value]
    var conditions: [Case]
    var invalid: [Invalid]
    var plainest: [Plainest]
    var patterns: [PatternCase]
    var invalidPatterns: [InvalidPattern]

    static let all: Vectors? = {
        let url = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("protocols/conditions/vectors.json")
        return try? TreeDecoder().decode(Vectors.self, from: JSON.parse([UInt8](Data(contentsOf: url))))
    }()
}

@Suite("The vectors of the specification of conditions")
struct ConditionVectorTests {
    @Test("there are vectors")
    func present() throws {
        let vectors = try #require(Vectors.all)
        #expect(vectors.conditions.count > 200)
        #expect(vectors.conditions.contains { $0.holds } && vectors.conditions.contains { !$0.holds })
        #expect(vectors.invalid.count > 50 && vectors.patterns.count > 50)
    }

    @Test("a condition holds for a state as they say", arguments: Vectors.all?.conditions ?? [])
    fileprivate func holds(_ vector: Vectors.Case) throws {
        let states = try #require(Vectors.all?.states)
        let condition = try Condition(parsing: vector.condition)
        let after = Node(try #require(states[vector.state]))
        let before = try vector.before.map { Node(try #require(states[$0])) }
        var facts = EntryFacts()
        if let entry = vector.entry {
            facts = EntryFacts(
                seq: entry.seq, origin: entry.origin, durationNanos: entry.durationNanos, action: { entry.action })
        }
        #expect(condition.evaluate(after: after, before: before, facts: facts) == vector.holds)
        #expect(try Condition(parsing: condition.description) == condition, "\(condition)")
        #expect(condition.needsBefore == vector.condition.contains(/(before|changed) *\(/))
        #expect(vector.entry == nil || condition.needsFacts)
    }

    @Test("what is no condition is refused with its place", arguments: Vectors.all?.invalid ?? [])
    fileprivate func invalid(_ vector: Vectors.Invalid) {
        #expect {
            try Condition(parsing: vector.condition)
        } throws: { error in
            let error = error as? TreeError
            #expect(error?.code == .malformedCondition)
            #expect(error?.offset == vector.offset, "\(vector.condition): \(String(describing: error))")
            #expect(error?.suggestion == vector.suggestion, "\(String(describing: error))")
            #expect(error?.expected?.isEmpty == false)
            return true
        }
    }

    @Test("a condition is written in its plainest form")
    func plainest() throws {
        for vector in Vectors.all?.plainest ?? [] {
            let condition = try Condition(parsing: vector.condition)
            #expect(condition.description == vector.plainest)
            #expect(try Condition(parsing: vector.plainest) == condition)
        }
    }

    @Test("patterns fit the texts that they say, and where they say")
    func patterns() throws {
        for vector in Vectors.all?.patterns ?? [] {
            if let glob = vector.glob {
                #expect(Pattern(glob: glob).matches(vector.text) == vector.matches, "\(vector)")
                continue
            }
            let text = vector.text
            let pattern = try Pattern(regex: try #require(vector.regex))
            let found = pattern.firstMatch(in: text).map { range in
                [range.lowerBound, range.upperBound].map {
                    text.unicodeScalars.distance(from: text.startIndex, to: $0)
                }
            }
            #expect(found == vector.first, "\(vector)")
            #expect(pattern.matches(text) == (vector.first != nil), "\(vector)")
        }
    }

    @Test("what is no regular expression is refused with its place")
    func invalidPatterns() {
        for vector in Vectors.all?.invalidPatterns ?? [] {
            #expect {
                try Pattern(regex: vector.regex)
            } throws: { error in
                let error = error as? TreeError
                #expect(error?.offset == vector.offset, "\(vector.regex): \(String(describing: error))")
                return error?.code == .malformedPattern
            }
        }
    }
}
