import InspectorCore
import LineEditing
import StrobeTree

extension Command {
    static let help = Command(
        name: "help", aliases: ["h", "?"], group: .session, arguments: "[TOPIC]",
        summary: "show the commands to begin with, or explain one",
        details: ["`help all` lists the commands. Topics: \(HelpTopic.all.map(\.name).joined(separator: ", "))."],
        limit: 1,
        completion: [.command]
    ) { invocation, context in
        let lines: [StyledText]
        if let name = invocation.argument {
            lines = try HelpRendering.lines(topic: name, width: context.layout.width)
        } else {
            lines = HelpRendering.overview(width: context.layout.width)
        }
        context.show(.string(lines.map(\.plain).joined(separator: "\n")), lines)
    }

    static let quit = Command(
        name: "quit", aliases: ["q", "exit"], group: .session, arguments: "",
        summary: "quit; the process keeps running",
        isForHits: false
    ) { _, context in
        await context.session.leave()
    }
}
