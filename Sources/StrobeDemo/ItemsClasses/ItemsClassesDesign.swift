import Strobe
import StrobeServer

/// The store of the items screen whose states are objects.
struct ItemsClassesDesign: DemoDesign {
    let controller: ItemsController

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - service: Loads the items.
    ///   - say: Called with what the screen shows, in words for people.
    @MainActor init(service: ItemsService, say: @escaping @Sendable (String) -> Void) {
        controller = ItemsController(say: say, load: service.load)
    }

    func add(to server: DebugServer) async {
        server.add(await controller.machine, id: "items-classes")
    }

    func begin() async {
        await controller.viewDidLoad()
    }

    func use(turn: Int) async {
        await controller.machine.dispatch(.load)
    }
}
