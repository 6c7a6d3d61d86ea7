import LineEditing
import StrobeTree

/// Renders the command table as help text.
enum HelpRendering {
    /// All commands in groups, one a line.
    static func overview(width: Int) -> [StyledText] {
        var table = Table(.left, .left)
        var headings: [(row: Int, title: String)] = []
        for group in Command.Group.allCases {
            headings.append((table.rows.count, group.rawValue))
            for command in CommandTable.all where command.group == group {
                let name = StyledText("  " + command.name, .strong)
                let arguments = command.arguments.isEmpty ? StyledText() : StyledText(" " + command.arguments, .dim)
                table.add(name + arguments, StyledText(command.summary))
            }
        }
        let rows = table.wrappedRows(width: width, flexible: 1)
        var lines: [StyledText] = []
        for (row, text) in rows.enumerated() {
            if let heading = headings.first(where: { $0.row == row }) { lines.append(StyledText(heading.title, .dim)) }
            lines += text
        }
        return lines
            + StyledText("`help COMMAND` explains a command, `help TOPIC` a topic: \(topicNames).", .dim).wrapped(
                to: width)
    }

    /// The help of a command or a topic.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if there is neither.
    static func lines(topic name: String, width: Int) throws(InspectorError) -> [StyledText] {
        if let topic = HelpTopic.all.first(where: { $0.name == name }) {
            return paragraphs(topic.lines, width: width)
        }
        let command: Command
        do {
            command = try CommandTable.command(named: name)
        } catch {
            let topics = HelpTopic.all.filter { $0.name.hasPrefix(name) }
            guard let topic = topics.first, topics.count == 1 else { throw error }
            return paragraphs(topic.lines, width: width)
        }
        return lines(command, width: width)
    }

    private static func lines(_ command: Command, width: Int) -> [StyledText] {
        var lines = StyledText(command.usage, .strong).wrapped(to: width, hanging: 2)
        lines += paragraphs([command.summary], width: width) + paragraphs(command.details, width: width)
        var table = Table(.left, .left)
        for option in command.options {
            table.add(
                StyledText("  --\(option.name)\(option.value.map { " \($0)" } ?? "")"), StyledText(option.summary))
        }
        lines += table.wrappedRows(width: min(width, longest), flexible: 1).flatMap { $0 }
        if !command.aliases.isEmpty {
            lines.append(StyledText("also: \(command.aliases.joined(separator: ", "))", .dim))
        }
        return lines
    }

    /// Wraps running text at a width that is easy to read; indented lines stay as they are.
    private static func paragraphs(_ texts: [String], width: Int) -> [StyledText] {
        var merged: [String] = []
        for text in texts {
            if let last = merged.last, !last.hasPrefix(" "), !text.hasPrefix(" ") {
                merged[merged.count - 1] = "\(last) \(text)"
            } else {
                merged.append(text)
            }
        }
        return merged.flatMap { StyledText($0).wrapped(to: min(width, longest), hanging: $0.hasPrefix(" ") ? 4 : 0) }
    }

    /// The maximum width of running text, in columns.
    private static let longest = 100

    private static var topicNames: String {
        HelpTopic.all.map(\.name).joined(separator: ", ")
    }
}
