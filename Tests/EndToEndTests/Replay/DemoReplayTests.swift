import Foundation
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree
import TerminalTesting
import Testing

/// Sessions of the demo, replayed into a newly started process.
@Suite("A replay of the demo", .timeLimit(.minutes(5)))
struct DemoReplayTests {
    private static let stores = [
        "profile", "login", "widgets", "items", "items-classes", "turnstile", "currency",
    ]

    /// Uses all designs of a demo process, and records the results.
    private func record(_ change: (inout RecordedTransition) -> Void = { _ in }) async throws -> String {
        let command = Executables.servedDemo + ["--quiet", "--delay", "1", "--refresh-interval", "600"]
        let client = try await DebugClient.launch(command: command)
        let session = try await SessionRecording(of: client)
        try await session.send("load", to: "profile")
        try await session.wait(for: "profile", at: 2)
        try await session.send(["enteringCredential": ["username": "ada.lovelace"]], to: "login")
        try await session.send(["enteringCredential": ["password": "correct horse"]], to: "login")
        try await session.send("authenticate", to: "login")
        try await session.wait(for: "login", at: 4)
        try await session.send("RefreshWidgets", to: "widgets")
        try await session.wait(for: "widgets", at: 3)
        try await session.send("RefreshWidgets", to: "widgets")
        try await session.wait(for: "widgets", at: 5)
        try await session.send(["SelectWidget": ["id": 12]], to: "widgets")
        try await session.wait(for: "widgets", at: 7)
        for _ in 1...2 {
            let seq = try await client.send(LogList(store: "items", limit: 1)).seq
            try await session.send("load", to: "items")
            try await session.wait(for: "items", at: seq + 2)
        }
        try await session.send("load", to: "items-classes")
        try await session.wait(for: "items-classes", at: 2)
        for event in ["push", "coin", "push", "coin", "coin", "push"] {
            try await session.send(.string(event), to: "turnstile")
        }
        try await session.send("reload", to: "currency")
        try await session.wait(for: "currency", at: 2)
        for text in ["25", "a lot"] {
            try await session.send(["inputChanged": .string(text)], to: "currency")
        }
        let path = try await session.write(change)
        await client.close()
        return path
    }

    private func replay(_ path: String, _ arguments: String..., input: String = "") async throws -> ProgramRun.Outcome {
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await ProgramRun.run(
            Executables.strobe,
            ["replay", path] + arguments + ["--"] + Executables.servedDemo + [
                "--quiet", "--delay", "1", "--refresh-interval", "600",
            ], input: input, environment: ["NO_COLOR": ""])
    }

    @Test(
        "ends in the same states, whether effects are answered from the recording or performed",
        arguments: [
            "recorded", "live",
        ])
    func allDesigns(effects: String) async throws {
        let ended = try await replay(try await record(), "--effects", effects, "--expect-same")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains("\nequal at the end: \(Self.stores.joined(separator: ", "))\n"))
        // The password was not recorded: a placeholder is sent instead, and reported.
        let lines = ended.output.split(separator: "\n")
        #expect(lines.filter { $0.contains("difference") }.allSatisfy { $0.contains("sent with placeholders") })
    }

    @Test("says where the process does otherwise, with the place and both values")
    func difference() async throws {
        let path = try await record { transition in
            guard transition.store == "turnstile", transition.seq == 4 else { return }
            transition.changes = [Change(.replace, .root, value: "locked", old: "locked")]
        }
        let ended = try await replay(path, "--store", "turnstile")
        #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
        #expect(
            ended.output.contains(
                "‼ turnstile changed something else at #4  .coin\n    .\n    recorded .locked\n    got      .unlocked\n"
            ),
            "\(ended.output)")
    }

    @Test("leaves answers out where effects are suppressed, and compares only what came before")
    func suppressed() async throws {
        let ended = try await replay(try await record(), "--effects", "suppress")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains("answers skipped"))
        #expect(ended.output.contains("\nequal at the end: turnstile\n"))
    }

    @Test("stops at the beginning, and is played with step and resume among other commands")
    func paused() async throws {
        let ended = try await replay(
            try await record(), "--paused", "--store", "turnstile",
            input: "state\nstep 2\nstate\nresume\n")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains(".locked\n#1 turnstile  .push  same\n#2 turnstile  .coin  same\n.unlocked\n"))
    }

    @Test("does not take foreign actions in between for recorded ones, however alike they are")
    func pausedWithOthers() async throws {
        let ended = try await replay(
            try await record(), "--paused", "--store", "turnstile",
            input: "step 2\nsend .push\nresume\n")
        #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
        #expect(
            ended.output.contains("‼ turnstile dispatched something by itself at #3  .push\n"),
            "\(ended.output)")
        // The recorded action is dispatched all the same, and changes nothing after the other one.
        #expect(ended.output.contains("6 transitions replayed"), "\(ended.output)")
    }

    @Test("goes on with a part of the recording from the state before it")
    func part() async throws {
        let ended = try await replay(
            try await record(), "--store", "turnstile", "--from", "3", "--to", "5", "--json")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let last = try JSON.parse(String(ended.output.split(separator: "\n").last ?? ""))
        guard case .object(let object) = last, case .object(let summary)? = object["summary"] else {
            Issue.record("no summary: \(ended.output)")
            return
        }
        #expect(summary["verdict"] == "same" && summary["replayed"] == 3 && summary["complete"] == true)
    }

    @Test("cannot be made where there is no recording, or none of its stores")
    func impossible() async throws {
        let missing = try await replay("/nowhere/at-all.strobe")
        #expect(missing.status == 2)
        let path = try await record()
        let ended = try await replay(path, "--store", "turnstile=gate")
        #expect(ended.status == 2)
        #expect(ended.errors.contains("The process has no store gate."))
    }
}
