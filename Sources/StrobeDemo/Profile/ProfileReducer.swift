/// The profile view as a reducer of commands: a namespace with one static pure function over value types.
///
/// After "Transitioning Between View States Using Reducers" (twocentstudios, 2017).
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
    /// What is kept of the view model is the view's state: its rows follow from that.
    struct State: Codable, Sendable, Equatable {
        var session = ProfileViewModel.Session.initialized
        var effect: Effect?

        /// What the view draws.
        var viewModel: ProfileViewModel { ProfileViewModel(session: session) }
    }

    /// The state after a command.
    ///
    /// Every command is defined in every state. One that makes no sense there leaves the view model as it is and has
    /// no effect, so that `load` while loading does not ask twice and a late answer does no harm. The last effect is an
    /// input as well; nothing here depends on it.
    static func reduce(state: State, command: Command) -> State {
        let noChange = State(session: state.session, effect: nil)
        switch (command, state.session) {
        case (.load, .initialized), (.load, .loaded), (.load, .failed):
            return State(session: .loading, effect: .load)
        case (.loaded(let user), .loading):
            return State(session: .loaded(user), effect: nil)
        case (.failed(let reason), .loading):
            return State(session: .failed(reason: reason), effect: nil)
        case (.load, .loading):
            return noChange
        case (.loaded, .initialized), (.loaded, .loaded), (.loaded, .failed):
            return noChange
        case (.failed, .initialized), (.failed, .loaded), (.failed, .failed):
            return noChange
        }
    }
}
