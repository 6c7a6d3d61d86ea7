import Strobe

/// The user screen: a parent of two reducers, each with a part of the state, commands and effects of its own.
enum UserReducer {
    /// What can change the screen.
    enum Command: Codable, Sendable, Equatable {
        case profile(ProfileReducer.Command)
        case posts(PostsReducer.Command)
    }

    /// What a transition asks the outside to do.
    enum Effect: Codable, Sendable, Equatable {
        case profile(ProfileReducer.Effect)
        case posts(PostsReducer.Effect)
    }

    /// The two parts.
    struct State: Codable, Sendable, Equatable {
        var profile = ProfileReducer.State()
        var posts = PostsReducer.State()

        /// What the screen draws.
        var viewModel: UserViewModel { UserViewModel(profile: profile.viewModel, posts: posts.viewModel) }
    }

    /// Both reducers, each on its part.
    static let both = CombinedReducer<State, Command, Effect>([
        Reduce(effect: \.effect, ProfileReducer.reduce)
            .scoped(state: \.profile, action: profileCommand, effect: Effect.profile),
        Reduce(effect: \.effect, PostsReducer.reduce)
            .scoped(state: \.posts, action: postsCommand, effect: Effect.posts),
    ])

    // Written out: reflection would take a hundred times as long as the reducers.
    private static let profileCommand = CasePath(
        embed: Command.profile, extract: { if case .profile(let command) = $0 { command } else { nil } })
    private static let postsCommand = CasePath(
        embed: Command.posts, extract: { if case .posts(let command) = $0 { command } else { nil } })
}
