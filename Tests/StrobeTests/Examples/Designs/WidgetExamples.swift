import Strobe
import Testing

/// The code of the article on Redux.
@Suite("The article on Redux", .timeLimit(.minutes(5)))
struct WidgetExamples {
    @Test("middleware fetches widgets, and a list shows them")
    @MainActor func widgets() async {
        protocol WidgetAction: Sendable {}
        struct RefreshWidgets: WidgetAction, Codable {}
        struct UpdateWidgets: WidgetAction, Codable { var widgets: [String] }

        struct WidgetsState: Codable, Sendable { var widgets: [String] = [] }

        @Sendable func reduce(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
            switch action {
            case let action as UpdateWidgets: WidgetsState(widgets: action.widgets)
            default: state
            }
        }

        struct WidgetProviderMiddleware: Middleware {
            let provideWidgets: @Sendable () async -> [String]

            func apply(
                state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>
            ) {
                guard action is RefreshWidgets else { return }
                let schedule = EffectSchedule.throttled("fetch", for: .seconds(30), latest: false)
                context.run("fetch", schedule: schedule) { context in
                    context.dispatch(UpdateWidgets(widgets: await provideWidgets()))
                }
            }
        }

        struct AnalyticsMiddleware: Middleware {
            let track: @Sendable (String) -> Void

            func apply(
                state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>
            ) {
                if action is RefreshWidgets { track("a refresh was requested") }
            }
        }

        let store = ReduxStore<WidgetsState, any WidgetAction>(
            state: WidgetsState(),
            reducers: [reduce],
            middleware: [
                WidgetProviderMiddleware { ["clock", "lamp"] },
                AnalyticsMiddleware { print($0) },
            ])

        final class WidgetList: UpdateListener {
            let store: ReduxStore<WidgetsState, any WidgetAction>
            private(set) var rows: [String] = []

            init(store: ReduxStore<WidgetsState, any WidgetAction>) {
                self.store = store
                store.addListener(self)
            }

            func stateUpdated() { rows = store.state.widgets }
            func pullToRefresh() { store.dispatch(RefreshWidgets()) }
        }
        let list = WidgetList(store: store)
        list.pullToRefresh()  // soon, the list shows clock and lamp

        let reset = Thunk<WidgetsState, any WidgetAction>("reset") { context in
            guard context.state?.widgets.isEmpty == false else { return }
            context.dispatch(UpdateWidgets(widgets: []))
            context.dispatch(RefreshWidgets())
        }
        for await widgets in store.values(of: \.widgets) where widgets == ["clock", "lamp"] { break }
        store.dispatch(reset)
        for await widgets in store.values(of: \.widgets) where widgets.isEmpty { break }
        while !list.rows.isEmpty { await Task.yield() }
        #expect(store.state.widgets.isEmpty, "less than 30 seconds later, nothing is fetched")
    }
}
