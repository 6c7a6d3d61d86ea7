import Strobe

/// Fetches widgets when the user wants to see the current ones, but at most once every so often.
///
/// A fetch is listed among the store's effects, and ends with the store.
struct WidgetProviderMiddleware: Middleware {
    let provider: any WidgetProviding
    let limit: RequestLimit

    func apply(state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>) {
        guard action is RefreshWidgets else { return }
        if let seconds = limit.secondsToWait() { return context.dispatch(RefreshSkipped(retryAfter: seconds)) }
        context.dispatch(FetchStarted())
        context.run("widgets") { [provider] context in
            do {
                context.dispatch(UpdateWidgets(widgets: try await provider.widgets()))
            } catch {
                context.dispatch(FetchFailed(reason: BackendError.message(of: error)))
            }
        }
    }
}
