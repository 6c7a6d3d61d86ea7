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
    /// - Parameters:
    ///   - loadProfile: Asks for the profile.
    ///   - loadPosts: Asks for the posts.
    ///   - executor: Where it asks.
    init(
        loadProfile: @escaping @Sendable () async throws -> User,
        loadPosts: @escaping @Sendable () async throws -> [Post],
        executor: any TaskExecutor
    ) {
        profile = store.scope(state: \.profile, action: UserReducer.Command.profile)
        posts = store.scope(state: \.posts, action: UserReducer.Command.posts)
        store.dependencies.executor = executor
        store.setEffectHandler(
            async: { effect, context in
                switch effect {
                case .profile(.load):
                    context.dispatch(.profile(await ProfileInteractor.response(of: loadProfile)))
                case .posts(.load):
                    context.dispatch(.posts(await Self.response(of: loadPosts)))
                }
            })
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
