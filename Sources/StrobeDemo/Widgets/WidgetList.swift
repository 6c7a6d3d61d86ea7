import Strobe

/// The list of widgets on the screen: when it is notified of a change, it reads the state and draws again.
///
/// It knows the store, not what becomes of the actions that it dispatches.
final class WidgetList: UpdateListener {
    private let store: WidgetsStore
    private let images: WidgetImages
    private let draw: @MainActor ([String]) -> Void
    /// What is on the screen, top to bottom.
    private(set) var rows: [String] = []

    /// Makes an empty list, which draws with the next change.
    ///
    /// - Parameters:
    ///   - store: The store to show; the caller adds the list there as a listener.
    ///   - images: The pictures of its rows.
    ///   - draw: Draws rows, top to bottom.
    init(store: WidgetsStore, images: WidgetImages, draw: @escaping @MainActor ([String]) -> Void = { _ in }) {
        self.store = store
        self.images = images
        self.draw = draw
    }

    func stateUpdated() {
        rows = store.state.rows { id in
            images.image(id, ready: { [weak self] in self?.stateUpdated() })
        }
        draw(rows)
    }

    /// The user pulls the list down.
    func pullToRefresh() {
        store.dispatch(RefreshWidgets())
    }
}
