import Foundation
import LineEditing
import SeededTesting
import StrobeProtocol
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Scripts that are made of hostile recordings", .timeLimit(.minutes(5)))
struct HostileScriptTests {
    private static let texts = HostileTexts.some(
        min(max(SwiftLiteralTests.count, HostileTexts.known.count), 2_000), seed: 22)

    private static func entry(_ seq: Int, _ label: String, origin: String = "app", action: Value? = nil) -> LogEntry {
        LogEntry(
            seq: seq, time: 0, action: action, label: label, origin: origin, cause: origin == "effect" ? 1 : nil,
            changed: true, error: action == nil ? nil : label)
    }

    /// A line as it runs, with its variables replaced.
    private static func invocation(_ statement: ScriptStatement) throws -> Invocation {
        try Invocation(try ScriptVariables().replaced(in: statement.text))
    }

    @Test("the reader of scripts reads back exactly what was recorded, line for line")
    func readBack() throws {
        for text in Self.texts {
            var writer = ScriptWriter(expects: true)
            writer.remark(text)
            let change = Change(.replace, Path([text, "a"]), value: .string(text), old: 0)
            writer.add(
                .init(
                    store: text, entry: Self.entry(1, text, action: .object([text: .string(text)])), changes: [change]),
                notation: Notation())
            writer.add(.init(store: text, entry: Self.entry(2, text, origin: "effect")), notation: Notation())
            writer.add(
                .init(store: text, entry: Self.entry(3, text, origin: "edit"), changes: [change]), notation: Notation())
            writer.add(.init(store: text, entry: Self.entry(4, text)), notation: Notation())
            // Nothing in it controls a terminal, and no line is split.
            for line in writer.lines { #expect(ControlCharacters.escaped(line) == line) }
            let script = try Script(parsing: writer.lines.joined(separator: "\n"), variables: [])
            try #require(
                script.statements.map(\.command.name) == ["use", "send", "expect-diff", "wait", "set"],
                "\(writer.lines)")
            let lines = try script.statements.map(Self.invocation)
            #expect(lines[0].arguments == [text])
            #expect(try Literal.parse(lines[1].argument ?? "") == .object([text: .string(text)]))
            let expected = try ExpectedDiff(lines[2])
            try #require(expected.parts.count == 1)
            #expect(expected.parts[0].path == change.path)
            if let value = expected.parts[0].new { #expect(try Literal.parse(value) == .string(text)) }
            let head = String(text.unicodeScalars.prefix { !"(*?'\\ ".unicodeScalars.contains($0) })
            let glob = head.isEmpty ? "*" : head.utf8.count == text.utf8.count ? head : head + "*"
            #expect(try WaitWords(lines[3]).goal == .action(glob: glob))
            let words = try Word.split(try ScriptVariables().replaced(in: script.statements[4].text))
            #expect(try Path(parsing: words[1].text) == change.path)
        }
    }

    @Test("a script of a recording has no line that the recording made up, whatever it calls its process and types")
    func names() throws {
        for text in HostileTexts.known {
            let file = try RecordingFile(process: text, stores: [RecordingFile.store(text)])
            file.add(["add": .string(text)], store: text, changes: [])
            file.add("begin", store: text, label: text, origin: "effect", changes: [], error: text)
            var script = RecordingScript(try file.reader(), name: text, expects: false)
            try script.write(range: nil, of: nil)
            let read = try Script(parsing: script.lines.joined(separator: "\n"), variables: [])
            #expect(read.statements.map(\.command.name) == ["use", "send", "wait"], "\(script.lines)")
            #expect(try Self.invocation(read.statements[0]).arguments == [text])
        }
    }

    @Test("a name is completed as one word that is read as the name, with nothing in it that a terminal obeys")
    func completions() throws {
        for text in Self.texts {
            let word = Word.written(text)
            #expect(ControlCharacters.escaped(word) == word)
            let read = try Word.split(try ScriptVariables().replaced(in: "use \(word) x"))
            #expect(read.map(\.text) == ["use", text, "x"] && !read[1].isOption, "\(word)")
        }
        let names = ["shop", "a b", "--force", "$x", "\u{1B}[2J", ""]
        let found = CommandContext.completion(of: "", among: names.map(Word.written)).candidates.map(\.text)
        #expect(found == ["shop", "\"a b\"", "\"--force\"", "\"$$x\"", "\"\\u{1B}[2J\"", "\"\""])
    }

    @Test("a word in double quotes is what it is as a literal; where it is none, a backslash takes the next character")
    func words() throws {
        #expect(try Word.split(#"use "a\n\u{1B}[2J\\ \"x\"""#).map(\.text) == ["use", "a\n\u{1B}[2J\\ \"x\""])
        #expect(try Word.split(#"use "\d+\.""#).map(\.text) == ["use", "d+."])
        #expect(try Word.split("use \"\u{301}a b\" c").map(\.text) == ["use", "\u{301}a b", "c"])
    }
}
