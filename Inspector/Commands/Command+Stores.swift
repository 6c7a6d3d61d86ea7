import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let stores = Command(
        name: "stores", aliases: ["ls"], group: .session, arguments: "", summary: "list the stores of the process",
        details: ["With --long also what the history of each holds in memory, and where it begins."],
        options: [Option(name: "long", summary: "ask each store for the memory of its history")]
    ) { invocation, session in
        let answer = try await session.refreshStores()
        let current = await session.standing.store
        let rendering = StoreRendering(
            layout: session.layout, diverged: await session.diverged, isRecorded: await session.recording != nil)
        guard invocation.has("long") else {
            return session.show(answer) { rendering.lines($0.stores, current: current) }
        }
        var stores: [Answer<StoreDescription>] = []
        for store in answer.result.stores {
            stores.append(try await session.answer(StoreDescribe(store: store.id)))
        }
        session.show(
            .object(["stores": .array(stores.map(\.raw))]),
            rendering.longLines(stores.map(\.result), current: current))
    }

    static let use = Command(
        name: "use", aliases: ["u"], group: .session, arguments: "STORE", summary: "take another store into use",
        details: ["The position in each store stays as it was left."], limit: 1, completion: [.store]
    ) { invocation, session in
        guard let name = invocation.argument else {
            throw InspectorError(.usage, "`use` needs a store. `stores` lists them. Usage: \(invocation.command.usage)")
        }
        let id = try await session.use(name)
        let answer = try await session.answer(StoreDescribe(store: id))
        let isRecorded = await session.recording != nil
        session.show(answer) {
            StoreRendering(layout: session.layout, isRecorded: isRecorded).lines([$0], current: id)
        }
    }
}
