import InspectorCore
import LineEditing
import StrobeTree

/// Renders the command table as help text.
enum HelpRendering {
    /// The commands to begin with, each with an example and its short name.
    private static let first: [(line: String, text: String)] = [
        ("state .session", "the state, or a part of it (s); print, tree, table"),
        ("log", "what happened: the actions, newest last"),
        ("show 2", "one action in full; why (bt): what led to it"),
        ("diff first live", "what differs between two states"),
        ("find .session == .failed", "the first state in which a condition holds"),
        ("watch .session", "show its changes as they happen"),
        ("send .load", "dispatch an action; set changes the state itself"),
        ("undo", "restore the state before your last change"),
        ("goto 1", "look at a past state; next (n), back, live move"),
        ("break .loaded*", "stop before an action (b); then step, edit, resume (c)"),
        ("record start bug.jsonl", "record the session, for `strobe replay` and `report`"),
        ("log | less", "also > FILE, >> FILE, ; and &&"),
        ("ui", "log, changes and state on the whole screen"),
    ]

    /// The help on one screen.
    static func overview(width: Int) -> [StyledText] {
        var table = Table(.left, .left)
        for (line, text) in first { table.add(StyledText("  \(line)", .strong), StyledText(text)) }
        return table.wrappedRows(width: width, flexible: 1).flatMap { $0 } + [StyledText()]
            + StyledText(
                "`help all` lists every command, `help COMMAND` explains one, `help signs` the signs in the output. Topics: "
                    + "\(topicNames). Tab completes, Enter repeats, `tour` shows it all in two minutes.", .dim
            ).wrapped(to: min(width, longest))
    }

    /// The names of all commands in groups, one a line.
    static func all(width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        for group in Command.Group.allCases {
            lines.append(StyledText(group.rawValue, .dim))
            var table = Table(.left, .left)
            for command in CommandTable.all where command.group == group {
                let names = StyledText("  " + command.name, .strong)
                let aliases = command.aliases.isEmpty ? "" : " " + command.aliases.joined(separator: " ")
                table.add(names + StyledText(aliases, .dim), StyledText(command.summary))
            }
            lines += table.wrappedRows(width: width, flexible: 1).flatMap { $0 }
        }
        return lines + [StyledText("`help COMMAND` explains one; its name may be shortened.", .dim)]
    }

    /// The help of a command or a topic.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if there is neither.
    static func lines(topic name: String, width: Int) throws(InspectorError) -> [StyledText] {
        if name == "all" { return all(width: width) }
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
        for example in Example.of(command) {
            lines.append(StyledText("  \(example.line)", .strong).fitted(to: width))
        }
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
