import Foundation
import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("Clients, as they were recorded", .timeLimit(.minutes(5)))
struct ClientTests {
    /// A message with placeholders for what differs from run to run.
    private static func normalised(_ value: Value) -> Value {
        switch value {
        case .object(let members):
            var object: Value.Object = [:]
            for (name, value) in members {
                object[name] = name == "systemProcessId" ? 0 : normalised(value)
            }
            return .object(object)
        case .array(let values): return .array(values.map(normalised))
        case .string(let text):
            return .string(
                text.replacing(sources, with: "$SOURCES").replacing(/[0-9.]+ (ns|µs|ms|s)\b/, with: "$TIME"))
        default: return value
        }
    }

    /// A request with this machine's paths.
    private static func here(_ value: Value) -> Value {
        switch value {
        case .object(let members):
            var object: Value.Object = [:]
            for (name, value) in members { object[name] = here(value) }
            return .object(object)
        case .array(let values): return .array(values.map(here))
        case .string(let text):
            return .string(text.replacing("$DEMO", with: DemoBench.demo).replacing("$SOURCES", with: sources))
        default: return value
        }
    }

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/StrobeDemo").path

    private static func message(_ value: Value) -> Value {
        guard case .object(var members) = value else { return value }
        members["seq"] = nil
        return normalised(.object(members))
    }

    /// Whether it is what the adapter says when an answer takes long, as on a machine that is busy.
    private static func isNotice(_ message: Value) -> Bool {
        message["body"]?["output"]?.text?.hasPrefix("No answer to ") == true
    }

    @Test(
        "the requests of a client are answered as they were, in any order of what is told meanwhile",
        arguments: ["nvim-dap", "vimspector", "dap-mode", "vscode", "helix"])
    func played(client: String) async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/\(client).jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSON.parse(String($0))
        }
        try #require(lines.count > 20)
        let editor = EditorBench()
        var (expected, received): ([Value: Int], [Value: Int]) = ([:], [:])
        var taken = 0
        for line in lines {
            if let request = line["in"] {
                editor.post(Self.here(request))
            } else {
                // What was told before the next request is waited for; it may come in another order.
                let message = try #require(line["out"])
                let count = expected[message, default: 0] + 1
                expected[message] = count
                while received[message, default: 0] < count {
                    let known = taken
                    try await editor.all("\(client): \(JSON.text(message))") { $0.count > known }
                    for message in editor.received[known...] {
                        received[Self.message(message), default: 0] += 1
                        taken += 1
                    }
                }
            }
        }
        // Some end the stream instead of disconnecting.
        editor.end()
        #expect(try await editor.status() == 0)
        for message in editor.received[taken...] { received[Self.message(message), default: 0] += 1 }
        for (message, count) in received where expected[message] != count && !Self.isNotice(message) {
            Issue.record("\(client) got \(count) times: \(JSON.text(message))")
        }
    }
}
