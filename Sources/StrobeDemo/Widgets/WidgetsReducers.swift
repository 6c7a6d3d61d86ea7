import Strobe

/// The reducers of the widgets store: pure functions, each of the part of the state that it deals with.
///
/// The text's are a list of functions of the whole state, which a `ReduxStore` takes as well.
enum WidgetsReducers {
    /// All of them, in the order in which the state goes through them.
    static let all = CombinedReducer<WidgetsState, any WidgetAction, Never> {
        Reduce(widgets).scoped(state: \.widgets, action: .whole)
        Reduce(loadState).scoped(state: \.loadState, action: .whole)
        Reduce(selection)
        Reduce(refreshes).scoped(state: \.refreshes, action: .whole)
        Reduce(details)
    }

    /// Takes over what was fetched.
    @Sendable static func widgets(widgets: [Widget], action: any WidgetAction) -> [Widget] {
        (action as? UpdateWidgets)?.widgets ?? widgets
    }
}
