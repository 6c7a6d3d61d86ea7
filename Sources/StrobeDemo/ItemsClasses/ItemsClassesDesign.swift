import Strobe
import StrobeServer

/// The store of the items screen whose states are objects.
struct ItemsClassesDesign: DemoDesign {
    let controller: ItemsController

    /// Makes the screen.
    ///
    /// - Parameter service: Loads the items.
    @MainActor init(service: ItemsService) {
        controller = ItemsController(load: service.load)
    }

    func add(to server: DebugServer) async {
        server.add(await controller.machine, id: "items-classes")
    }

    func begin() async {
        await controller.viewDidLoad()
    }

    func use(turn: Int) async {
        await controller.machine.send(.load)
    }
}
