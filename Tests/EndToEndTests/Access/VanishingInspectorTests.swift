import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

/// Inspectors that end unexpectedly.
@Suite("Inspectors that vanish", .timeLimit(.minutes(5)))
struct VanishingInspectorTests {
    /// Waits until the process has as few open files as before.
    private func waitForFiles(_ count: Int?, of facts: ProcessFacts) async throws {
        guard let count else { return }
        let deadline = ContinuousClock.now + .seconds(60)
        while let open = facts.openFiles, open > count {
            guard ContinuousClock.now < deadline else {
                Issue.record("\(open) files are open, \(count) were before")
                return
            }
            await Task.yield()
        }
    }

    @Test("one that is killed, or stopped and then killed, delays no one and leaves nothing behind")
    func killed() async throws {
        try await DemoProcess.with("--unix") { demo in
            let facts = ProcessFacts(pid: demo.run.pid)
            let attached = try await demo.attach()
            let before = facts.openFiles
            for isStopped in [false, true] {
                let inspector = try ProgramRun(
                    Executables.strobe,
                    ["attach", String(demo.run.pid), "-e", "use turnstile", "-e", "every 20ms for 5m { log 1 }"],
                    environment: demo.environment)
                defer { inspector.kill() }
                try await inspector.waitForOutput { !$0.isEmpty }
                if isStopped { #expect(Foundation.kill(inspector.pid, SIGSTOP) == 0) }
                for turn in 0..<200 {
                    _ = try await attached.send(
                        ActionDispatch(store: "turnstile", action: turn % 2 == 0 ? "coin" : "push"))
                }
                inspector.kill()
                try await waitForFiles(before, of: facts)
            }
            #expect(try await attached.send(StoreDescribe(store: "turnstile")).seq == 400)
            await attached.close()
        }
    }
}
