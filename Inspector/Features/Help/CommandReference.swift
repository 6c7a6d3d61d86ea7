/// The reference of the commands as Markdown, made from the table.
enum CommandReference {
    /// The text of `Inspector/COMMANDS.md`.
    static var markdown: String {
        var lines = [
            "# Commands of the prompt", "",
            "Printed by `strobe commands`; `help COMMAND` shows the same text. Names may be shortened as long as they",
            "are unambiguous; a single letter never sends an action or sets a state.", "",
        ]
        for group in Command.Group.allCases {
            lines += ["## \(group.rawValue)", ""]
            for command in CommandTable.all where command.group == group { lines += section(command) }
        }
        for topic in HelpTopic.all {
            lines +=
                ["## \(topic.name.prefix(1).uppercased() + topic.name.dropFirst())", "", "```strobe"] + topic.lines + [
                    "```", "",
                ]
        }
        return lines.dropLast().joined(separator: "\n") + "\n"
    }

    private static func section(_ command: Command) -> [String] {
        var lines = ["### `\(command.name)`", ""]
        lines.append(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        if !command.aliases.isEmpty {
            lines[lines.count - 1] += " Also " + command.aliases.map { "`\($0)`" }.joined(separator: ", ") + "."
        }
        lines += ["", "```strobe", command.usage]
        lines += command.options.map { option in
            let name = "  --\(option.name)\(option.value.map { " \($0)" } ?? "")"
            return name + String(repeating: " ", count: max(20 - name.count, 2)) + option.summary
        }
        lines += ["```", ""]
        if !command.details.isEmpty {
            // Lines that are indented are examples.
            var isCode = false
            for detail in command.details {
                if detail.hasPrefix("  ") != isCode {
                    lines += isCode ? ["```", ""] : ["", "```strobe"]
                    isCode.toggle()
                }
                lines.append(isCode ? detail : detail.replacing("<", with: "&lt;"))
            }
            lines += isCode ? ["```", ""] : [""]
        }
        let examples = Example.of(command)
        if !examples.isEmpty { lines += ["```strobe"] + examples.map(\.line) + ["```", ""] }
        return lines
    }
}
