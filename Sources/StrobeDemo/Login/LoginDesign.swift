import Strobe
import StrobeServer

/// The store of the login screen, with a view model for it.
struct LoginDesign: DemoDesign {
    let store: AsyncStore<LoginState, LoginAction>
    let viewModel: LoginViewModel
    private let display: StoreSubscription

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - backend: The backend that logs users in.
    ///   - validation: How long it takes to validate a typed credential, as if a server had to be asked.
    ///   - say: Called with what the screen shows, in words for people.
    @MainActor
    init(backend: BackendClient, validation: Duration, say: @escaping @Sendable (String) -> Void) {
        store = AsyncStore(initial: LoginState()) { later in
            LoginReducer(
                validate: { credential in
                    try? await Task.sleep(for: validation)
                    return credential.isLongEnough
                },
                authenticate: { await backend.login($0) }, later: later)
        }
        viewModel = LoginViewModel(store: store)
        display = store.subscribe(to: { LoginViewModel.Output($0) }, on: .mainActor, initial: true) {
            say("login: \($0)")
        }
    }

    func add(to server: DebugServer) {
        server.add(store, id: "login")
    }

    /// Types a name and a password and signs in, as Mallory every other time; then takes note of an error.
    @MainActor
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
