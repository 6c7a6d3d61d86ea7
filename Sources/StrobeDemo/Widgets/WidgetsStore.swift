import Strobe

/// The store of the shop: actions of many types, reducers in order, middleware that fetches and middleware that counts.
///
/// After ["Wake up to Redux - a state management pattern"](https://blog.codeglee.com/2020/04/19/wake-up-to-redux.html).
typealias WidgetsStore = ReduxStore<WidgetsState, any WidgetAction>

extension ReduxStore where State == WidgetsState, Action == any WidgetAction {
    /// Makes the store.
    ///
    /// - Parameters:
    ///   - provider: Where widgets come from.
    ///   - interval: The minimum time between the beginnings of two fetches.
    ///   - clock: The clock that measures it.
    ///   - tracker: Called for every action.
    ///   - serialDispatcher: Where actions are reduced.
    ///   - mainDispatcher: When listeners are called on the main actor.
    ///   - middlewareDispatcher: Where middleware is called; by default, each on a queue of its own.
    convenience init<Time: Clock>(
        provider: any WidgetProviding, interval: Duration, clock: Time, tracker: any Tracking,
        serialDispatcher: Delivery = .serialQueue("strobe.widgets"), mainDispatcher: MainActorDelivery = .mainActor,
        middlewareDispatcher: Delivery? = nil
    ) where Time.Duration == Duration {
        self.init(
            state: WidgetsState(), reducers: WidgetsReducers.all, serialDispatcher: serialDispatcher,
            mainDispatcher: mainDispatcher,
            middleware: [
                WidgetProviderMiddleware(provider: provider, interval: interval, clock: clock),
                AnalyticsMiddleware(tracker: tracker),
            ],
            middlewareDispatcher: middlewareDispatcher)
        // Performs the thunk on behalf of clients that can only dispatch a value, such as an inspector.
        store.addMiddleware(on: middlewareDispatcher ?? .serialQueue()) { [weak self] _, action, context in
            guard action is RefreshAndSelectFirst, let self else { return }
            dispatch(refreshAndSelectFirst, cause: context.cause)
        }
    }

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
}
