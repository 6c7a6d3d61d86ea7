import LineEditing
import StrobeTree

extension Command {
    static let echo = Command(
        name: "echo", group: .script, arguments: "[TEXT]", summary: "print a text", limit: nil
    ) { invocation, session in
        let text = invocation.argument ?? ""
        session.show(.string(text), [StyledText(text)])
    }

    static let help = Command(
        name: "help", aliases: ["h", "?"], group: .session, arguments: "[TOPIC]",
        summary: "list the commands, or explain one",
        details: ["Other topics: \(HelpTopic.all.map(\.name).joined(separator: ", "))."], limit: 1,
        completion: [.command]
    ) { invocation, session in
        let lines: [StyledText]
        if let name = invocation.argument {
            lines = try HelpRendering.lines(topic: name, width: session.layout.width)
        } else {
            lines = HelpRendering.overview(width: session.layout.width)
        }
        session.show(.string(lines.map(\.plain).joined(separator: "\n")), lines)
    }

    static let quit = Command(
        name: "quit", aliases: ["q", "exit"], group: .session, arguments: "", summary: "quit; the process keeps running"
    ) { _, session in
        await session.leave()
    }
}
