/// The reducers of the widgets store: pure functions, each for one part of the state, that leave the rest as it is.
enum WidgetsReducers {
    /// All of them, in the order in which the state goes through them.
    static let all: [@Sendable (WidgetsState, any WidgetAction) -> WidgetsState] = [
        widgets, loadState, selection, refreshes, details,
    ]

    /// Takes over what was fetched.
    @Sendable static func widgets(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
        guard let update = action as? UpdateWidgets else { return state }
        var state = state
        state.widgets = update.widgets
        return state
    }
}
