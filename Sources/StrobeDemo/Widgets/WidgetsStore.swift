import Strobe

/// The store of the shop: actions of many types, reducers in order, middleware that fetches and middleware that counts.
///
/// After ["Wake up to Redux - a state management pattern"](https://blog.codeglee.com/2020/04/19/wake-up-to-redux.html) by
/// Codeglee (2020). Its story is in `WidgetsState`, `WidgetAction`, `WidgetsReducers`, `WidgetProviderMiddleware`,
/// `AnalyticsMiddleware` and `WidgetList`. What the text advises without showing it has files of its own: load states,
/// details that come later than the list, pictures that are loaded when their row is shown, and a thunk; so has what it
/// does not have, a choice among the widgets.
typealias WidgetsStore = ReduxStore<WidgetsState, any WidgetAction>

extension ReduxStore where State == WidgetsState, Action == any WidgetAction {
    /// Makes the store.
    ///
    /// - Parameters:
    ///   - provider: Where widgets and their details come from.
    ///   - limit: How often widgets are fetched.
    ///   - tracker: Called for what the user does.
    ///   - serialDispatcher: Where actions are reduced.
    ///   - mainDispatcher: When listeners are called on the main actor.
    ///   - middlewareDispatcher: Where middleware is called; by default, each on a queue of its own.
    convenience init(
        provider: any WidgetProviding & WidgetDetailsProviding, limit: RequestLimit, tracker: any Tracking,
        serialDispatcher: Delivery = .serialQueue("strobe.widgets"), mainDispatcher: MainActorDelivery = .mainActor,
        middlewareDispatcher: Delivery? = nil
    ) {
        self.init(
            state: WidgetsState(), reducer: WidgetsReducers.all, serialDispatcher: serialDispatcher,
            mainDispatcher: mainDispatcher,
            middleware: [
                WidgetProviderMiddleware(provider: provider, limit: limit), AnalyticsMiddleware(tracker: tracker),
                WidgetDetailsMiddleware(provider: provider),
            ],
            middlewareDispatcher: middlewareDispatcher)
        performThunks(on: middlewareDispatcher ?? .serialQueue())
    }
}
