import Strobe

/// The login as an asynchronous reducer: it takes a state and an action, and answers with the new state when it can.
///
/// After [Handling UI state with
/// Redux](https://andrea-prearo.github.io/ios/mobile%20app%20development/swift/2023/11/25/Handling-UI-state-with-redux.html)
/// by Andrea Prearo (2023). Where this one differs:
///
/// - The author's store starts a task for each action, so that actions overtake each other and updates are lost. Here
///   they are reduced one after the other. What a reducer awaits then delays all that comes after it: in the program, as in
///   the text, only the network call takes time, and the reducer does not wait for that.
/// - The author wants no side effects. But one reduction gives one state, and a login has two: his reducer begins the
///   network call and goes on, and so does this one, with `later`.
/// - The end of the network call is an action, and can be a failure. In the text it writes `authenticated` past the reducer,
///   whatever was typed meanwhile; here typing leads out of the wait, and a late result changes nothing.
/// - `authenticate` during an attempt begins no second one.
/// - `ackError` leads to `validCredentials` only if both are valid. In the text it always does, and so enables signing in
///   with empty fields.
/// - Validity is a part of the state, not of the reducer, so that it can be seen and restored.
/// - The store is a class of the library, and views follow its `observed`. The author's is a protocol with a publisher; his
///   `@Published` around that publisher publishes nothing, as it is never replaced.
struct LoginReducer: AsyncReducer {
    /// Returns whether a typed credential is valid; the reducer, and with it every later action, waits for it.
    let validate: @Sendable (LoginCredential) async -> Bool
    /// Asks the backend, which the reducer does not wait for; `nil` lets the user in.
    let authenticate: @Sendable (LoginCredentials) async -> LoginError?
    let later: Later<LoginAction>

    /// The state after an action.
    ///
    /// `authenticate` is taken in any phase but `authenticating`, and `ackError` in any: what may be tapped when is up to
    /// the screen.
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
