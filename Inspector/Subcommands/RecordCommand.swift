import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeRecording

/// `strobe record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records the actions of running processes, until Ctrl-C.",
        usage: """
            strobe record [options] -o FILE [TARGET]
            strobe record [options] -o DIRECTORY TARGET...
            strobe record [options] -o FILE -- COMMAND...
            strobe record [options] --into DIRECTORY [TARGET... | -- COMMAND...]
            """,
        discussion: """
            Records every action of all stores with what it changed, as JSON Lines that can be read at any time, even \
            after a crash of either side: `strobe open FILE` opens them like a live process. With several targets, each \
            is recorded into its own file; `strobe open DIRECTORY/*` merges these by time.

            With --into, files go into folders of the day in UTC, the program, the machine and the instance: \
            day=2026-11-26/program=shop/host=web-1/instance=20261126T100512Z-4711. Data engines such as DuckDB and \
            Spark read such a directory as one table, and `strobe open DIRECTORY` says what is in it.

            Exit codes: 0 the recording ended as requested, or because the process ended; 1 some of it could \
            not be written; 2 no connection, or it was lost; 64 wrong usage.
            """)

    @OptionGroup var access: TargetOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; with several targets, the directory.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "A directory for recordings of many programs and machines, which data engines read as a table.",
            valueName: "directory"), completion: .directory)
    var into: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("End after this time: 90s, 10m, 2h; default: at Ctrl-C.", valueName: "duration"))
    var duration: String?

    @Option(help: ArgumentHelp("Record this store; may be repeated. Default: all stores.", valueName: "id"))
    var store: [String] = []

    @Option(help: ArgumentHelp("Start a new file at this size: 16MB.", valueName: "size"))
    var partSize: String?

    @Option(
        help: ArgumentHelp("Keep only the newest files, at least 2; --into starts one each day.", valueName: "count"))
    var parts: Int?

    @Flag(help: "Start with the oldest state in the logs.")
    var past = false

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Print the final status as a JSON object per line.")
    var json = false

    @Argument(
        help: ArgumentHelp(
            "The process to record, as for `strobe attach`; after --, a program to run and its arguments.",
            valueName: "target"), completion: .process)
    var operands: [String] = []

    /// The program to run and its arguments: what is behind `--`, which is gone from the operands.
    private var command: [String] {
        guard let end = CommandLine.arguments.firstIndex(of: "--") else { return [] }
        return operands.suffix(CommandLine.arguments.count - end - 1)
    }

    private var targets: [String] { operands.dropLast(command.count) }

    func validate() throws {
        switch (output, into) {
        case (nil, nil): throw ValidationError("The output is missing: -o FILE or --into DIRECTORY.")
        case (_?, _?): throw ValidationError("Give either -o or --into.")
        case (nil, _?) where force: throw ValidationError("--into never replaces a file: remove --force.")
        default: break
        }
        if !command.isEmpty, !targets.isEmpty {
            throw ValidationError(
                "Give either a target or a command: remove \(targets[0]) or what follows --.")
        }
        if let parts, parts < 2 { throw ValidationError("--parts takes a number from 2, not \(parts).") }
        if parts != nil, partSize == nil, into == nil {
            throw ValidationError("--parts needs --part-size: otherwise there is only one file.")
        }
        _ = try limits()
    }

    func run() async throws {
        let (duration, partBytes) = try limits()
        let place = into.map(RecordingJob.RecordingPlace.table) ?? .file(output ?? "")
        var job = RecordingJob(output: place, duration: duration, isJSON: json)
        job.stores = store
        job.includesPast = past
        job.writing = RecordingWriter.Options(
            partBytes: partBytes, partsKept: parts, compressesParts: false, replacesFile: force)
        let outcome: Outcome
        if command.isEmpty {
            let names: [String?] = targets.isEmpty ? [nil] : targets
            outcome = await job.run(
                names.map { name in
                    { _ in try await DebugClient.connect(to: try access.find(name, for: "strobe record")) }
                }
            )
        } else {
            outcome = await job.run([{ errors in try await DebugClient.launch(command: command, errorOutput: errors) }])
        }
        if outcome != .success { throw ExitCode(outcome.rawValue) }
    }

    private func limits() throws -> (duration: Duration?, partBytes: Int?) {
        do throws(InspectorError) {
            let duration = try self.duration.map { text throws(InspectorError) in
                try DurationArgument.required(text, of: "--for")
            }
            let bytes = try partSize.map { text throws(InspectorError) in
                try ByteCount.required(text, of: "--part-size")
            }
            return (duration, bytes)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
