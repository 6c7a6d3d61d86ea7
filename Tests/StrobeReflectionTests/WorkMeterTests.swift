import SeededTesting
import Synchronization
import Testing

@testable import StrobeReflection
@testable import StrobeTree

@Suite("What a question may cost")
struct WorkMeterTests {
    private struct Words: Codable, Sendable {
        var text = ""
        var count = 0
        var items: [[String]] = []
    }

    /// Evaluates a condition, and counts the steps.
    private func ask(
        _ text: String, _ state: Words, before: Words? = nil, limit: Int = .max
    ) throws -> (answer: Result<Bool, TreeError>, steps: Int) {
        let condition = try Condition(parsing: text)
        let prepared = PreparedCondition<Words>(condition)
        let meter = WorkMeter(limit: limit)
        let answer = Result { () throws(TreeError) in
            try condition.answer(after: Node(state), before: before.map { Node($0) }, meter: meter)
        }
        let other = WorkMeter(limit: limit)
        let direct = Result { () throws(TreeError) in
            try withUnsafePointer(to: state) { after throws(TreeError) in
                guard let before else { return try prepared.answer(after: after, meter: other) }
                return try withUnsafePointer(to: before) { before throws(TreeError) in
                    try prepared.answer(after: after, before: before, meter: other)
                }
            }
        }
        #expect(answer == direct, "\(text.prefix(60))")
        return (answer, meter.spent)
    }

    @Test("a search in a text takes steps that grow with the text, whatever is looked for")
    func linear() throws {
        let operators = [
            "like \"*\(String(repeating: "?", count: 1_500))c*\"",
            "like \"*\(String(repeating: "a", count: 3_900))c*\"",
            "like \"\(String(repeating: "*a", count: 1_900))c\"",
            "contains \"\(String(repeating: "a", count: 3_900))c\"",
        ]
        for text in operators {
            let few = try ask(".text \(text)", Words(text: String(repeating: "a", count: 10_000)))
            let many = try ask(".text \(text)", Words(text: String(repeating: "a", count: 60_000)))
            #expect(try !few.answer.get() && !many.answer.get())
            #expect(many.steps < 7 * few.steps && many.steps < 70 * 60_000, "\(many.steps) for \(text.prefix(20))")
        }
    }

    @Test("an answer that depends on the rest of a long text is undecided, not false")
    func undecided() throws {
        let long = Words(text: String(repeating: "a", count: 65_536) + "b", count: 3)
        let whole = Words(text: String(repeating: "a", count: 65_535) + "b", count: 3)
        for search in ["contains \"b\"", "like \"*b\"", "matches /b/", "matches /b$/"] {
            #expect(try ask(".text \(search)", whole).answer.get(), "\(search)")
            for text in [
                ".text \(search)", "!(.text \(search))", ".text \(search) && .count == 3",
                ".count == 4 || .text \(search)",
            ] {
                guard case .failure(let error) = try ask(text, long).answer else {
                    Issue.record("\(text) has an answer")
                    continue
                }
                #expect(error.code == .undecided && error.message.contains("65537 bytes"), "\(text)")
            }
            // The other operand decides, in either order.
            #expect(try ask(".text \(search) || .count == 3", long).answer.get())
            #expect(try ask(".count == 3 || .text \(search)", long).answer.get())
            #expect(try !ask(".text \(search) && .count == 4", long).answer.get())
        }
        #expect(try ask(".text contains \"aaa\" && .text matches /^a{9}/", long).answer.get())
        #expect(try !ask(".text matches /a$/ && .count == 4", long).answer.get())
        // Equality, prefixes, suffixes and the number of characters are known for a text of any length.
        #expect(try ask(".text endsWith \"ab\" && count(.text) == 65537 && .text != \"b\"", long).answer.get())
    }

    @Test("a condition takes no more steps than it may, and says that it would take more")
    func limited() throws {
        let text = Words(text: String(repeating: "a", count: 60_000))
        let items = (0..<3_000).map { ["item", String($0)] }
        let expressions = Array(repeating: ".text matches /(a{30}){30}c/", count: 100).joined(separator: " || ")
        let comparisons = Array(repeating: ".items != before(.items)", count: 60).joined(separator: " || ")
        for (condition, state, before) in [
            (expressions, text, nil), (".text matches /(a?){300}a{300}c/i", text, nil),
            (comparisons, Words(items: items), Words(items: items.map { $0.map { $0 + "" } })),
            (".items contains \"x\"", Words(items: Array(repeating: ["a"], count: 100_000)), nil),
        ] as [(String, Words, Words?)] {
            let asked = try ask(condition, state, before: before, limit: 100_000)
            guard case .failure(let error) = asked.answer else {
                Issue.record("\(condition.prefix(40)) has an answer")
                continue
            }
            #expect(error.code == .tooMuchWork && error.message.contains("100000"))
            // The work between two checks is small.
            #expect(asked.steps < 300_000)
        }
    }

    @Test("a condition ends at the next look after it is wanted no more")
    func interrupted() throws {
        let condition = try Condition(parsing: ".text matches /(a{30}){30}c/")
        let state = Words(text: String(repeating: "a", count: 60_000))
        for wanted in [1, 5, 40] {
            var looks = 0
            let meter = WorkMeter {
                looks += 1
                return looks == wanted
            }
            let error = #expect(throws: TreeError.self) { try condition.answer(after: Node(state), meter: meter) }
            #expect(error?.code == .interrupted && looks == wanted)
            #expect(meter.spent < (wanted + 1) * 4_096)
        }
    }

    @Test("globs find in long texts what a search through all ways finds", arguments: 0..<4)
    func globs(_ seed: Int) {
        func fits(_ glob: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
            guard let first = glob.first else { return text.isEmpty }
            if first == "*" {
                return (text.startIndex...text.endIndex).contains { fits(glob.dropFirst(), text[$0...]) }
            }
            guard let character = text.first, first == "?" || first == character else { return false }
            return fits(glob.dropFirst(), text.dropFirst())
        }
        var random = SeededGenerator(seed: UInt64(seed))
        var count = 0
        for _ in 0..<2_000 {
            let glob = (0..<random.below(7)).map { _ in random.pick(["a", "b", "*", "?"] as [Character]) }
            let text = (0..<random.below(10)).map { _ in random.pick(["a", "b", "c"] as [Character]) }
            let expected = fits(glob[...], text[...])
            count += expected ? 1 : 0
            #expect(Glob(String(glob)).matchesLong(text, nil) == expected, "\(String(glob)) \(String(text))")
        }
        #expect(count > 100)
        // Parts longer than a machine word of bits.
        let part = (0..<150).map { _ in random.pick(["a", "b", "?"] as [Character]) }
        let there = part.map { $0 == "?" ? "c" : $0 }
        let noise = (0..<500).map { _ in random.pick(["a", "b"] as [Character]) }
        let glob = Glob("*\(String(part))*")
        #expect(glob.matchesLong(noise + there + noise, nil) && glob.matchesLong(there, nil))
        #expect(!glob.matchesLong(noise + there.dropLast(), nil))
    }

    @Test("a text is found where the plain way finds it", arguments: 0..<4)
    func searches(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<2_000 {
            let needle = (0..<random.below(6)).map { _ in random.pick(["a", "b"] as [Character]) }
            let text = (0..<random.below(14)).map { _ in random.pick(["a", "b"] as [Character]) }
            let expected = (0...max(0, text.count - needle.count)).first {
                Array(text[$0...].prefix(needle.count)) == needle
            }
            #expect(TextSearch(needle).end(in: text) == expected.map { $0 + needle.count })
        }
    }

    @Test("a comparison of long lists, sets and dictionaries ends soon once it is wanted no more")
    func comparisons() {
        let old = (0..<20_000).map { Counted(id: $0, value: $0) }
        let moved = old.reversed().map { Counted(id: $0.id, value: $0.value + 1) }
        func looks<T>(_ old: T, _ new: T) -> Int {
            Counted.comparisons.withLock { $0 = 0 }
            var looks = 0
            let meter = WorkMeter {
                looks += 1
                return looks == 2
            }
            _ = Differ().changes(from: old, to: new, meter: meter)
            #expect(meter.isOver && looks == 2)
            return Counted.comparisons.withLock { $0 }
        }
        #expect(looks(old, moved) < 20_000)
        #expect(looks(old, Array(moved.dropLast())) < 20_000)
        #expect(looks(old.map(Unnamed.init), moved.map(Unnamed.init)) < 20_000)
        #expect(looks(old.map(Unnamed.init), moved.dropLast().map(Unnamed.init)) < 20_000)
        func keyed(_ list: [Counted]) -> [Int: Counted] { Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) }) }
        #expect(looks(keyed(old), keyed(moved)) < 20_000)
        #expect(looks(Set(0..<20_000), Set(1..<20_002)) == 0)
    }

    /// Counts comparisons.
    private struct Counted: Identifiable, Equatable {
        static let comparisons = Mutex(0)
        var id: Int
        var value: Int
        var text = "a text that is long enough to be elsewhere"

        static func == (a: Counted, b: Counted) -> Bool {
            comparisons.withLock { $0 += 1 }
            return a.id == b.id && a.value == b.value
        }
    }

    /// The same without an id.
    private struct Unnamed: Equatable {
        var counted: Counted
    }
}
