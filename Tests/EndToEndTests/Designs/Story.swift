import TerminalTesting
import Testing

/// A script that the inspector runs against a demo process of its own, over standard input and output.
struct Story {
    /// The delay of the demo's backend, in milliseconds; `never` if no test waits for its answer.
    var delay = 1
    /// Further options of the demo.
    var options: [String] = []

    static let never = 600_000

    /// Runs the lines of a script, and returns the inspector's output without times and durations.
    ///
    /// Fails the test if a command fails.
    func told(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let ended = try await ProgramRun.run(
            Executables.strobe,
            ["run", "--"] + Executables.servedDemo + ["--quiet", "--delay", String(delay)] + options,
            input: script, environment: ["NO_COLOR": ""])
        #expect(ended.status == 0, "\(ended.errors)", sourceLocation: sourceLocation)
        #expect(ended.errorsBesideNotices == "", sourceLocation: sourceLocation)
        return Self.timeless(ended.output)
    }

    /// A text without what differs in each run: times of day become `TIME`, columns with durations are removed.
    static func timeless(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacing(/\d\d:\d\d:\d\d\.\d+/, with: "TIME").replacing(/\s{2,}\d+(\.\d+)? (ns|µs|ms|s)\b/, with: "")
                .replacing(/\s+$/, with: "")
        }
        return lines.joined(separator: "\n")
    }
}
