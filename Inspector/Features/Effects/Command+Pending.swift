import StrobeProtocol

extension Command {
    static let pending = Command(
        name: "pending", group: .look, arguments: "",
        summary: "show the action being reduced, and the waiting ones",
        details: [
            "Asynchronous reducers may be suspended: `▸` marks the action that is being reduced, numbers those that",
            "wait, with their origin and since when. `held` shows what a gate holds, with ids.",
        ]
    ) { _, context in
        let answer = try await context.answer(StoreDescribe(store: try await context.store()))
        context.show(answer) { PendingRendering(layout: context.layout).lines($0) }
    }
}
