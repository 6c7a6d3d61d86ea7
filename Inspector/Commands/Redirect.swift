import InspectorCore

/// Where the output of a command goes instead of the terminal.
enum Redirect: Sendable, Hashable {
    /// `> FILE`, or `>> FILE`, which appends.
    case file(String, appends: Bool)
    /// `| COMMAND` of the shell, with the rest of the line.
    case shell(String)
}
