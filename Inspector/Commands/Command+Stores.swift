import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let stores = Command(
        name: "stores", aliases: ["ls"], group: .session, arguments: "", summary: "list the stores of the process"
    ) { _, session in
        let answer = try await session.refreshStores()
        let current = await session.standing.store
        let diverged = await session.diverged
        session.show(answer) {
            StoreRendering(layout: session.layout, diverged: diverged).lines($0.stores, current: current)
        }
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
        session.show(answer) { StoreRendering(layout: session.layout).lines([$0], current: id) }
    }
}
