import StrobeProtocol
import StrobeTree

extension Session {
    var storeRendering: StoreRendering {
        StoreRendering(layout: layout, diverged: diverged, isRecorded: recording != nil)
    }

    /// Shows each store with what its history holds, and what that does not keep.
    func showHistories() async throws {
        var stores: [Answer<StoreDescription>] = []
        for store in try await refreshStores().result.stores {
            stores.append(try await answer(StoreDescribe(store: store.id)))
        }
        show(
            .object(["stores": .array(stores.map(\.raw))]),
            storeRendering.longLines(stores.map(\.result), current: location.store))
    }
}
