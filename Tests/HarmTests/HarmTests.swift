import Foundation
import StreamTesting
import StrobeClient
import StrobeProtocol
import StrobeTransport
import StrobeTree
import TerminalTesting
import Testing

/// A client with read access does no harm to the program, whatever it requests.
///
/// `STROBE_HARM=20` sends every request twenty times.
@Suite("What looking does to a program", .serialized, .timeLimit(.minutes(5)))
struct HarmTests {
    /// How often every request is sent to each program.
    private static let rounds = ProcessInfo.processInfo.environment["STROBE_HARM"].flatMap { Int($0) } ?? 2

    private static let questions = ReadingQuestions(
        number: Path(["n"]), part: Path(["client", "cache"]), choice: Path(["isOn"]), text: "line")

    @Test(
        "it continues as if not inspected: nothing is written, called or read that is being written, and nothing ends",
        arguments: ["effects", "actions", "writing-actions", "state", "actor", "any", "decoding", "unowned"])
    func reading(_ scenario: String) async throws {
        let directory = URL(filePath: "/tmp/strobe-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        let run = try ProgramRun(
            BuiltProducts.path(of: "HarmFixture"), [scenario], environment: ["XDG_RUNTIME_DIR": directory.path()])
        defer { run.kill() }
        try await run.waitForErrors { $0.contains("ready\n") }

        let target = try Discovery.find(String(run.pid), in: directory.path() + "/strobe")
        let client = try await DebugClient.connect(to: target)
        let opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        #expect(opened.access == .read)
        var answered = 0
        for _ in 0..<Self.rounds {
            for (method, params) in try Self.questions.all + Self.questions.others {
                var params = params
                if !ReadingQuestions.withoutStore.contains(method) { params["store"] = "s" }
                // Some requests are refused, as for values that do not exist or a store without replay.
                if try await isAnswered(method, params, client) { answered += 1 }
            }
        }
        await client.close()
        // Most requests succeed.
        #expect(answered > Self.rounds * Self.questions.all.count / 2)

        try run.closeInput()
        let outcome = try await run.outcome()
        #expect(outcome.status == 0, "\(outcome.errors.suffix(2_000))")
        #expect(!outcome.errors.contains("ThreadSanitizer"), "\(outcome.errors.suffix(4_000))")
        let words = outcome.output.split { !$0.isNumber }.compactMap { Int($0) }
        let (dispatched, written) = (try #require(words.first), try #require(words.dropFirst().first))
        #expect(written == 0 || written == dispatched, "\(outcome.output)")
        #expect(outcome.output.contains("called []"), "\(outcome.output)")
    }

    private func isAnswered(_ method: String, _ params: Value.Object, _ client: DebugClient) async throws -> Bool {
        do {
            _ = try await client.request(method: method, params: .object(params), timeout: .seconds(60))
            return true
        } catch {
            guard error.code == .refused else { throw error }
            return false
        }
    }
}
