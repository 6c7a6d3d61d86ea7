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
    ///   - dependencies: The backend that has the profile, and where it is asked.
    ///   - say: Called with what the screen shows, in words for people.
    init(dependencies: Dependencies, say: @escaping @Sendable (String) -> Void) {
        interactor = ProfileInteractor(dependencies: dependencies)
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
