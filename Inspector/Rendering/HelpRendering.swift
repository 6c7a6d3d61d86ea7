import LineEditing
import StrobeTree

/// The command table as help text.
enum HelpRendering {
    /// All commands in groups, a line each.
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
        var lines = table.lines(width: width, flexible: 1)
        for heading in headings.reversed() { lines.insert(StyledText(heading.title, .dim), at: heading.row) }
        lines.append(StyledText("help COMMAND says more. Topics: \(topicNames).", .dim))
        return lines
    }

    /// What there is to say of a command or a topic.
    ///
    /// - Throws: ``InspectorError`` (`usage`) where there is neither.
    static func lines(topic name: String) throws(InspectorError) -> [StyledText] {
        if let topic = HelpTopic.all.first(where: { $0.name == name }) { return topic.lines.map { StyledText($0) } }
        let command: Command
        do {
            command = try CommandTable.command(named: name)
        } catch {
            let topics = HelpTopic.all.filter { $0.name.hasPrefix(name) }
            guard let topic = topics.first, topics.count == 1 else { throw error }
            return topic.lines.map { StyledText($0) }
        }
        return lines(command)
    }

    private static func lines(_ command: Command) -> [StyledText] {
        var lines = [StyledText(command.usage, .strong), StyledText(command.summary)]
        lines += command.details.map { StyledText($0) }
        var table = Table(.left, .left)
        for option in command.options {
            table.add(
                StyledText("  --\(option.name)\(option.value.map { " \($0)" } ?? "")"), StyledText(option.summary))
        }
        lines += table.lines(width: .max, flexible: 1)
        if !command.aliases.isEmpty {
            lines.append(StyledText("also: \(command.aliases.joined(separator: ", "))", .dim))
        }
        return lines
    }

    private static var topicNames: String {
        HelpTopic.all.map(\.name).joined(separator: ", ")
    }
}
