import ArgumentParser
import StrobeClient

/// `strobe run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a program that speaks the protocol on its standard streams, and attaches.",
        usage: "strobe run [options] -- <command> ...")

    @OptionGroup var options: SessionOptions

    @Argument(parsing: .postTerminator, help: "The program and its arguments.", completion: .file())
    var command: [String] = []

    func validate() throws {
        if command.isEmpty {
            throw ValidationError("The command to run is missing: strobe run [options] -- COMMAND...")
        }
    }

    func run() async throws {
        try await SessionLauncher(options: options).run { errors in
            try await DebugClient.launch(command: command, errorOutput: errors)
        }
    }
}
