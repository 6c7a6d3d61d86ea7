import Strobe
import StrobeServer

/// The widgets store, with a list that shows it and a counter that counts for the analytics.
struct WidgetsDesign: DemoDesign {
    let store: WidgetsStore
    private let list: WidgetList

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - backend: Where widgets, their details and their pictures come from.
    ///   - interval: The minimum time between the beginnings of two fetches.
    ///   - say: Called with what the list shows and the analytics count, in words for people.
    @MainActor
    init(backend: BackendClient, interval: Duration, say: @escaping @Sendable (String) -> Void) {
        store = WidgetsStore(
            provider: backend, limit: RequestLimit(interval),
            tracker: ActionCounter { say("widgets: \($0) was dispatched \($1)×") })
        list = WidgetList(store: store, images: WidgetImages(load: backend.image)) { rows in
            let words = rows.map { $0.drop { $0 == " " } }.joined(separator: ", ")
            say("widgets: \(words.isEmpty ? "nothing" : words)")
        }
        store.addListener(list)
    }

    func add(to server: DebugServer) {
        server.add(
            store.store, id: "widgets",
            actions: [
                RefreshWidgets.self, FetchStarted.self, RefreshSkipped.self, UpdateWidgets.self, FetchFailed.self,
                SelectWidget.self, ClearSelection.self, RefreshAndSelectFirst.self, UpdateDetails.self,
                DetailsFailed.self,
            ])
    }

    /// Looks at what is there, chooses something, changes its mind.
    @MainActor
    func use(turn: Int) {
        switch turn % 4 {
        case 0: list.pullToRefresh()
        case 1: store.dispatch(store.refreshAndSelectFirst)
        case 2: store.dispatch(SelectWidget(id: 12))
        default: store.dispatch(ClearSelection())
        }
    }
}
