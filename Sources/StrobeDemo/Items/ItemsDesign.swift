import Strobe
import StrobeServer

/// The store of the items screen whose machine is a table.
@MainActor
struct ItemsDesign: DemoDesign {
    let store = Store(machine: ItemsMachine.machine)
    let screen: Screen<ItemsScreen>

    /// Makes the store, which begins to load.
    ///
    /// - Parameters:
    ///   - service: Loads the items.
    ///   - isQuiet: Whether nothing is loaded before somebody asks for it.
    ///   - say: Called with what the screen shows, in words for people.
    init(service: ItemsService, isQuiet: Bool, say: @escaping @Sendable (String) -> Void) {
        let items = store.observed
        screen = Screen({ ItemsScreen(items.state) }, show: { say("items: \($0)") })
        store.setEffectHandler(schedule: \.schedule) { effect, context in
            // Nobody has asked for what the first state begins with: no event is its cause.
            if isQuiet, context.cause == nil { return }
            switch effect {
            case .load: context.dispatch(await service.load())
            }
        }
    }

    func add(to server: DebugServer) {
        server.add(store, id: "items")
    }

    func use(turn: Int) {
        store.dispatch(.load)
    }
}
