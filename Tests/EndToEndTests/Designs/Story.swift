import Testing

/// A script that the inspector runs against a demo process of its own, over standard input and output.
struct Story {
    /// How long the demo's backend takes to answer, in milliseconds; `never` for one whose answer no test waits for.
    var delay = 1
    /// What else the demo is started with.
    var options: [String] = []

    static let never = 600_000

    /// Runs the lines of a script, and gives what the inspector wrote, with times and durations taken out.
    ///
    /// Fails the test where a command fails.
    func told(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let ended = try await ProgramRun.run(
            Executables.strobe,
            ["run", "--"] + Executables.servedDemo + ["--quiet", "--delay", String(delay)] + options,
            input: script, environment: ["NO_COLOR": ""])
        #expect(ended.status == 0, "\(ended.errors)", sourceLocation: sourceLocation)
        #expect(ended.errors == "", sourceLocation: sourceLocation)
        return Self.timeless(ended.output)
    }

    /// A text without what is different in each run: times of day become `TIME`, columns with durations vanish.
    static func timeless(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacing(/\d\d:\d\d:\d\d\.\d+/, with: "TIME").replacing(/\s{2,}\d+(\.\d+)? (ns|µs|ms|s)\b/, with: "")
                .replacing(/\s+$/, with: "")
        }
        return lines.joined(separator: "\n")
    }
}
