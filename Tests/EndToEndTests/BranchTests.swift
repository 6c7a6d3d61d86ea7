import Foundation
import TerminalTesting
import Testing

/// What would have been, at a terminal with the demo process.
@Suite("Branching the demo", .timeLimit(.minutes(2)))
struct BranchTests {
    private static func enter(_ line: String, at prompt: String, then next: String, _ terminal: PTYProcess) throws {
        try terminal.wait(forLine: prompt)
        try terminal.send(line)
        try terminal.wait(forLine: "\(prompt) \(line)")
        try terminal.send("\r")
        try terminal.wait(forLine: next)
    }

    @Test("at a terminal a branch is made, looked at, compared, blamed and adopted, and the past is left alone")
    func life() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment.merging(["HOME": demo.directory.path()]) { $1 }
            try await onThread {
                let terminal = try PTYProcess(
                    Executables.strobe, ["attach"], environment: environment, rows: 60, columns: 100)
                try Self.enter("use turnstile", at: "profile>", then: "turnstile>", terminal)
                for action in [".coin", ".push", ".coin"] {
                    try Self.enter("send \(action)", at: "turnstile>", then: "turnstile>", terminal)
                }
                try Self.enter(
                    "branch skip 2 insert 3 .push --name what-if", at: "turnstile>", then: "turnstile>", terminal)
                try Self.enter("branches", at: "turnstile>", then: "turnstile>", terminal)
                #expect(terminal.screen.contains("what-if"))
                try Self.enter("goto branch:what-if", at: "turnstile>", then: "turnstile@branch:1@3>", terminal)
                try Self.enter("blame .", at: "turnstile@branch:1@3>", then: "turnstile@branch:1@3>", terminal)
                try Self.enter("live", at: "turnstile@branch:1@3>", then: "turnstile>", terminal)
                try Self.enter("diff branch:what-if@2 live", at: "turnstile>", then: "turnstile>", terminal)
                #expect(terminal.screen.contains("~ .  .locked → .unlocked"))
                try Self.enter("send .push", at: "turnstile>", then: "turnstile>", terminal)
                try Self.enter("branch adopt what-if", at: "turnstile>", then: "turnstile>", terminal)
                try Self.enter("log", at: "turnstile>", then: "turnstile>", terminal)
                #expect(terminal.screen.contains("adopted branch what-if"))
                try Self.enter("quit", at: "turnstile>", then: "", terminal)
                let status = try terminal.waitForExit()
                #expect(status == 0)
            }
            let state = try await demo.strobe("attach", "-e", "use turnstile", "-e", "get", "-e", "get --at 2")
            #expect(state.output.split(separator: "\n").suffix(2) == [#""unlocked""#, #""locked""#])
        }
    }
}
