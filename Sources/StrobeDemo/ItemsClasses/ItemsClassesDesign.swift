import Strobe
import StrobeServer

/// The store of the items screen whose states are objects.
@MainActor
struct ItemsClassesDesign: DemoDesign {
    let controller: ItemsController
    let screen: Screen<ItemsScreen>

    /// Makes the screen, which begins to load.
    ///
    /// - Parameters:
    ///   - service: Loads the items.
    ///   - isQuiet: Whether nothing is loaded before somebody asks for it.
    ///   - say: Called with what the screen shows, in words for people.
    init(service: ItemsService, isQuiet: Bool, say: @escaping @Sendable (String) -> Void) {
        let controller = ItemsController(load: service.load)
        self.controller = controller
        screen = Screen({ controller.screen }, show: { say("items-classes: \($0)") })
        if !isQuiet { controller.viewDidLoad() }
    }

    func add(to server: DebugServer) {
        server.add(controller.machine, id: "items-classes")
    }

    func use(turn: Int) {
        controller.machine.dispatch(.load)
    }
}
