import InspectorCore
import StrobeProtocol

extension Command {
    static let pending = Command(
        name: "pending", group: .look, arguments: "",
        summary: "show the action being reduced, and the waiting ones",
        details: [
            "`▸` marks the action that a suspended reducer is working on; the waiting ones are numbered. Each is shown",
            "with its origin, time and age. `held` shows what a gate holds, with ids.",
        ]
    ) { _, context in
        let answer = try await context.answer(StoreDescribe(store: try await context.store()))
        context.show(answer) { PendingRendering(layout: context.layout).lines($0) }
    }
}
