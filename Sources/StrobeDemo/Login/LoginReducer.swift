import Strobe

/// The login as an asynchronous reducer: it takes a state and an action, and answers with the new state when it can.
///
/// After a published login screen with the store "reduce(State, Action) async -> State", which starts a task for each
/// action and lets the end of the network call write the state. Here actions are reduced one after the other, and that
/// end is an action as well.
struct LoginReducer: AsyncReducer {
    /// Returns whether a typed credential is valid; the reducer waits for it.
    let validate: @Sendable (LoginCredential) async -> Bool
    /// Asks the backend, which the reducer does not wait for; `nil` lets the user in.
    let authenticate: @Sendable (LoginCredentials) async -> LoginError?
    let later: Later<LoginAction>

    /// The state after an action.
    ///
    /// `authenticate` is taken in any phase but while authenticating, and `ackError` in any: what may be tapped when is up
    /// to the screen. A late result counts only while its own attempt is being waited for.
    func reduce(state: LoginState, action: LoginAction) async -> LoginState {
        var state = state
        switch action {
        case .enteringCredential(let credential):
            let isValid = await validate(credential)
            switch credential {
            case .username(let text): (state.username, state.hasValidUsername) = (text, isValid)
            case .password(let text): (state.password, state.hasValidPassword) = (text, isValid)
            }
            if !state.hasActiveError {
                state.phase = state.hasValidCredentials ? .validCredentials : .validatingCredentials
            }
        case .authenticate:
            guard state.phase != .authenticating else { return state }
            state.phase = .authenticating
            state.attempt += 1
            begin(state.attempt, with: LoginCredentials(username: state.username, password: state.password))
        case .ackError:
            // The author's form goes to `validCredentials` whatever was typed meanwhile, and so enables signing in
            // without valid ones.
            state.phase = state.hasValidCredentials ? .validCredentials : .validatingCredentials
        case .authenticated(let attempt):
            if state.isWaiting(for: attempt) { state.phase = .authenticated }
        case .failed(let error, let attempt):
            if state.isWaiting(for: attempt) { state.phase = .failure(error) }
        }
        return state
    }

    private func begin(_ attempt: Int, with credentials: LoginCredentials) {
        later("authenticate") { [authenticate] in
            guard let error = await authenticate(credentials) else { return .authenticated(attempt: attempt) }
            return .failed(error, attempt: attempt)
        }
    }
}

extension LoginState {
    fileprivate func isWaiting(for attempt: Int) -> Bool {
        phase == .authenticating && attempt == self.attempt
    }
}
