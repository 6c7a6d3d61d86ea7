import Strobe

/// The profile view as a reducer of commands: a namespace with one static pure function over value types.
///
/// After [Transitioning Between View States Using
/// Reducers](https://twocentstudios.com/2017/08/02/transitioning-between-view-states-using-reducers) by twocentstudios
/// (2017). The author suggests an `assertionFailure` for a command that makes no sense in a state. This one rejects it,
/// which changes as little, and which the log shows with the reason. Reducer and view model are the text's;
/// `ProfileInteractor` is what it promises for its next part, and `UserReducer` nests the profile, with posts, in a parent.
enum ProfileReducer {
    /// What can change the view.
    enum Command: Codable, Sendable, Equatable {
        case load
        case loaded(User)
        case failed(reason: String)
    }

    /// What a transition asks the outside to do.
    enum Effect: Codable, Sendable, Equatable {
        case load
    }

    /// The view model, and the effect of the last command.
    ///
    /// What is kept of the view model is the view's state: its rows follow from that. An error is kept as its text, which
    /// can be compared and sent.
    struct State: Codable, Sendable, Equatable {
        var session = ProfileViewModel.Session.initialized
        var effect: Effect?

        /// What the view draws.
        var viewModel: ProfileViewModel { ProfileViewModel(session: session) }
    }

    /// The state after a command.
    ///
    /// Every command is defined in every state: the compiler sees to that. One that makes no sense there is rejected, so
    /// that `load` while loading does not ask twice and a late answer does no harm. The last effect is an input as well;
    /// nothing here depends on it.
    ///
    /// - Throws: `Rejection` for a command that makes no sense in the state.
    static func reduce(state: State, command: Command) throws -> State {
        switch (command, state.session) {
        case (.load, .initialized), (.load, .loaded), (.load, .failed):
            return State(session: .loading, effect: .load)
        case (.loaded(let user), .loading):
            return State(session: .loaded(user), effect: nil)
        case (.failed(let reason), .loading):
            return State(session: .failed(reason: reason), effect: nil)
        case (.load, .loading):
            try reject("load while loading")
        case (.loaded, .initialized), (.loaded, .loaded), (.loaded, .failed):
            try reject("loaded without a load")
        case (.failed, .initialized), (.failed, .loaded), (.failed, .failed):
            try reject("failed without a load")
        }
    }
}
