import Foundation
import StrobeReflection
import StrobeTree
import Testing

/// A file of vectors: `protocols/conditions/vectors.json`, or one of the examples next to it.
private struct Vectors: Decodable, Sendable {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Entry: Decodable, Sendable {
            var seq: Int
            var origin: String
            var durationNanos: UInt64
            var action: String
            var source: String?
            var error: String?
        }

        var condition: String
        var holds: Bool
        var state: String
        var before: String?
        var entry: Entry?
        var testDescription: String { condition }
    }

    /// A case with the states of its file.
    struct Asked: Sendable, CustomTestStringConvertible {
        var vector: Case
        var states: [String: Value]
        var testDescription: String { vector.condition }
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

    var states: [String: Value]?
    var conditions: [Case]?
    var invalid: [Invalid]?
    var plainest: [Plainest]?
    var patterns: [PatternCase]?
    var invalidPatterns: [InvalidPattern]?

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols/conditions")

    private static func read(_ path: String) -> Vectors? {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(path)) else { return nil }
        return try? TreeDecoder().decode(Vectors.self, from: JSON.parse([UInt8](data)))
    }

    /// The names of the examples.
    static let examples: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("examples").path)
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "examples/\($0)" }
    }()

    /// All files that parse.
    static let all: [Vectors] = (["vectors.json"] + examples).compactMap(read)

    static let conditions = all.flatMap { file in
        (file.conditions ?? []).map { Asked(vector: $0, states: file.states ?? [:]) }
    }
    static let invalid = all.flatMap { $0.invalid ?? [] }
    static let plainest = all.flatMap { $0.plainest ?? [] }
    static let patterns = all.flatMap { $0.patterns ?? [] }
    static let invalidPatterns = all.flatMap { $0.invalidPatterns ?? [] }
}

@Suite("The vectors of the specification of conditions")
struct ConditionVectorTests {
    @Test("there are vectors")
    func present() {
        #expect(Vectors.examples.count > 5 && Vectors.all.count == Vectors.examples.count + 1)
        let conditions = Vectors.conditions.map(\.vector)
        #expect(conditions.count > 250)
        #expect(conditions.contains { $0.holds } && conditions.contains { !$0.holds })
        #expect(Vectors.invalid.count > 50 && Vectors.patterns.count > 50 && Vectors.invalidPatterns.count > 15)
    }

    @Test("a condition holds for a state as they say", arguments: Vectors.conditions)
    fileprivate func holds(_ asked: Vectors.Asked) throws {
        let (vector, states) = (asked.vector, asked.states)
        let condition = try Condition(parsing: vector.condition)
        let after = Node(try #require(states[vector.state]))
        let before = try vector.before.map { Node(try #require(states[$0])) }
        var facts = EntryFacts()
        if let entry = vector.entry {
            facts = EntryFacts(
                seq: entry.seq, origin: entry.origin, durationNanos: entry.durationNanos, source: entry.source,
                error: entry.error, action: { entry.action })
        }
        #expect(condition.evaluate(after: after, before: before, facts: facts) == vector.holds)
        #expect(try Condition(parsing: condition.description) == condition, "\(condition)")
        #expect(condition.needsBefore == vector.condition.contains(/(before|changed) *\(/))
        #expect(vector.entry == nil || condition.needsFacts)
    }

    @Test("what is no condition is refused with its place", arguments: Vectors.invalid)
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
        for vector in Vectors.plainest {
            let condition = try Condition(parsing: vector.condition)
            #expect(condition.description == vector.plainest)
            #expect(try Condition(parsing: vector.plainest) == condition)
        }
    }

    @Test("patterns fit the texts that they say, and where they say")
    func patterns() throws {
        for vector in Vectors.patterns {
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
        for vector in Vectors.invalidPatterns {
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
