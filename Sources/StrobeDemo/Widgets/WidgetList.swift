import Strobe

/// The list of widgets on the screen: when it is notified of a change, it reads the state and draws again.
///
/// It knows the store, not what becomes of the actions that it dispatches.
final class WidgetList: UpdateListener {
    private let store: WidgetsStore
    private let draw: @MainActor ([String]) -> Void
    /// What is on the screen, top to bottom.
    private(set) var rows: [String] = []

    /// Makes an empty list, which draws with the next change.
    ///
    /// - Parameters:
    ///   - store: The store to show; the caller adds the list there as a listener.
    ///   - draw: Draws rows, top to bottom.
    init(store: WidgetsStore, draw: @escaping @MainActor ([String]) -> Void = { _ in }) {
        self.store = store
        self.draw = draw
    }

    func stateUpdated() {
        rows = Self.rows(of: store.state)
        draw(rows)
    }

    /// The user pulls the list down.
    func pullToRefresh() {
        store.dispatch(RefreshWidgets())
    }

    /// What a view shows of a state: the state itself is model data, and knows nothing of rows.
    nonisolated static func rows(of state: WidgetsState) -> [String] {
        let widgets = state.widgets.map { ($0.id == state.selection ? "▸ " : "  ") + $0.name }
        return switch state.loadState {
        case .idle, .loaded: widgets
        case .loading: widgets + ["Loading…"]
        case .failed(let reason): widgets + [reason]
        }
    }
}
