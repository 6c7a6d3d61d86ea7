/// The list of posts as a reducer of commands: the profile's template, switched the other way around, by state first.
enum PostsReducer {
    /// What can change the list.
    enum Command: Codable, Sendable, Equatable {
        case load
        case loaded([Post])
        case failed(reason: String)
    }

    /// What a transition asks the outside to do.
    enum Effect: Codable, Sendable, Equatable {
        case load
    }

    /// The view model, and the effect of the last command.
    ///
    /// What is kept of the view model is the list's state: its rows follow from that.
    struct State: Codable, Sendable, Equatable {
        var session = PostsViewModel.Session.initialized
        var effect: Effect?

        /// What the list draws.
        var viewModel: PostsViewModel { PostsViewModel(session: session) }
    }

    /// The state after a command; one that makes no sense in a state leaves the view model as it is and has no effect.
    ///
    /// That is the author's first form; `ProfileReducer` has the stricter one.
    static func reduce(state: State, command: Command) -> State {
        switch state.session {
        case .initialized, .loaded, .failed:
            switch command {
            case .load: State(session: .loading, effect: .load)
            case .loaded, .failed: State(session: state.session)
            }
        case .loading:
            switch command {
            case .load: State(session: state.session)
            case .loaded(let posts): State(session: .loaded(posts))
            case .failed(let reason): State(session: .failed(reason: reason))
            }
        }
    }
}
