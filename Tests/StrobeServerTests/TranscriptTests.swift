import Foundation
import Strobe
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Testing

@testable import StrobeServer

/// The store that the transcripts of the specification talk to.
private struct Counter: Codable, Sendable {
    var count = 0
    var label = "demo"
}

private enum CounterAction: Codable, Sendable {
    case reset
    case increment(by: Int)
    case rename(String)
}

@Suite("Transcripts of the specification")
struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols/v1/transcripts")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.sorted()
    }()

    @Test("there are transcripts to run")
    func present() {
        #expect(Self.names.count >= 3)
    }

    @Test("the server says word for word what a transcript says", arguments: names)
    func transcript(name: String) async throws {
        let store = Store<Counter, CounterAction, Never>(initial: Counter()) { state, action in
            switch action {
            case .reset: state.count = 0
            case .increment(let step): state.count += step
            case .rename(let label): state.label = label
            }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "counter")
        let client = server.connect()
        var wildcards = Wildcards()
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard case .object(let step) = try JSON.parse(String(line)), step.count == 1,
                let (kind, message) = step.first
            else {
                Issue.record("line \(number + 1) of \(name) is no step")
                return
            }
            switch (kind, message) {
            case ("client", _): try await client.send(JSON.text(wildcards.filled(message), style: .compact))
            case ("clientText", .string(let text)): try await client.send(text)
            case ("server", _):
                let line = try await within { try await client.connection.nextLine() }
                let answer = try JSON.parse(try #require(line, "\(name):\(number + 1): the server closed"))
                let isExpected = wildcards.match(message, answer)
                #expect(isExpected, "\(name):\(number + 1): \(JSON.text(answer, style: .compact))")
            case ("end", "server"): #expect(try await client.next() == nil)
            default: Issue.record("line \(number + 1) of \(name) is of an unknown kind")
            }
        }
        withExtendedLifetime(store) {}
    }
}

/// The placeholders of a transcript: `<any>` for anything or nothing, `<any:NAME>` for one thing throughout.
private struct Wildcards {
    private var known: [String: Value] = [:]

    mutating func match(_ expected: Value, _ actual: Value?) -> Bool {
        if case .string(let text) = expected, text.hasPrefix("<any"), text.hasSuffix(">") {
            guard text != "<any>" else { return true }
            if let value = known[text] { return value == actual }
            known[text] = actual
            return actual != nil
        }
        switch (expected, actual) {
        case (.array(let expected), .array(let actual)?):
            guard expected.count == actual.count else { return false }
            for (a, b) in zip(expected, actual) where !match(a, b) { return false }
            return true
        case (.object(let expected), .object(let actual)?):
            for (key, value) in expected where !match(value, actual[key]) { return false }
            return actual.allSatisfy { expected[$0.key] != nil }
        default: return expected == actual
        }
    }

    func filled(_ value: Value) -> Value {
        switch value {
        case .string(let text): return known[text] ?? value
        case .array(let elements): return .array(elements.map(filled))
        case .object(let members):
            var filled = Value.Object()
            for (key, value) in members { filled[key] = self.filled(value) }
            return .object(filled)
        default: return value
        }
    }
}
