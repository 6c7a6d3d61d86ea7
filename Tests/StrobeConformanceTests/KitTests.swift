import Foundation
import DeclarationTesting
import StrobeConformance
import StrobeTransport
import StrobeTree
import Synchronization
import Testing

/// The kit as a whole: hostile servers, transcripts, the list of rules.
@Suite(.timeLimit(.minutes(5)))
struct KitTests {
    private static let protocols = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols/v1")

    /// A server that does one fixed thing with each connection, whatever it receives.
    private struct Hostile: Subject {
        let transport = SubjectTransport.memory
        let token: String? = nil
        let act: @Sendable (MemoryConnection) async -> Void

        func open() async throws(ConformanceError) -> OpenedLine {
            let (here, there) = MemoryConnection.pair()
            let task = Task { await act(there) }
            return OpenedLine(
                here,
                close: {
                    await here.close()
                    task.cancel()
                    await there.close()
                })
        }
    }

    private func result(_ act: @escaping @Sendable (MemoryConnection) async -> Void) async throws -> [ConformanceResult]
    {
        try await ConformanceKit(Hostile(act: act), options: .init(timeout: .seconds(2))).run()
    }

    @Test("a server that never answers fails, and does not hang the kit")
    func silent() async throws {
        let results = try await result { connection in while (try? await connection.nextLine()) ?? nil != nil {} }
        #expect(results.map(\.rule.id) == ["session.initialize"])
        #expect(results.allSatisfy { $0.outcome == .fail && $0.message.contains("Nothing was received") })
    }

    @Test("a server that does not even read fails")
    func deaf() async throws {
        let results = try await result { connection in try? await Task.sleep(for: .seconds(3_600)) }
        #expect(results.map(\.outcome) == [.fail])
    }

    @Test("a server that closes at once fails")
    func closing() async throws {
        let results = try await result { connection in await connection.close() }
        #expect(results.map(\.outcome) == [.fail])
    }

    @Test("a line without end is not kept for ever")
    func endless() async throws {
        let block = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        let results = try await result { connection in
            while (try? await connection.write(block)) != nil, !Task.isCancelled {}
        }
        #expect(results.map(\.outcome) == [.fail])
    }

    @Test("lines that are no messages, deep, or not UTF-8, fail and do no harm")
    func garbage() async throws {
        let lines: [[UInt8]] = [
            [0xFF, 0xFE], Array(String(repeating: "[", count: 100_000).utf8), Array("{}".utf8), Array("[]".utf8),
            Array(#"{"jsonrpc":"2.0","id":1,"error":7}"#.utf8), Array(#"{"jsonrpc":"2.0","id":1,"result":[]}"#.utf8),
            Array(#"{"jsonrpc":"2.0","id":{},"method":7}"#.utf8),
        ]
        let results = try await result { connection in
            for line in lines { try? await connection.write(line + [10]) }
            try? await Task.sleep(for: .seconds(3_600))
        }
        #expect(results.map(\.outcome) == [.fail])
    }

    @Test(
        "the transcripts of a counter pass with a server that is started for each", .readsDeclarations)
    func transcripts() async throws {
        let folder = Self.protocols.appendingPathComponent("transcripts")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }
        let transcripts = try names.sorted().map {
            try ConformanceTranscript(
                name: String($0.dropLast(6)),
                text: String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
        }
        let results = try await ConformanceKit(
            FreshSubject(),
            options: .init(timeout: .seconds(30), only: ["transcript"], transcripts: transcripts)
        ).run()
        #expect(results.filter { $0.outcome == .fail }.map { "\($0.message) \($0.got ?? "")" } == [])
        // These two have other stores.
        #expect(
            results.filter { $0.outcome == .skip }.map(\.rule.id) == ["transcript.divergence", "transcript.graph"])

        let faulty = Fault(says: { message, _ in [message.changing("result", "changed") { $0 == nil ? nil : false }] })
        let broken = try await ConformanceKit(
            FreshSubject(fault: faulty),
            options: .init(timeout: .seconds(30), only: ["transcript"], transcripts: transcripts)
        ).run()
        #expect(broken.contains { $0.rule.id == "transcript.session" && $0.outcome == .fail })
    }

    @Test("transcripts of what a server does not declare are skipped, and say what")
    func undeclared() async throws {
        let transcript = try ConformanceTranscript(
            name: "branches",
            text: String(
                contentsOf: Self.protocols.appendingPathComponent("transcripts/branches.jsonl"), encoding: .utf8))
        let fault = Fault(says: { message, _ in
            guard case .array(let methods)? = message["result"]?["capabilities"]?["methods"] else { return [message] }
            let fewer = Value.array(methods.filter { $0 != "branch/create" })
            return [message.changing("result", "capabilities", "methods") { _ in fewer }]
        })
        let results = try await ConformanceKit(
            FreshSubject(fault: fault), options: .init(only: ["transcript"], transcripts: [transcript])
        ).run()
        #expect(results.map(\.outcome) == [.skip])
        #expect(results.map(\.message) == ["branch/create is not declared"])
    }

    @Test("where there is nothing to connect to no rule is broken")
    func nothing() async throws {
        let kit = try ConformanceKit(CommandSubject(command: ["/nosuch/program"]))
        do {
            _ = try await kit.run()
            Issue.record("something was opened")
        } catch {
            #expect(error.code == .cannotOpen)
            #expect(error.message.contains("/nosuch/program"))
        }
    }

    @Test("every rule that the kit knows is in the specification, in the section that the kit names")
    func rules() throws {
        let text = try String(contentsOf: Self.protocols.appendingPathComponent("specification.md"), encoding: .utf8)
        var sections: [String: String] = [:]
        var section = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## "), let number = line.dropFirst(3).split(separator: ".").first {
                section = String(number)
            }
            for match in line.matches(of: /\*\*\[([a-z0-9.-]+)\]\*\*/) { sections[String(match.1)] = section }
        }
        sections["framing.lf"] = "2"
        for rule in ConformanceKit.specifiedRules {
            #expect(sections[rule.id] == rule.section, "\(rule.id)")
        }
        #expect(Set(sections.keys) == Set(ConformanceKit.specifiedRules.map(\.id)))
        let known = Set(ConformanceKit.specifiedRules.map(\.id))
        #expect(ConformanceKit.rules.allSatisfy { known.contains($0.id) })
        #expect(Set(ConformanceKit.rules.map(\.id)).count == ConformanceKit.rules.count)
    }

    @Test("a rule that does not exist is refused")
    func unknownRule() {
        #expect(throws: ConformanceError.self) {
            try ConformanceKit(MemorySubject(CounterServer()), options: .init(only: ["framing.nothing"]))
        }
    }
}
