import Foundation
import SeededTesting
import StrobeRecording
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Tests that are made of hostile recordings", .timeLimit(.minutes(5)))
struct HostileRecordingTests {
    /// The names that may occur in a test generated from a store whose names all come from the recording.
    private static let allowed: Set<String> = [
        "==", "!=", "!", "Suite", "Test", "MainActor", "ReplayInfo", "Recorded", "store", "expect", "makeShopStore",
    ]

    /// A store in which all names of types, members and cases are the same text.
    private static func store(_ id: String, named name: String) -> RecordedStore {
        let field = Schema.Field(name: name, schema: .scalar(.string))
        let choice = Schema.choice(
            type: name, cases: [.init(name: name, payload: [field]), .init(name: "\(name)2")])
        return RecordedStore(
            id: id, name: name, kind: "reducer", stateType: name, actionType: name, seq: 0,
            state: .object([name: .string(name), "of": .object([name: .object([name: .string(name)])])]),
            stateSchema: .object(type: name, fields: [field, .init(name: "of", schema: choice)]),
            actionSchema: .choice(type: "any \(name)", cases: [.init(name: name, payload: [field])]), replay: true)
    }

    /// A test generated from a recording in which every possible string is the same text.
    private static func source(of text: String, decodes: Bool) throws -> String {
        let file = try RecordingFile(process: text, stores: [store("shop", named: text)])
        file.add(
            .object([text: .object([text: .string(text)])]), label: text, origin: text,
            changes: [Change(.replace, Path([text]), value: .string(text + text), old: .string(text))], error: nil)
        file.add(.string(text), label: text, origin: text, changes: [], error: text)
        return try TestCommand.test(file.reader(), range: nil, store: nil, module: nil, decodes: decodes).source
    }

    @Test("nothing of a recording is referred to or run, whatever it calls its types, cases, fields and processes")
    func parsed() throws {
        let texts = HostileTexts.some(min(max(SwiftLiteralTests.count, HostileTexts.known.count), 1_000), seed: 21)
        // A single file, with each text in a type of its own.
        for decodes in [false, true] {
            let sources = try texts.map { try Self.source(of: $0, decodes: decodes) }
            let bodies = sources.enumerated().map { index, source in
                source.replacing("struct ShopSteps1To2", with: "struct S\(index)")
                    .split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
            }
            let file = try SwiftFile(parsing: bodies.joined(separator: "\n"))
            #expect(file.interpolations == 0)
            let names = file.names.filter { name in
                !Self.allowed.contains(name) && name.wholeMatch(of: #/(state|step|expected)[0-9]+(x[0-9]+)?/#) == nil
            }
            // If a text is a valid Swift name, it may occur as a member of the program's types; a type called by `init`
            // is checked by the compiler against the protocol of the actions.
            let types = names.filter { file.tree.contains("name=\"\($0)\"") && texts.contains($0) }
            #expect(names == types, "\(names.subtracting(types))")
            #expect(!names.contains("pwn") && !names.contains("fatalError"))
            #expect(!file.members.contains("pwn"))
        }
    }

    @Test("the id of a store is text in the name of the suite")
    func suite() throws {
        for id in HostileTexts.known {
            let file = try RecordingFile(stores: [RecordingFile.store(id)])
            file.add("begin", store: id, changes: [])
            let source = try TestCommand.test(file.reader(), range: nil, store: id, module: nil, decodes: false).source
            let line = try #require(source.split(separator: "\n").first { $0.hasPrefix("@Suite(") })
            #expect(line == "@Suite(\(Literal.quoted("\(id.prefix(80)): step 1 of a recording")))")
        }
    }

    @Test(
        "only cases and integers of an effect's label are written as they are",
        arguments: [
            (".fetch", true), (".load(.user)", true), (".a(.b(3))", true), (".a", true), (".a().b", false),
            (".a(b)", false),
            (".a(.b", false), (".a)", false), (".init", false), (".a.b", false), (".a(.b).c", false), ("a", false),
            ("", false),
            (".a(\"x\")", false), (".a(1, 2)", false), (".\u{E9}", false), (".a(pwn())", false), (".self(.a)", false),
        ])
    func effects(label: String, isWritten: Bool) {
        #expect(SwiftSource.isCase(label) == isWritten)
    }

    @Test("an action by the name of its type is made by an initialiser, which no function is")
    func functions() {
        func text(_ name: String) -> String? {
            let schema = Schema.choice(
                type: "any Action", cases: [.init(name: name, payload: [.init(name: nil, schema: .scalar(.string))])])
            return SwiftSource.expression(.object([name: "x"]), schema)
        }
        #expect(text("Open") == "Open.init(\"x\")")
        for name in ["system", "fatalError", "Self", "Any", "Type", "return", "a.b", "NSLog()"] {
            #expect(text(name) == nil)
        }
    }
}
