import LineEditing
import StrobeTree

extension Command {
    static let about = Command(
        name: "about", group: .session, arguments: "",
        summary: "tell what recording is open, and what is missing in it",
        details: [
            "Whose process it was and when, how it ended, what was redacted; the transitions that were not recorded and",
            "the places of the file that are damaged.",
        ]
    ) { _, session in
        guard let recording = await session.recording else {
            throw InspectorError(.failed, "No recording is open: this is a process. `stores` lists its stores.")
        }
        session.show(recording.summary.value, recording.lines(session.layout))
    }
}
