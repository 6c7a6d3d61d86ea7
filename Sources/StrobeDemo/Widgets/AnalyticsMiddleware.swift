import Strobe

/// Tells a tracker of every action by its type, and nobody of what is in it.
struct AnalyticsMiddleware: Middleware {
    let tracker: any Tracking

    func apply(state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>) {
        tracker.track(String(describing: type(of: action)))
    }
}
