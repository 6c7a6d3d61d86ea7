/// Writes the manual page of the program, in the language of `man`.
enum ManualPage {
    /// The text of the page.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - overview: The help of the program.
    ///   - subcommands: The help of each subcommand, by its name.
    ///   - commands: The commands of the prompt.
    static func text(
        version: String, overview: String, subcommands: [(name: String, help: String)], commands: [Command]
    ) -> String {
        // Usage lines are neither hyphenated nor spaced out.
        var lines = [
            #".TH STROBE 1 "" "strobe \#(escaped(version))" "Strobe""#, ".nh", ".ad l",
            ".SH NAME", #"strobe \- inspects the stores of a running process"#,
            ".SH SYNOPSIS", ".B strobe", #".I COMMAND\fR ..."#,
            ".SH DESCRIPTION",
        ]
        lines += verbatim(overview)
        lines.append(".SH COMMANDS")
        for (name, help) in subcommands { lines += [".SS strobe \(escaped(name))"] + verbatim(help) }
        lines.append(".SH AT THE PROMPT")
        for group in Command.Group.allCases {
            lines.append(".SS \(group.rawValue)")
            for command in commands where command.group == group {
                lines += [".TP", ".B \(escaped(command.usage))", line(command.summary)]
            }
        }
        lines += [
            ".SH ENVIRONMENT",
            ".TP", ".B STROBE_TOKEN", "The token for TCP ports of processes that are not found on this machine.",
            ".TP", ".B NO_COLOR", "If not empty, output has no colours.",
            ".SH FILES",
            ".TP", ".I $XDG_RUNTIME_DIR/strobe",
            "The sockets and discovery files of running processes; else in $RUNTIME_DIRECTORY, $TMPDIR or /tmp.",
            ".TP", ".I $XDG_STATE_HOME/strobe/history", "The lines typed at the prompt; else below ~/.local/state.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text whose lines stay as they are.
    private static func verbatim(_ text: String) -> [String] {
        [".EX"] + text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) } + [".EE"]
    }

    /// A line of text that is no request, whatever it begins with.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? #"\&"# + escaped(text) : escaped(text)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing(#"\"#, with: #"\e"#).replacing("-", with: #"\-"#).replacing("\"", with: #"\(dq"#)
    }
}
