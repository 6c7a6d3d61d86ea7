import Foundation
import DeclarationTesting
import TerminalTesting
import Testing

/// Commands that users tried with only the README, with their required outcomes.
@Suite("The trials' commands", .timeLimit(.minutes(5)))
struct TrialTests {
    private struct Trial: Sendable {
        var command: String
        /// The exit status of the run.
        var status: Int32 = 0
        var says: String
        /// Whether only the shape of the store says so.
        var isByShape = false
    }

    private func strobe(_ arguments: [String]) async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(Executables.strobe, arguments, environment: ["NO_COLOR": ""])
    }

    /// Runs a command of each trial in the demo, and in a recording of the same session.
    private func run(_ trials: [Trial], after setUp: [String], in store: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "trial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "trial.jsonl").path()
        let begin = ["use \(store)", "record start '\(file)' --store \(store)"] + setUp + ["record stop"]
        // The backend does not answer in between.
        let demo = ["--", "--quiet"] + (store == "profile" ? ["--delay", "600000"] : [])
        let recorded = try await strobe(["demo"] + begin.flatMap { ["-e", $0] } + demo)
        #expect(recorded.status == 0, "\(recorded.errors)")
        for trial in trials where Declarations.areRead || !trial.isByShape {
            let live = ["use \(store)"] + setUp + [trial.command]
            for (place, arguments) in [
                ("live", ["demo"] + live.flatMap { ["-e", $0] } + demo),
                ("recorded", ["open", file, "-e", "use \(store)", "-e", trial.command]),
            ] {
                let ended = try await strobe(arguments)
                let said = ended.output + ended.errors
                #expect(ended.status == trial.status, "\(place) \(trial.command): \(said)")
                #expect(said.contains(trial.says), "\(place) \(trial.command): \(said)")
            }
        }
    }

    @Test("what is hidden is called hidden, and neither changed nor unchanged")
    func hidden() async throws {
        try await run(
            [
                Trial(command: "show 2", says: "nothing visible changed; hidden values may have"),
                Trial(command: "blame .password", says: ".password is hidden"),
                Trial(command: "find changed(.password)", status: 1, says: ".password is hidden"),
                Trial(command: "expect-diff 1..2 nothing", status: 1, says: "Something in the state is hidden"),
                Trial(command: "log --path .password", status: 1, says: ".password is hidden"),
                Trial(command: "script", says: "# #2: .enteringCredential.password is hidden; fill it in"),
            ],
            after: [
                "send .enteringCredential(.username(\"ada\"))", "send .enteringCredential(.password(\"abc\"))",
            ], in: "login")
    }

    @Test("conditions that can never hold are errors, and actions and values are found by what they are")
    func conditions() async throws {
        // Without a shape a recording shows what was written.
        let failed = Declarations.areRead ? ".failed(reason: \"a\")" : ""
        try await run(
            [
                Trial(command: "find action == .load", says: "#1  .load"),
                Trial(command: "find origin == script", says: "#1  .load"),
                Trial(command: "find .session == .lodad", status: 1, says: "did you mean .loaded", isByShape: true),
                Trial(
                    command: "expect .session != .nosuch", status: 1, says: ".nosuch is not a case of Session",
                    isByShape: true),
                Trial(
                    command: "expect !(.sesion == .failed)", status: 1, says: "did you mean .session", isByShape: true),
                Trial(command: "log --action .laod", status: 1, says: "did you mean .load", isByShape: true),
                Trial(command: "find .session == .failed", says: ".session = \(failed)"),
            ], after: ["send .load", "send .failed(reason: \"a\")"], in: "profile")
    }

    @Test("whether a place changed has one answer in all commands")
    func changed() async throws {
        try await run(
            [
                Trial(command: "find changed(.session.loaded.followers)", says: "no state of"),
                Trial(command: "log --path .session.loaded.followers", says: "no such entries"),
                Trial(command: "expect-diff .session.loaded.followers .effect", status: 1, says: "was not changed"),
                Trial(
                    command: "expect-diff .session.nosuch.x.y .effect", status: 1, says: "has no case `nosuch`",
                    isByShape: true),
                Trial(command: "blame .session.nosuch", status: 1, says: "has no case `nosuch`", isByShape: true),
            ], after: ["send .load", "send .failed(reason: \"a\")"], in: "profile")
    }

    @Test("a script of a recording with hidden parts runs only once they are filled in")
    func scripts() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "trial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (file, script) = (directory.appending(path: "a.jsonl").path(), directory.appending(path: "a.strobe").path())
        let commands = [
            "use login", "record start '\(file)' --store login", "send .enteringCredential(.password(\"abc\"))",
            "record stop",
        ]
        let recorded = try await strobe(["demo"] + commands.flatMap { ["-e", $0] } + ["--", "--quiet"])
        #expect(recorded.status == 0 && recorded.output.contains("hidden in login: .password"), "\(recorded.errors)")
        let made = try await strobe(["script", "from", file, "-o", script])
        #expect((made.output + made.errors).contains("1 with hidden parts to fill in"))
        #expect(try await strobe(["script", "check", script]).status == 0)
        var text = try String(contentsOfFile: script, encoding: .utf8)
        text = text.replacing("# send", with: "send")
        try text.write(toFile: script, atomically: true, encoding: .utf8)
        let checked = try await strobe(["script", "check", script])
        #expect(checked.status == 64 && checked.errors.contains("Fill it in"), "\(checked.errors)")
        let replayed = try await strobe(["replay", file, "--", Executables.demo, "--stdio", "--quiet"])
        #expect(replayed.output.contains("1 action sent with placeholders"), "\(replayed.output)")
        // The page does not list what only values show.
        guard Declarations.areRead else { return }
        let report = try await strobe(["report", file, "-o", directory.appending(path: "r.html").path()])
        #expect((report.output + report.errors).contains("hidden in login: .password"))
    }
}
