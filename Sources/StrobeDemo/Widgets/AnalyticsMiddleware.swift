import Strobe

/// Reports the type of every action to a tracker, and nothing of its content.
struct AnalyticsMiddleware: Middleware {
    let tracker: any Tracking

    func apply(state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>) {
        tracker.track(String(describing: type(of: action)))
    }
}
