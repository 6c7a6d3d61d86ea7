import Foundation
import Observation
import Strobe

/// What is between the login screen and its store: it passes on what is typed and tapped, and says what is shown.
///
/// The fields own their texts: an asynchronous store has one a moment after it was typed, and a field that shows the
/// store's text loses the cursor. Nothing is sent before something is typed; the author's `@Published` texts are sent once
/// to begin with, so that his store leaves `idle` at once.
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
        didSet { if username != oldValue { login.dispatch(.enteringCredential(.username(username))) } }
    }
    var password = "" {
        didSet { if password != oldValue { login.dispatch(.enteringCredential(.password(password))) } }
    }
    var output: Output { login.output }

    /// Whether the cover with the spinner is on the screen, which it is for a moment after `isLoading` has ended.
    ///
    /// The screen sets this, as a SwiftUI view does where the cover appears and in `onDismiss`.
    var isCovered = false
    @ObservationIgnored private let login: ObservedState<LoginState, LoginAction>

    /// Makes a view model that follows a store.
    init(store: AsyncStore<LoginState, LoginAction>) {
        login = store.observed
    }

    /// Signs in: the button was tapped.
    func authenticate() {
        login.dispatch(.authenticate)
    }

    /// Continues after an error that was shown.
    func ackError() {
        login.dispatch(.ackError)
    }
}

extension LoginState {
    /// What the screen shows of it.
    fileprivate var output: LoginViewModel.Output { LoginViewModel.Output(self) }
}

extension LoginViewModel {
    /// The screen, top to bottom, and what lies over it.
    ///
    /// An alert that is presented while the cover with the spinner still goes is lost. The author waits for half a second;
    /// here the alert waits for the cover to have gone.
    var rows: [ScreenRow] {
        let output = output
        var rows: [ScreenRow] = [
            .field(label: "Username", text: username),
            .field(label: "Password", text: String(repeating: "•", count: password.count)),
            .button("Sign In", isEnabled: !output.isSignInDisabled),
        ]
        if output.isAuthenticated { rows.append(.headline("Signed in")) }
        if output.isLoading {
            rows.append(.spinner)
        } else if !isCovered, let error = output.error {
            rows.append(.alert(title: "Error", message: error.localizedDescription, button: "OK"))
        }
        return rows
    }
}
