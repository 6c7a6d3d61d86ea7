import Strobe

/// A state of the items screen that knows how to enter itself, and where an event leads from it.
class ItemsStateObject: StateObject<ItemsState, ItemsEvent, ItemsController> {
    /// Makes the object of a kind.
    static func make(_ kind: ItemsState, host: ItemsController) -> StateObject<ItemsState, ItemsEvent, ItemsController>
    {
        switch kind {
        case .loading: LoadingState(host: host)
        case .showingData(let items): ShowingDataState(items: items, host: host)
        case .empty: EmptyState(host: host)
        case .error(let reason): ErrorState(reason: reason, host: host)
        }
    }

    /// Hides everything; a subclass shows its own part after that.
    override func enter() {
        host?.screen = .nothing
    }

    /// `load` is allowed in every state; nothing else is expected.
    override func next(on event: ItemsEvent) -> ItemsState? {
        event == .load ? .loading : nil
    }
}
