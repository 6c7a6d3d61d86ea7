import InspectorCore
import ArgumentParser
import StrobeClient

/// `strobe open`.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Opens recordings for inspection, like a process.",
        discussion: """
            Several recordings are opened as one, in time order; if two have stores with the same id, these are \
            named PROCESS/ID. Damaged parts are skipped and reported.
            """)

    @OptionGroup var options: SessionOptions

    @Flag(help: "Follow a recording that is still being written: `watch` and `wait` work as on a process.")
    var follow = false

    @Argument(help: ArgumentHelp("Recordings, or directories of them.", valueName: "file"), completion: .file())
    var files: [String]

    func run() async throws {
        let recording: OpenRecording
        do {
            recording = try OpenRecording(files, isFollowed: follow)
        } catch {
            SessionLauncher(options: options).report(error)
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
        try await SessionLauncher(options: options, recording: recording).run { _ in recording.connect() }
    }
}
