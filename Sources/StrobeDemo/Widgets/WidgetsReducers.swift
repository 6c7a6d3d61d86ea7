/// The reducers of the widgets store: pure functions, each for one part of the state, that leave the rest as it is.
enum WidgetsReducers {
    /// All of them, in the order in which the state goes through them.
    static let all: [@Sendable (WidgetsState, any WidgetAction) -> WidgetsState] = [
        widgets, loadState, selection, refreshes,
    ]

    /// Takes over what was fetched.
    @Sendable static func widgets(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
        guard let update = action as? UpdateWidgets else { return state }
        var state = state
        state.widgets = update.widgets
        return state
    }

    /// Follows a fetch from its beginning to either end.
    ///
    /// A refresh alone begins nothing: the state would say `loading` for ever where it comes too soon to be fetched.
    @Sendable static func loadState(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
        var state = state
        switch action {
        case is FetchStarted: state.loadState = .loading
        case is UpdateWidgets: state.loadState = .loaded
        case let failure as FetchFailed: state.loadState = .failed(reason: failure.reason)
        default: break
        }
        return state
    }

    /// Chooses among the widgets that are there; it runs after they were replaced, and drops a choice that is gone.
    @Sendable static func selection(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
        var state = state
        switch action {
        case let select as SelectWidget where state.widgets.contains { $0.id == select.id }:
            state.selection = select.id
        case is ClearSelection:
            state.selection = nil
        case is UpdateWidgets where !state.widgets.contains { $0.id == state.selection }:
            state.selection = nil
        default:
            break
        }
        return state
    }

    /// Counts the refreshes that came to an end, whichever it was.
    @Sendable static func refreshes(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
        guard action is UpdateWidgets || action is FetchFailed || action is RefreshSkipped else { return state }
        var state = state
        state.refreshes += 1
        return state
    }
}
