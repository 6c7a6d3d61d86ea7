import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let info = Command(
        name: "info", aliases: ["status"], group: .session, arguments: "",
        summary: "show the process: where it listens, when it started, the access that it grants",
        details: [
            "Also shows the version of its server, what it hides, and its stores. For a recording, the same as",
            "`about`. From a shell: strobe attach TARGET -e info.",
        ]
    ) { _, context in
        if let recording = await context.session.recording {
            return context.show(recording.summary.value, recording.lines(context.layout))
        }
        guard var opened = context.session.opened else {
            throw InspectorError(.failed, "Nothing is known of the process. `stores` lists its stores.")
        }
        opened.stores = try await context.session.refreshStores().result.stores
        let lines = InfoRendering(layout: context.layout).lines(opened, endpoints: context.session.endpoints)
        let object = try MessageEncoder().encode(opened)
        context.show(object, lines)
    }
}
