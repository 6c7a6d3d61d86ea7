import Strobe
import StrobeServer

/// The store of the profile view, with a screen that shows it.
@MainActor
struct ProfileDesign: DemoDesign {
    let interactor: ProfileInteractor
    let screen: Screen<[ScreenRow]>

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - backend: The backend that has the profile.
    ///   - say: Called with what the screen shows, in words for people.
    init(backend: BackendClient, say: @escaping @Sendable (String) -> Void) {
        interactor = ProfileInteractor(
            load: { try await backend.get(.profile) }, executor: BackgroundExecutor(label: "profile"))
        let profile = interactor.store.observed
        screen = Screen(name: "profile", say: say) { profile.viewModel.rows }
    }

    func add(to server: DebugServer) {
        server.add(interactor.store, id: "profile")
    }

    func use(turn: Int) {
        interactor.send(.load)
    }
}
