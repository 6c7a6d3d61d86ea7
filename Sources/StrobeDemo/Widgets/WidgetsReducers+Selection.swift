// Beyond the text: one of the widgets can be chosen.

/// The user chose a widget.
struct SelectWidget: WidgetAction, Codable, Equatable {
    var id: Widget.ID
}

/// The user wants no widget to be chosen any more.
struct ClearSelection: WidgetAction, Codable, Equatable {}

extension WidgetsReducers {
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
}
