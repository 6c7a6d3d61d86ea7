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
    ///   - backend: The backend that has profile and posts.
    ///   - say: Called with what the screen shows, in words for people.
    init(backend: BackendClient, say: @escaping @Sendable (String) -> Void) {
        interactor = UserInteractor(
            loadProfile: { try await backend.get(.profile) }, loadPosts: { try await backend.get(.posts) },
            executor: BackgroundExecutor(label: "user"))
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
