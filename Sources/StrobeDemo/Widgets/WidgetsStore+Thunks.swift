import Strobe

// What the text calls action creators, or thunks.

/// The user wants the current widgets with the first of them chosen; a thunk does both.
struct RefreshAndSelectFirst: WidgetAction, Codable, Equatable {}

extension ReduxStore where State == WidgetsState, Action == any WidgetAction {
    /// Refreshes, and chooses the first widget once the refresh is answered.
    ///
    /// It begins no fetch itself: cancelled half-way it chooses nothing, and the fetch still comes to its end.
    var refreshAndSelectFirst: Thunk<WidgetsState, any WidgetAction> {
        Thunk("refreshAndSelectFirst") { [weak store] context in
            guard let before = context.state?.refreshes, let answers = store?.values(of: \.refreshes) else { return }
            context.dispatch(RefreshWidgets())
            guard await answers.contains(where: { $0 > before }), let first = context.state?.widgets.first else {
                return
            }
            context.dispatch(SelectWidget(id: first.id))
        }
    }

    /// Performs the thunk on behalf of clients that can only dispatch a value, such as an inspector.
    ///
    /// - Parameter delivery: Where the middleware that does it is called.
    func performThunks(on delivery: Delivery) {
        store.addMiddleware(on: delivery) { [weak self] _, action, context in
            guard action is RefreshAndSelectFirst, let self else { return }
            dispatch(refreshAndSelectFirst, cause: context.cause)
        }
    }
}
