import InspectorCore
import LineEditing

extension Command {
    static let about = Command(
        name: "about", group: .session, arguments: "",
        summary: "show the open recording, or the history of each store, and what is missing",
        details: [
            "For a process: what the history of each store holds, and what was dropped because it did not fit. For a",
            "recording: the process, when it was made, how it ended, what was redacted, which transitions were not",
            "recorded, and the damaged parts of the file.",
        ]
    ) { _, context in
        guard let recording = await context.session.recording else {
            return try await context.showHistories()
        }
        context.show(recording.summary.value, recording.lines(context.layout))
    }
}
