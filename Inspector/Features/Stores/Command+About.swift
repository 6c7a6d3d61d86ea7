import LineEditing

extension Command {
    static let about = Command(
        name: "about", group: .session, arguments: "",
        summary: "show the open recording, or the history of each store, and what is missing",
        details: [
            "Of a process, what the history of each store holds, and what was given up because it does not fit.",
            "Of a recording, whose process it was and when, how it ended, what was redacted; the transitions that were not recorded and",
            "the places of the file that are damaged.",
        ]
    ) { _, context in
        guard let recording = await context.session.recording else {
            return try await context.showHistories()
        }
        context.show(recording.summary.value, recording.lines(context.layout))
    }
}
