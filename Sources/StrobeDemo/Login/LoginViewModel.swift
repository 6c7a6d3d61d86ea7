import Observation
import Strobe

/// What is between the login screen and its store: it passes on what is typed and tapped, and publishes what is shown.
@MainActor @Observable
final class LoginViewModel {
    /// What the screen shows, as a pure function of the state.
    struct Output: Sendable, Equatable {
        var hasValidCredentials: Bool
        var isLoading: Bool
        var isAuthenticated: Bool
        var error: LoginError?

        init(_ state: LoginState) {
            hasValidCredentials = state.phase == .validCredentials
            isLoading = state.phase == .authenticating
            isAuthenticated = state.phase == .authenticated
            error = if case .failure(let error) = state.phase { error } else { nil }
        }

        /// Whether the button that signs in is disabled.
        var isSignInDisabled: Bool { isLoading || !hasValidCredentials }
    }

    var username = "" {
        didSet { store.dispatch(.enteringCredential(.username(username))) }
    }
    var password = "" {
        didSet { store.dispatch(.enteringCredential(.password(password))) }
    }
    private(set) var output: Output

    private let store: AsyncStore<LoginState, LoginAction>
    @ObservationIgnored private var changes: StoreSubscription?

    /// Makes a view model that follows a store.
    init(store: AsyncStore<LoginState, LoginAction>) {
        self.store = store
        output = Output(store.state)
        changes = store.subscribe(to: { Output($0) }, on: .mainActor, initial: true) { [weak self] output in
            MainActor.assumeIsolated { self?.output = output }
        }
    }

    /// Signs in: the button was tapped.
    func authenticate() {
        store.dispatch(.authenticate)
    }

    /// Continues after an error that was shown.
    func ackError() {
        store.dispatch(.ackError)
    }
}

extension LoginViewModel.Output: CustomStringConvertible {
    /// What is shown, in words for people.
    var description: String {
        switch error {
        case .invalidCredentials?: "the error that nobody is known by these"
        case .networkError(let reason)?: "the error \(reason)"
        case nil where isLoading: "a spinner"
        case nil where isAuthenticated: "that one is in"
        case nil: "a button to sign in\(isSignInDisabled ? ", disabled" : "")"
        }
    }
}
