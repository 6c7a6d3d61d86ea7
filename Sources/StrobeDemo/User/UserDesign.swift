import Strobe
import StrobeServer

/// The store of the user screen: a profile and its posts.
struct UserDesign: DemoDesign {
    let screen: Screen
    let interactor: UserInteractor

    init(backend: BackendClient) {
        let screen = Screen()
        self.screen = screen
        interactor = UserInteractor(
            loadProfile: { try await backend.get(.profile) }, loadPosts: { try await backend.get(.posts) },
            executor: BackgroundExecutor(label: "user"), display: { screen.draw($0.rows) })
    }

    func add(to server: DebugServer) {
        server.add(interactor.store, id: "user")
    }

    func use(turn: Int) {
        interactor.profile.dispatch(.load)
        interactor.posts.dispatch(.load)
    }
}
