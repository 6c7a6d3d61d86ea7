import Strobe

/// The life of the items screen as a table of transitions.
///
/// After ["Eliminating Degenerate View Controller
/// States"](https://www.vadimbulavin.com/degenerate-view-controller-states/) by Vadim Bulavin. It begins in `loading`,
/// which requests the items: loading starts as soon as somebody performs that. Items or a failure are the answer to a
/// request: while none is running they are illegal, as is everything that the table does not have. The article loads once.
/// Here `load` leads to `loading` again, from everywhere, and a new request replaces one that is still running.
enum ItemsMachine {
    private static let isEmpty = Guard<ItemsState, ItemsEvent>("items.isEmpty", of: ItemsEvent.loaded) { $0.isEmpty }

    static let machine = StateMachine<ItemsState, ItemsEvent, ItemsEffect>(
        initial: .loading,
        transitions: [
            .on(.load, to: .loading),
            .on(.loaded, from: .loading, when: isEmpty, to: .empty),
            .on(
                .loaded, from: .loading, when: !isEmpty, to: .showingData, carrying: ItemsEvent.loaded,
                into: ItemsState.showingData),
            .on(.failed, from: .loading, to: .error, carrying: ItemsEvent.failed, into: ItemsState.error),
        ],
        enter: [.loading: [.load]])
}
