import InspectorCore
import ArgumentParser
import StrobeClient
import StrobeProtocol
import StrobeRecording

/// `strobe replay`.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Dispatches recorded actions to a process, and compares the results.",
        usage: "strobe replay [options] <file> [<target>]\nstrobe replay [options] <file> -- <command> ...",
        discussion: """
            First it compares the recorded types with those of the process: fine, risky if something was added, \
            impossible if something is missing or has another type. Then it restores the first recorded state and \
            dispatches the recorded actions; it compares the changes of each with the recorded ones.

            Effects are not performed; their answers come from the recording. --effects live performs them; --effects \
            suppress neither performs nor answers them.

            With --paused, -e or -f it stops at the beginning: `step [N]` and `resume` replay, and all other commands work.

            Exit codes: 0 no difference, 1 a difference, 2 it cannot be replayed or the connection was lost, 64 wrong usage.
            """)

    @OptionGroup var options: SessionOptions
    @OptionGroup var access: TargetOptions

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Argument(
        help: "The process, as for `strobe attach`. Optional if only one process is running.", completion: .process)
    var target: String?

    @Argument(
        parsing: .postTerminator, help: "A program to start and replay into, and its arguments.", completion: .file())
    var command: [String] = []

    @Option(
        help: ArgumentHelp(
            "How to treat effects: recorded (answered from the recording), live or suppress.", valueName: "mode"))
    var effects = "recorded"

    @Option(
        help: ArgumentHelp(
            "The speed: max (as fast as the process answers), 1 (as recorded), 10 (ten times as fast)...",
            valueName: "speed"))
    var speed = "max"

    @Option(
        help: ArgumentHelp(
            "The seq of the first transition; the replay begins with the state before it.", valueName: "seq"))
    var from: Int?

    @Option(help: ArgumentHelp("The last transition.", valueName: "seq"))
    var to: Int?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A store to replay; default: all. RECORDED=CURRENT replays it into another one. May be repeated.",
            valueName: "store"))
    var store: [String] = []

    @Flag(help: "Stop at the beginning, at a prompt.")
    var paused = false

    @Flag(help: "Do not restore the first recorded state.")
    var noInitial = false

    @Flag(help: "Show what differed in the states that were set to the recorded ones.")
    var long = false

    @Flag(help: "End at the first difference.")
    var stopOnDifference = false

    @Flag(help: "Count what cannot be compared as a difference.")
    var expectSame = false

    @Flag(help: "Only compare the recorded types with those of the process.")
    var check = false

    @Flag(help: "Replay even if the comparison says that it is impossible.")
    var force = false

    func validate() throws {
        if ReplayDescription.Effects(rawValue: effects) == nil {
            throw ValidationError("--effects takes recorded, live or suppress, not \(effects).")
        }
        if ReplayOptions.Speed(speed) == nil {
            throw ValidationError("--speed takes max or a number above 0 such as 1 or 10, not \(speed).")
        }
        if let from, from < 1 { throw ValidationError("--from takes a seq, from 1.") }
        if let to, to < from ?? 1 { throw ValidationError("--to takes a seq, not below --from.") }
        if target != nil, !command.isEmpty {
            throw ValidationError(
                "Give either a target or a command: strobe replay FILE TARGET, or strobe replay FILE -- COMMAND...")
        }
    }

    private var replayOptions: ReplayOptions {
        var options = ReplayOptions()
        options.effects = ReplayDescription.Effects(rawValue: effects) ?? .recorded
        options.speed = ReplayOptions.Speed(speed) ?? .greatest
        (options.from, options.to) = (from, to)
        options.stores = store.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return (parts.first ?? "", parts.last ?? "")
        }
        options.putsInitial = !noInitial
        options.isLong = long
        options.stopsOnDifference = stopOnDifference
        options.expectsSame = expectSame
        options.isForced = force
        let name = file.split(separator: "/").last.map(String.init) ?? file
        options.source = String(name.prefix(200))
        return options
    }

    func run() async throws {
        let reader: RecordingReader
        do {
            reader = try RecordingPaths.open([file])
        } catch {
            SessionLauncher(options: options).report(error)
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
        let isPlayed = paused || !options.commands.isEmpty || options.file != nil
        let player = ReplayPlayer(reader: reader, options: replayOptions, isChecking: check, isPlayed: isPlayed)
        var launcher = SessionLauncher(options: options)
        launcher.takesCommands = isPlayed && !check
        launcher.frame = .init(begin: { try await player.begin($0) }, end: { await player.end($0, $1) })
        try await launcher.run { errors in
            command.isEmpty
                ? try await DebugClient.connect(
                    to: try access.find(target, for: "strobe replay \(file)"))
                : try await DebugClient.launch(command: command, errorOutput: errors)
        }
    }
}
