import InspectorCore
import LineEditing

extension Command {
    static let ui = Command(
        name: "ui", aliases: ["screen"], group: .session, arguments: "",
        summary: "show log, changes and state on the full screen",
        details: [
            "A second view of this session: the action that is chosen there is the position of the prompt, as with",
            "`goto`. Looking changes nothing in the program. At the end of the log, new actions are followed. Keys:",
        ] + ScreenKeys.lines(width: 80).map { "  \($0.plain)" },
        isForHits: false
    ) { _, context in
        guard let editor = context.console.lineEditor, !context.options.isJSON, context.scriptRun == nil else {
            throw InspectorError(
                .failed, "`ui` needs a terminal: type it at the prompt. `log`, `state` and `watch` print the same.")
        }
        try await ScreenRunner(context: context, editor: editor).run()
    }
}
