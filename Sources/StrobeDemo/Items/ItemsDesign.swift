import Strobe
import StrobeServer

/// The store of the items screen whose machine is a table.
@MainActor
struct ItemsDesign: DemoDesign {
    let store: Store<ItemsState, ItemsEvent, ItemsEffect>
    let screen: Screen<ItemsScreen>
    private let view: AsyncStream<Never>.Continuation

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - service: Loads the items.
    ///   - say: Called with what the screen shows, in words for people.
    init(service: ItemsService, say: @escaping @Sendable (String) -> Void) {
        store = Store(machine: ItemsMachine.machine)
        let items = store.observed
        screen = Screen({ ItemsScreen(items.state) }, show: { say("items: \($0)") })
        // What the first state asks for waits for the view, which is not there while the demo is quiet.
        let (appearance, view) = AsyncStream.makeStream(of: Never.self)
        self.view = view
        store.setEffectHandler(schedule: \.schedule) { effect, context in
            if context.cause == 0 { for await _ in appearance {} }
            guard !Task.isCancelled else { return }
            context.dispatch(await effect.event(from: service.load))
        }
    }

    func add(to server: DebugServer) {
        server.add(store, id: "items")
    }

    /// The view is there: loading starts immediately.
    func begin() {
        view.finish()
    }

    func use(turn: Int) {
        store.dispatch(.load)
    }
}
