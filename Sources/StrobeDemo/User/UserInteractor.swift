import Strobe

/// Performs what the user screen asks for, part by part.
final class UserInteractor: Sendable {
    let store = Store(initial: UserReducer.State(), reducer: UserReducer.both)
    /// The store as the upper half of the screen sees it.
    let profile: ScopedStore<ProfileReducer.State, ProfileReducer.Command>
    /// The store as the lower half of the screen sees it.
    let posts: ScopedStore<PostsReducer.State, PostsReducer.Command>

    /// Makes an interactor.
    ///
    /// - Parameter dependencies: The backend that has profile and posts, and where it is asked.
    init(dependencies: Dependencies) {
        profile = store.scope(state: \.profile, action: UserReducer.Command.profile)
        posts = store.scope(state: \.posts, action: UserReducer.Command.posts)
        store.dependencies = dependencies
        store.setEffectHandler { effect, context in
            let backend = context.dependencies.backend
            switch effect {
            case .profile(.load):
                context.dispatch(.profile(await ProfileInteractor.response { try await backend.get(.profile) }))
            case .posts(.load):
                context.dispatch(.posts(await Self.response { try await backend.get(.posts) }))
            }
        }
    }

    /// The command that a request for posts comes back as; a failure is a command like any other.
    static func response(of load: () async throws -> [Post]) async -> PostsReducer.Command {
        do {
            return .loaded(try await load())
        } catch {
            return .failed(reason: BackendError.message(of: error))
        }
    }
}
