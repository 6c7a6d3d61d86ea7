import Strobe
import Testing

/// The code of the article on the asynchronous login.
@Suite("The article on an asynchronous login", .timeLimit(.minutes(5)))
struct LoginExamples {
    struct Login: AsyncReducer {
        enum Phase: Codable, Sendable, Equatable {
            case idle, validatingCredentials, validCredentials, authenticating, authenticated
            case failure(reason: String)
        }

        struct State: Codable, Sendable, Equatable {
            var phase = Phase.idle
            var username = ""
            var password = ""

            var areCredentialsValid: Bool { username.count >= 8 && password.count >= 8 }
        }

        enum Action: Codable, Sendable {
            case enteringUsername(String), enteringPassword(String), authenticate, ackError
            case authenticated, failed(reason: String)
        }

        let authenticate: @Sendable (_ name: String, _ password: String) async throws -> Void
        let later: Later<Action>

        func reduce(state: State, action: Action) async throws -> State {
            var state = state
            switch action {
            case .enteringUsername(let text):
                state.username = text
                validate(&state)
            case .enteringPassword(let text):
                state.password = text
                validate(&state)
            case .authenticate:
                guard state.phase == .validCredentials else {
                    try reject("authenticate while \(state.phase)")
                }
                state.phase = .authenticating
                later("authenticate") { [authenticate, state] in
                    do {
                        try await authenticate(state.username, state.password)
                        return .authenticated
                    } catch {
                        return .failed(reason: "\(error)")
                    }
                }
            case .ackError:
                state.phase = state.areCredentialsValid ? .validCredentials : .validatingCredentials
            case .authenticated:
                state.phase = .authenticated
            case .failed(let reason):
                state.phase = .failure(reason: reason)
            }
            return state
        }

        /// Validates what was typed; an answer to what was typed before is not wanted any more.
        private func validate(_ state: inout State) {
            later("edit", schedule: .cancelling("authenticate")) { nil }
            if case .failure = state.phase { return }
            state.phase = state.areCredentialsValid ? .validCredentials : .validatingCredentials
        }
    }

    @MainActor final class LoginScreen {
        private let login: ObservedState<Login.State, Login.Action>
        var username = "" {
            didSet { login.dispatch(.enteringUsername(username)) }
        }
        var password = "" {
            didSet { login.dispatch(.enteringPassword(password)) }
        }

        init(_ login: ObservedState<Login.State, Login.Action>) { self.login = login }

        var isLoading: Bool { login.phase == .authenticating }
        var isSignInDisabled: Bool { login.phase != .validCredentials }
        var error: String? {
            if case .failure(let reason) = login.phase { reason } else { nil }
        }

        func signIn() { login.dispatch(.authenticate) }
        func dismissError() { login.dispatch(.ackError) }
    }

    @Test("the screen follows the store")
    @MainActor func screen() async throws {
        let server: @Sendable (String, String) async throws -> Void = { name, _ in
            if name.hasPrefix("mallory") { try reject("unknown") }
        }
        let store = AsyncStore(initial: Login.State()) { later in
            Login(authenticate: server, later: later)
        }
        let screen = LoginScreen(store.observed)
        screen.username = "mallory.m"  // a dispatch returns at once
        screen.password = "correct horse"
        screen.signIn()
        for await phase in store.values(of: \.phase) where phase == .failure(reason: "unknown") { break }
        while screen.error == nil { await Task.yield() }
        #expect(screen.error == "unknown" && screen.isSignInDisabled && !screen.isLoading)

        screen.username = "ada.lovelace"
        screen.dismissError()
        screen.signIn()
        for await phase in store.values(of: \.phase) where phase == .authenticated { break }
        #expect(try await store.receipt(of: .authenticate).rejection == "authenticate while authenticated")
    }

    @Test("typing takes a request back, and a failure stays until it is acknowledged")
    func typing() async throws {
        let valid = Login.State(phase: .validCredentials, username: "ada.lovelace", password: "correct horse")
        let store = AsyncStore(initial: valid) { later in
            Login(authenticate: { _, _ in try await Task.sleep(for: .seconds(600)) }, later: later)
        }
        store.dispatch(.authenticate)
        while store.runningEffects.map(\.name) != ["authenticate"] { await Task.yield() }
        _ = try await store.receipt(of: .enteringUsername("ada.l"))
        #expect(store.state.phase == .validatingCredentials)
        while !store.runningEffects.isEmpty { await Task.yield() }
        #expect(store.seq == 2)
        _ = try await store.receipt(of: .failed(reason: "offline"))
        _ = try await store.receipt(of: .enteringUsername(""))
        #expect(store.state.phase == .failure(reason: "offline"))
        _ = try await store.receipt(of: .ackError)
        #expect(store.state.phase == .validatingCredentials)
    }
}
