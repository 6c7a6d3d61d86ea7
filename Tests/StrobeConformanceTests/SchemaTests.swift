import Foundation
import DeclarationTesting
import StrobeConformance
import StrobeTree
import Testing

/// All messages of a server are validated against the schema.
@Suite("Servers and the schema", .timeLimit(.minutes(5)))
struct SchemaTests {
    private static let version1 = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols/v1")

    private static func schema() throws -> WireSchema {
        try WireSchema(text: String(contentsOf: version1.appendingPathComponent("schema.json"), encoding: .utf8))
    }

    /// The files of a folder of examples, with the names of their forms.
    private static func files(_ folder: String) throws -> [(name: String, form: String, value: Value)] {
        let folder = version1.appendingPathComponent(folder)
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: folder.path).sorted().flatMap { method in
            let files = folder.appendingPathComponent(method)
            guard let names = try? manager.contentsOfDirectory(atPath: files.path) else {
                return [] as [(String, String, Value)]
            }
            return try names.sorted().filter { $0.hasSuffix(".json") }.map { name in
                let part = name.prefix { $0.isLetter }
                let method = method.replacing("-", with: "/", maxReplacements: 1)
                let value = try JSON.parse(String(contentsOf: files.appendingPathComponent(name), encoding: .utf8))
                return ("\(method)/\(name)", part == "error" ? "Error" : "\(method).\(part)", value)
            }
        }
    }

    @Test("it takes every example, and refuses every one that is there to be refused")
    func examples() throws {
        let schema = try Self.schema()
        var count = 0
        for file in try Self.files("examples") {
            let fault = schema.fault(in: file.value, as: file.form)
            #expect(fault == nil, "\(file.name): \(fault?.path ?? "") \(fault?.message ?? "")")
            count += 1
        }
        #expect(count > 150)
        let taken = try Self.files("invalid").filter { schema.fault(in: $0.value, as: $0.form) == nil }
        #expect(taken.map(\.name) == [])
    }

    @Test("it says where something is wrong, and what")
    func places() throws {
        let schema = try Self.schema()
        let tree: Value = [
            "seq": 0, "node": ["path": "", "name": "", "label": "S", "type": "S", "kind": "object", "count": 0],
        ]
        func fault(_ member: String, _ value: Value?) -> String? {
            var members = tree
            guard case .object(var whole) = members, case .object(var node)? = whole["node"] else { return nil }
            node[member] = value
            whole["node"] = .object(node)
            members = .object(whole)
            return schema.fault(in: members, as: "state/tree.result").map { "\($0.path) \($0.message)" }
        }
        #expect(fault("kind", "banana")?.hasPrefix("/node/kind is \"banana\", but must be one of") == true)
        #expect(fault("type", 7) == "/node/type is 7, but must be a string")
        #expect(fault("type", nil) == "/node lacks `type`")
    }

    private func broken(_ change: @escaping @Sendable (Value) -> Value) async throws -> [ConformanceResult] {
        let kit = try ConformanceKit(
            MemorySubject(CounterServer(), fault: Fault(says: { message, _ in [change(message)] })),
            options: .init(timeout: .seconds(30), only: ["message", "action", "order"], schema: try Self.schema()))
        return try await kit.run().filter { $0.outcome == .fail }
    }

    @Test("a server without a fault keeps it")
    func none() async throws {
        #expect(try await broken { $0 }.map { "\($0.rule.id): \($0.message)" } == [])
    }

    @Test("a member that is lacking, of another kind or out of bounds is reported with its place")
    func forms() async throws {
        let faults: [(@Sendable (Value) -> Value, String)] = [
            ({ $0.changing("params", "entry", "durationNanos") { _ in -5 } }, "/entry/durationNanos is -5"),
            ({ $0.changing("params", "entry", "time") { _ in "noon" } }, "/entry/time is \"noon\""),
            ({ $0.changing("result", "state") { _ in ["kind": "banana"] } }, "kind is \"banana\""),
            ({ $0.changing("result", "stores") { _ in 7 } }, "/stores is 7"),
        ]
        // By the shape of actions the kit knows what to send; without one there is no entry.
        for (change, text) in faults where Declarations.areRead || !text.hasPrefix("/entry") {
            let found = try await broken(change).first { $0.rule.id == "message.schema" }
            #expect(found?.message.contains(text) == true, "\(text): \(found?.message ?? "not found")")
        }
    }

    @Test("an id of another type, and a result that is no object, are reported at once")
    func answers() async throws {
        // Not by waiting for the timeout of an answer, which is as long as that of this suite.
        for (member, value) in [("id", Value.null), ("result", [])] {
            let kit = try ConformanceKit(
                MemorySubject(
                    CounterServer(),
                    fault: Fault(says: { message, _ in
                        guard let id = message["id"], message["result"] != nil else { return [message] }
                        return [message.changing(member) { _ in member == "id" ? .string(JSON.text(id)) : value }]
                    })),
                options: .init(timeout: .seconds(300), only: ["message.once"]))
            let found = try await kit.run().first { $0.outcome == .fail }
            #expect(found?.message.contains(member == "id" ? "another type" : "not an object") == true)
        }
    }
}
