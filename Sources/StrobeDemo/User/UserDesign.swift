import Strobe
import StrobeServer

/// The store of the user screen: a profile and its posts.
@MainActor
struct UserDesign: DemoDesign {
    let interactor: UserInteractor
    let screen: Screen<[ScreenRow]>

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - dependencies: The backend that has profile and posts, and where it is asked.
    ///   - say: Called with what the screen shows, in words for people.
    init(dependencies: Dependencies, say: @escaping @Sendable (String) -> Void) {
        interactor = UserInteractor(dependencies: dependencies)
        let user = interactor.store.observed
        screen = Screen(name: "user", say: say) { user.viewModel.rows }
    }

    func add(to server: DebugServer) {
        server.add(interactor.store, id: "user")
    }

    func use(turn: Int) {
        interactor.profile.dispatch(.load)
        interactor.posts.dispatch(.load)
    }
}
