import InspectorCore
import ArgumentParser
import StrobeClient
import StrobeSystem
import StrobeTransport

/// The options of all commands that connect to a running process.
struct TargetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the token for a TCP port from a file that only you can read; if absent, STROBE_TOKEN is used.",
            valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: .private)
    var token: String?

    func validate() throws {
        guard token == nil else {
            throw ValidationError(
                "There is no --token: every user of this machine can read command lines (ps), and shells keep them. Write the token "
                    + "to a file (--token-file FILE), or to the variable STROBE_TOKEN. Others may have seen this one: make a new one."
            )
        }
    }

    /// The token that the user gave.
    func given() throws -> GivenToken {
        if let tokenFile { return .file(try AccessSecret.read(from: tokenFile)) }
        let text = ProcessInfo.processInfo.environment["STROBE_TOKEN"] ?? ""
        return text.isEmpty ? .none : .variable(text)
    }

    /// Finds a process, with the token to present.
    ///
    /// - Parameter command: The command to name in the error, before the target.
    func find(_ target: String?, for command: String) throws -> Discovery.Target {
        try given().applied(to: try ProcessChoice.find(target, for: command))
    }
}
