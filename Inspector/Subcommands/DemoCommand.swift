import InspectorCore
import ArgumentParser
import StrobeClient
import StrobeSystem

/// `strobe demo`.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Runs the demo process, and attaches to it.")

    @OptionGroup var options: SessionOptions

    @Argument(
        parsing: .allUnrecognized,
        help: "Options for the demo process, such as --quiet; those that strobe also has go after --.")
    var demoOptions: [String] = []

    func run() async throws {
        try await SessionLauncher(options: options).run { errors in
            try await DebugClient.launch(
                command: [try Self.demoPath(), "--stdio"] + demoOptions.filter { $0 != "--" }, errorOutput: errors)
        }
    }

    /// The path of the demo, which is in the directory of this program.
    private static func demoPath() throws(InspectorError) -> String {
        let directory = ThisProgram.path?.directoryPath
        guard let path = directory.map({ $0 + "/strobe-demo" }), FileManager.default.isExecutableFile(atPath: path)
        else {
            throw InspectorError(
                .connectionLost,
                "The demo process strobe-demo is not next to strobe in \(directory ?? "its folder"). Build it: swift build."
            )
        }
        return path
    }
}
