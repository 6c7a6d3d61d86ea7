import InspectorCore
import LineEditing
import StrobeSystem

/// The program that shows what does not fit on the screen.
struct Pager: Sendable, Hashable {
    /// A command of the shell.
    let command: String

    /// The pager of the user: `STROBE_PAGER`, `PAGER`, or else `less -R`.
    ///
    /// - Parameter setting: The command that the user set; empty for none.
    /// - Returns: `nil` if there is none, or it only copies.
    init?(setting: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
        command = setting ?? environment["STROBE_PAGER"] ?? environment["PAGER"] ?? "less -R"
        guard !["", "cat", "off"].contains(command), environment["TERM"] ?? "dumb" != "dumb" else { return nil }
    }

    /// Shows lines.
    ///
    /// - Returns: Whether the pager could be started.
    func show(_ lines: [StyledText], on console: any Console) async -> Bool {
        // As git does: colours pass, one screen is not paged, and the text stays.
        guard let program = try? ShellCommand(command, defaults: ["LESS": "FRX"], terminalOf: console.lineEditor) else {
            return false
        }
        let colours = ColourChoice.isWanted
        let text = lines.map { $0.onOneLine.rendered(colours: colours) }.joined(separator: "\n") + "\n"
        program.write(Array(text.utf8))
        // The code of the shell for a command that is not there.
        return await program.finish() != 127
    }
}

extension Session {
    /// The pager; `nil` if there is none.
    nonisolated var pager: Pager? { Pager(setting: preferences.pager) }
}
