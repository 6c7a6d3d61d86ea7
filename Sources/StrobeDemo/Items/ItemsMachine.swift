import Strobe

/// The life of the items screen as a table of transitions.
///
/// After "Eliminating Degenerate View Controller States". It begins in `loading`: as soon as the view is there, it
/// sends `load`, which leads to `loading` from everywhere and so enters it. On entering, the items are requested; a new
/// request replaces an earlier one that is still running. Items or a failure are the answer to a request: while none is
/// running they are illegal.
enum ItemsMachine {
    private static let isEmpty = Guard<ItemsState, ItemsEvent>("items.isEmpty", of: CasePath(ItemsEvent.loaded)) {
        $0.isEmpty
    }

    static let machine = StateMachine<ItemsState, ItemsEvent, ItemsEffect>(
        initial: .loading,
        transitions: [
            .on(.load, to: .loading),
            .on(.loaded, from: .loading, when: isEmpty, to: .empty),
            .on(
                .loaded, from: .loading, when: !isEmpty, to: .showingData, carrying: CasePath(ItemsEvent.loaded),
                into: ItemsState.showingData),
            .on(
                .failed, from: .loading, to: .error, carrying: CasePath(ItemsEvent.failed),
                into: ItemsState.error),
        ],
        enter: [.loading: [.load]])
}
