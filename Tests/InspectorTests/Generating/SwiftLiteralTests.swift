import Foundation
import SeededTesting
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Text in Swift that is written, by the compiler's own parser", .timeLimit(.minutes(5)))
struct SwiftLiteralTests {
    /// The number of texts: a few hundred, or the value of STROBE_HOSTILE_TEXTS.
    static let count = ProcessInfo.processInfo.environment["STROBE_HOSTILE_TEXTS"].flatMap { Int($0) } ?? 300
    private static let texts = HostileTexts.some(max(count, HostileTexts.known.count), seed: 20)

    @Test("a literal means exactly its text, and nothing in it is run")
    func strings() throws {
        let literals = Self.texts.flatMap { [Literal.quoted($0), Literal.quoted($0, isRaw: true)] }
        let file = try SwiftFile(parsing: literals.map { "_ = \($0)" }.joined(separator: "\n"))
        #expect(file.literals == literals.count)
        #expect(file.interpolations == 0)
        #expect(file.names.isEmpty)
        let values = try SwiftFile.values(of: literals)
        try #require(values.count == literals.count)
        for (index, value) in values.enumerated() where value != Array(Self.texts[index / 2].utf8) {
            Issue.record("\(literals[index]) stands for \(value), not for \(Array(Self.texts[index / 2].utf8))")
        }
    }

    @Test("no literal holds a character that cannot be seen, or that turns others around")
    func visible() {
        for text in Self.texts {
            for literal in [Literal.quoted(text), Literal.quoted(text, isRaw: true)] {
                #expect(ControlCharacters.escaped(literal) == literal)
                // The quotes at the ends are separate characters, without combining marks.
                #expect(literal.drop { $0 == "#" }.first == "\"")
            }
        }
    }

    @Test("the notation reads back what it wrote")
    func notation() throws {
        for text in Self.texts { #expect(try Literal.parse(Literal.quoted(text)) == .string(text)) }
    }

    @Test("numbers are numbers, also those that are none, and what is beyond them is not written")
    func numbers() throws {
        let double = Schema.scalar(.double)
        let expected: [(Value, String?)] = [
            ("NaN", ".nan"), ("Infinity", ".infinity"), ("-Infinity", "-.infinity"), (.double(-0.0), "-0.0"),
            (.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"), (.double(.leastNonzeroMagnitude), nil),
            (.int(.min), "-9223372036854775808"), (.double(.nan), nil), (.double(.infinity), nil), ("pwn()", nil),
        ]
        for (value, text) in expected { #expect(SwiftSource.expression(value, double) == text) }
        #expect(SwiftSource.expression(.uint(.max), .scalar(.uint)) == "18446744073709551615")
        let lines = expected.compactMap(\.1).map { "let _: Double = \($0)" }
        #expect(try SwiftFile(parsing: lines.joined(separator: "\n")).names == ["-"])
    }

    @Test("a name is written as it is where the compiler reads it as one name, and not at all elsewhere")
    func names() throws {
        let letters = (0...0x2FFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).map { String($0) }
        let keywords = [
            "init", "self", "Self", "Type", "Protocol", "default", "in", "is", "as", "try", "await", "func", "nil",
            "some",
            "any", "each", "super", "throws", "operator", "inout", "var", "let", "case", "where", "subscript", "deinit",
        ]
        let all = Self.texts + keywords + letters + letters.map { "a\($0)" }
        let names = all.filter(SwiftSource.isIdentifier)
        #expect(names.count > 200)
        #expect(!names.contains("pwn()") && !names.contains("a b") && !names.contains("$0") && !names.contains(""))
        // As a member and as a label.
        let lines = names.map { "_ = x.\(SwiftSource.escaped($0))\nx(\($0): 1)" }
        let file = try SwiftFile(parsing: lines.joined(separator: "\n"))
        #expect(file.names == ["x"])
        #expect(file.members.symmetricDifference(names).isEmpty)
    }
}
