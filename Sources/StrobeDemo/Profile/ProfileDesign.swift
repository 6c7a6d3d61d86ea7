import Strobe
import StrobeServer

/// The store of the profile view, with a screen that shows it.
struct ProfileDesign: DemoDesign {
    let interactor: ProfileInteractor

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - backend: The backend that has the profile.
    ///   - say: Called with what the screen shows, in words for people.
    init(backend: BackendClient, say: @escaping @Sendable (String) -> Void) {
        let screen = Screen(name: "profile", say: say)
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
