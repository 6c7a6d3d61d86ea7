import Strobe

/// Tracks what the user does, by its type and not by its content; what the program answers is not tracked.
struct AnalyticsMiddleware: Middleware {
    let tracker: any Tracking

    func apply(state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>) {
        switch action {
        case is RefreshWidgets, is SelectWidget: tracker.track("\(type(of: action))")
        default: break
        }
    }
}
