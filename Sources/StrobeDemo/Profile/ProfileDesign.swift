import Strobe
import StrobeServer

/// The store of the profile view, with a screen that shows it.
struct ProfileDesign: DemoDesign {
    let screen: Screen
    let interactor: ProfileInteractor

    init(backend: BackendClient) {
        let screen = Screen()
        self.screen = screen
        interactor = ProfileInteractor(
            load: { try await backend.get(.profile) }, executor: BackgroundExecutor(label: "profile"),
            display: { screen.draw($0.rows) })
    }

    func add(to server: DebugServer) {
        server.add(interactor.store, id: "profile")
    }

    func use(turn: Int) {
        interactor.send(.load)
    }
}
