import Strobe
import StrobeServer

/// The store of the items screen whose machine is a table.
@MainActor
struct ItemsDesign: DemoDesign {
    let store: Store<ItemsState, ItemsEvent, ItemsEffect>
    let screen: Screen<ItemsScreen>

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - service: Loads the items.
    ///   - say: Called with what the screen shows, in words for people.
    init(service: ItemsService, say: @escaping @Sendable (String) -> Void) {
        store = Store(machine: ItemsMachine.machine)
        let items = store.observed
        screen = Screen({ ItemsScreen(items.state) }, show: { say("items: \($0)") })
        store.setEffectHandler(schedule: \.schedule) { effect, context in
            context.dispatch(await effect.event(from: service.load))
        }
    }

    func add(to server: DebugServer) {
        server.add(store, id: "items")
    }

    func begin() {
        store.dispatch(.load)
    }

    func use(turn: Int) {
        store.dispatch(.load)
    }
}
