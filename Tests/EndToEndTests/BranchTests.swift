import Foundation
import TerminalTesting
import Testing

/// Branches, at a terminal with the demo process.
@Suite("Branching the demo", .timeLimit(.minutes(5)))
struct BranchTests {
    @Test("at a terminal a branch is made, looked at, compared, blamed and adopted, and the past is left alone")
    func life() async throws {
        try await DemoProcess.with("--unix") { demo in
            let environment = demo.environment
            try await onThread {
                let terminal = try PTYProcess.strobe("attach", environment: environment, rows: 60)
                try terminal.enter("use turnstile", at: "profile>", then: "turnstile>")
                for action in [".coin", ".push", ".coin"] {
                    try terminal.enter("send \(action)", at: "turnstile>")
                }
                try terminal.enter("branch skip 2 insert 3 .push --name what-if", at: "turnstile>")
                try terminal.enter("branches", at: "turnstile>")
                #expect(terminal.screen.contains("what-if"))
                try terminal.enter("goto branch:what-if", at: "turnstile>", then: "turnstile@branch:1@3>")
                try terminal.enter("blame .", at: "turnstile@branch:1@3>")
                try terminal.enter("live", at: "turnstile@branch:1@3>", then: "turnstile>")
                try terminal.enter("diff branch:what-if@2 live", at: "turnstile>")
                #expect(terminal.screen.contains("~ .  .locked → .unlocked"))
                try terminal.enter("send .push", at: "turnstile>")
                try terminal.enter("branch adopt what-if", at: "turnstile>")
                try terminal.enter("log", at: "turnstile>")
                #expect(terminal.screen.contains("adopted branch what-if"))
                try terminal.type("quit", at: "turnstile>")
                let status = try terminal.waitForExit()
                #expect(status == 0)
            }
            let state = try await demo.strobe("attach", "-e", "use turnstile", "-e", "get", "-e", "get --at 2")
            #expect(state.output.split(separator: "\n").suffix(2) == [#""unlocked""#, #""locked""#])
        }
    }
}
