import Strobe
import StrobeServer

/// The store of the login screen, with a view model for it.
@MainActor
struct LoginDesign: DemoDesign {
    let store: AsyncStore<LoginState, LoginAction>
    let viewModel: LoginViewModel
    let screen: Screen<[ScreenRow]>

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - authenticate: Asks the backend; `nil` lets the user in.
    ///   - validation: How long it takes to validate a typed credential, as if a server had to be asked; zero to validate
    ///     at once.
    ///   - say: Called with what the screen shows, in words for people.
    init(
        authenticate: @escaping @Sendable (LoginCredentials) async -> LoginError?, validation: Duration,
        say: @escaping @Sendable (String) -> Void
    ) {
        store = AsyncStore(initial: LoginState()) { later in
            LoginReducer(
                validate: { credential in
                    if validation > .zero { try? await Task.sleep(for: validation) }
                    return credential.isLongEnough
                },
                authenticate: authenticate, later: later)
        }
        let viewModel = LoginViewModel(store: store)
        self.viewModel = viewModel
        screen = Screen({ viewModel.rows }) { rows in
            say("login: \(rows.words)")
            // Without a window, a cover is there, and gone, as soon as it is drawn or not.
            viewModel.isCovered = rows.contains(.spinner)
        }
    }

    func add(to server: DebugServer) {
        server.add(store, id: "login")
    }

    /// Types a name and a password and signs in, as Mallory every other time; then takes note of an error.
    func use(turn: Int) {
        guard turn.isMultiple(of: 2) else {
            if viewModel.output.error != nil { viewModel.ackError() }
            return
        }
        viewModel.username = turn.isMultiple(of: 4) ? "ada.lovelace" : "mallory.m"
        viewModel.password = "correct horse"
        viewModel.authenticate()
    }
}

extension BackendClient {
    /// Asks to be let in.
    ///
    /// - Returns: Why not, or `nil`.
    func login(_ credentials: LoginCredentials) async -> LoginError? {
        do {
            _ = try await post(BackendRoute.login.path, credentials)
            return nil
        } catch let error as BackendError where error.isRefusal {
            return .invalidCredentials
        } catch {
            return .networkError(reason: BackendError.message(of: error))
        }
    }
}
