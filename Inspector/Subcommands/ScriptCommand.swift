import InspectorCore
import ArgumentParser
import LineEditing
import StrobeRecording
import StrobeSystem
import StrobeTree

/// `strobe script`.
struct ScriptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script", abstract: "Checks scripts, and writes recordings as scripts.",
        discussion: "`strobe attach -f FILE` runs a script; `help scripts` at its prompt explains the language.",
        subcommands: [Check.self, From.self])

    /// `strobe script check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Checks scripts and the files that they include, without running them.")

        @Flag(help: "Print a JSON object per script.")
        var json = false

        @Option(
            name: .customLong("let"), parsing: .unconditionalSingleValue,
            help: ArgumentHelp("A variable that will be set with --let; may be repeated.", valueName: "name")
        )
        var variables: [String] = []

        @Option(
            help: ArgumentHelp(
                "A recording of the program: paths, cases and actions are checked with the types of its stores.",
                valueName: "file"), completion: .file())
        var recording: String?

        @Argument(help: ArgumentHelp("The scripts.", valueName: "file"), completion: .file())
        var files: [String]

        func run() async throws {
            let console = StreamConsole(colour: ColourChoice.isWanted)
            let names = variables.map { String($0.prefix { $0 != "=" }) }
            let reader: RecordingReader?
            do {
                reader = try recording.map { path throws(RecordingError) in try RecordingReader(paths: [path]) }
            } catch {
                console.report(error)
                throw ExitCode(Outcome.usage.rawValue)
            }
            var isWrong = false
            for file in files {
                do {
                    let script = try Script(commands: [], file: file, variables: names)
                    let all = script.all
                    try Self.refusePlaceholders(in: all)
                    if let reader {
                        var names = ScriptNames(of: reader)
                        await names.check(script, from: reader.stores.first?.id)
                        try names.finish()
                    }
                    let expectations = all.count { $0.command.isExpectation }
                    if json {
                        let object: Value = [
                            "file": .string(file), "statements": .int(Int64(all.count)),
                            "expectations": .int(Int64(expectations)),
                        ]
                        console.print(machineLine: MachineLine.text(object, of: "script check"))
                        continue
                    }
                    var line = StyledText("✓ ", .added) + StyledText(file, .strong)
                    line.append("  \(NumberText.counted(all.count, "statement"))", .dim)
                    if expectations > 0 { line.append(", \(NumberText.counted(expectations, "expectation"))", .dim) }
                    console.print([line])
                } catch {
                    isWrong = true
                    console.report(error, asJSON: json)
                }
            }
            if isWrong { throw ExitCode(Outcome.usage.rawValue) }
        }

        /// Refuses redaction placeholders in values that are sent or set.
        private static func refusePlaceholders(in statements: [ScriptStatement]) throws {
            let reading = ScriptReading()
            for statement in statements
            where [.change, .gate].contains(statement.command.group) || statement.command.variable != nil {
                do throws(InspectorError) {
                    try InspectorError.refusePlaceholder(in: statement.text)
                } catch {
                    reading.note(ScriptFailure(place: statement.place, underlying: error, statement: statement.text))
                }
            }
            _ = try reading.checked(Script())
        }
    }

    /// `strobe script from`.
    struct From: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "from", abstract: "Writes the actions of a recording as a script.",
            discussion: """
                The script sends the actions of the app, inspectors and scripts again, and waits for the answers of effects. \
                If -o is absent, the script is printed.
                """)

        @Option(
            help: ArgumentHelp(
                "Only the actions of that store; required for a range if there are several stores.", valueName: "id"))
        var store: String?

        @Flag(help: "Also expect the changes of the actions.")
        var expect = false

        @Option(
            name: .shortAndLong, help: ArgumentHelp("Write the script to a file.", valueName: "file"),
            completion: .file())
        var output: String?

        @Argument(help: ArgumentHelp("The recording.", valueName: "recording"), completion: .file())
        var recording: String

        @Argument(help: ArgumentHelp("Only these entries, by seq: 3..9, 3.., ..9.", valueName: "from..to"))
        var range: String?

        func run() async throws {
            try FileOutcome.report { console in
                let reader = try RecordingPaths.open([recording])
                var script = RecordingScript(reader, name: recording.fileName, expects: expect)
                try script.write(range: range, of: store)
                let text = script.lines.joined(separator: "\n")
                guard let output else { return console.print(machineLine: text) }
                try OutputFile.write(Array((text + "\n").utf8), to: output)
                console.report(script.summary.map { $0 + StyledText("  \(output)", .dim) })
            }
        }
    }
}
