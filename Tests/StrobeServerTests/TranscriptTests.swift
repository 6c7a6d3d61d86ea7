import Foundation
import DeclarationTesting
import Strobe
import StrobeConformance
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// The store of most transcripts of the specification.
private struct Counter: Codable, Sendable {
    var count = 0
    var label = "demo"
}

private enum CounterAction: Codable, Sendable {
    case reset
    case increment(by: Int)
    case rename(String)
}

/// The store of `graph.jsonl`.
private enum Turnstile: String, Codable, Sendable, CaseIterable { case locked, unlocked }

private enum TurnstileEvent: String, Codable, Sendable, CaseIterable { case coin, push }

/// The store of `divergence.jsonl`.
private struct Dice: Codable, Sendable {
    var rolls = 0
    var value = 0
}

private enum DiceAction: String, Codable, Sendable { case roll, wait }

@Suite("Transcripts of the specification")
struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("protocols/v1/transcripts")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        // The session asks for the shape of its actions.
        return files.filter { $0.hasSuffix(".jsonl") && (Declarations.areRead || $0 != "session.jsonl") }.sorted()
    }()

    @Test("there are transcripts to run")
    func present() {
        #expect(Self.names.count >= 3)
    }

    @Test("the server says word for word what a transcript says", arguments: names)
    func transcript(name: String) async throws {
        let server = DebugServer(configuration: .init(access: .control, redaction: .none), logger: .silent)
        let store: any Sendable =
            switch name {
            case "graph.jsonl": addTurnstile(to: server)
            case "divergence.jsonl": await addDice(to: server)
            default: addCounter(to: server)
            }
        let client = server.connect()
        var pattern = TranscriptPattern(isExact: true)
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard case .object(let step) = try JSON.parse(String(line)), step.count == 1,
                let (kind, message) = step.first
            else {
                Issue.record("line \(number + 1) of \(name) is no step")
                return
            }
            switch (kind, message) {
            case ("client", _): try await client.send(JSON.text(pattern.filled(message), style: .compact))
            case ("clientText", .string(let text)): try await client.send(text)
            case ("server", _):
                let line = try await within { try await client.connection.nextLine() }
                let answer = try JSON.parse(try #require(line, "\(name):\(number + 1): the server closed"))
                let isExpected = pattern.match(message, answer)
                #expect(isExpected, "\(name):\(number + 1): \(JSON.text(answer, style: .compact))")
            case ("end", "server"): #expect(try await client.next() == nil)
            default: Issue.record("line \(number + 1) of \(name) is of an unknown kind")
            }
        }
        withExtendedLifetime(store) {}
    }

    private func addCounter(to server: DebugServer) -> any Sendable {
        let store = Store<Counter, CounterAction, Never>(initial: Counter()) { state, action in
            switch action {
            case .reset: state.count = 0
            case .increment(let step): state.count += step
            case .rename(let label): state.label = label
            }
        }
        server.add(store, id: "counter")
        return store
    }

    private func addTurnstile(to server: DebugServer) -> any Sendable {
        let store = Store<Turnstile, TurnstileEvent, Never>(
            initial: .locked,
            reduce: { state, event in
                switch event {
                case .coin: state = .unlocked
                case .push:
                    if state == .locked { try reject("the turnstile is locked: insert a coin") }
                    state = .locked
                }
                return []
            },
            declaration: MachineDeclaration(
                initial: "locked", states: ["locked", "unlocked"], events: ["coin", "push"],
                transitions: [
                    .init(event: "coin", from: "locked", to: "unlocked"),
                    .init(event: "coin", from: "unlocked", to: "unlocked"),
                    .init(event: "push", from: "unlocked", to: "locked"),
                ]))
        server.add(store, id: "turnstile")
        return store
    }

    private func addDice(to server: DebugServer) async -> any Sendable {
        let calls = Atomic<Int>(0)
        let store = Store<Dice, DiceAction, Never>(initial: Dice()) { dice, action in
            guard action == .roll else { return }
            dice.rolls += 1
            dice.value = calls.add(1, ordering: .relaxed).newValue
        }
        server.add(store, id: "dice")
        await server.activate()
        for action: DiceAction in [.wait, .roll, .wait] { store.dispatch(action) }
        return store
    }
}
