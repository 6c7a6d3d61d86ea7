import InspectorCore
import ArgumentParser
import LineEditing
import StrobeRecording
import StrobeTree

/// `strobe audit`.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Lists possible secrets in recordings, before you share them.",
        discussion: """
            Searches states, changes, actions, effects and notes for names of secrets (password, token...), and for \
            values that look like secrets: private keys, JSON web tokens, credentials of requests, keys of known \
            services, card numbers, e-mail addresses, long random strings. Findings are mostly masked. The audit may miss \
            secrets: to keep values out of recordings, set the `redaction` of the process's server.

            Exit codes: 0 nothing was found, 1 something was found, 2 a file cannot be read, 64 wrong usage.
            """)

    @Argument(help: "The recordings.", completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object per line, one for each finding.")
    var json = false

    func run() async throws {
        let console = StreamConsole(colour: ColourChoice.isWanted)
        var outcome = Outcome.success
        for (file, paths) in RecordingPaths.processes(of: files) {
            do {
                let reader = try RecordingReader(paths: paths)
                var audit = RecordingAudit()
                try audit.run(reader)
                show(audit, of: file, reader, on: console)
                if !audit.found.isEmpty, outcome == .success { outcome = .commandFailed }
            } catch {
                outcome = .connectionLost
                console.report(error, asJSON: json)
            }
        }
        if outcome != .success { throw ExitCode(outcome.rawValue) }
    }

    private func show(
        _ audit: RecordingAudit, of file: String, _ reader: RecordingReader, on console: any Console
    ) {
        if json {
            for finding in audit.found {
                guard case .object(var members) = finding.object else { continue }
                members["file"] = .string(file)
                console.print(machineLine: MachineLine.text(.object(members), of: "audit"))
            }
        } else {
            let rules = reader.recordings.first?.header.redaction?.count
            console.print(
                AuditRendering(layout: Layout(width: console.width)).lines(audit, of: file, rules: rules))
            if !reader.damage.isEmpty {
                console.report([
                    StyledText(
                        "  \(NumberText.counted(reader.damage.count, "damaged line")) of \(file) could not be read",
                        .changed)
                ])
            }
        }
    }
}
