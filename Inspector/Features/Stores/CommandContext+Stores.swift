import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    var storeRendering: StoreRendering {
        get async {
            StoreRendering(
                layout: layout, diverged: await session.known.diverged, isRecorded: await session.recording != nil)
        }
    }

    /// Shows each store with what its history holds, and what that does not keep.
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

    /// Takes a store into use, and shows it.
    func showUse(of name: String) async throws {
        let id = try await use(name)
        let answer = try await answer(StoreDescribe(store: id))
        let rendering = StoreRendering(layout: layout, isRecorded: await session.recording != nil)
        show(answer) { rendering.lines([$0], current: id) }
    }

    /// What the store in use is doing at a seq, for people; `nil` where it has nothing to do, and in the past.
    func pendingRemark(at position: Position?, seq: Int) async -> String? {
        // What can be replayed is not suspended in the middle of it.
        guard !options.isJSON, position == nil, let id = await location.store,
            await session.stores.first(where: { $0.id == id })?.capabilities.replay == false,
            let store = try? await answer(StoreDescribe(store: id)).result, store.seq == seq
        else { return nil }
        return PendingRendering().summary(of: store)
    }

    /// Takes a store into use by id, name or the beginning of an id.
    ///
    /// - Returns: The id.
    /// - Throws: ``InspectorError`` (`failed`) where no store or more than one is meant.
    func use(_ name: String) async throws -> String {
        let id = try await session.storeID(named: name)
        await move { $0.use(id) }
        return id
    }
}
