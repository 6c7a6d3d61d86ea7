import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    var storeRendering: StoreRendering {
        get async {
            StoreRendering(
                layout: layout, diverged: session.known.diverged, isRecorded: await session.recording != nil)
        }
    }

    /// Shows what the history of each store keeps, and what it does not.
    func showHistories() async throws {
        var stores: [Answer<StoreDescription>] = []
        for store in try await session.refreshStores().result.stores {
            stores.append(try await answer(StoreDescribe(store: store.id)))
        }
        let lines = await storeRendering.longLines(stores.map(\.result), current: location.store)
        show(
            .object(["stores": .array(stores.map(\.raw))]),
            lines)
    }

    /// Switches to a store, and shows it.
    func showUse(of name: String) async throws {
        let id = try await use(name)
        let answer = try await answer(StoreDescribe(store: id))
        let rendering = StoreRendering(layout: layout, isRecorded: await session.recording != nil)
        show(answer) { rendering.lines([$0], current: id) }
    }

    /// What the current store is doing at a seq; `nil` if nothing, for past positions and with JSON output.
    func pendingRemark(at position: Position?, seq: Int) async -> String? {
        // A store that can be replayed is never suspended in a reducer.
        guard !options.isJSON, position == nil, let id = location.store,
            session.stores.first(where: { $0.id == id })?.capabilities.replay == false,
            let store = try? await answer(StoreDescribe(store: id)).result, store.seq == seq
        else { return nil }
        return PendingRendering().summary(of: store)
    }

    /// Switches to a store by id, name or prefix of an id.
    ///
    /// - Returns: The id.
    /// - Throws: ``InspectorError`` (`failed`) if no store matches or several do.
    func use(_ name: String) async throws -> String {
        let id = try await session.storeID(named: name)
        await move { $0.use(id) }
        return id
    }
}
