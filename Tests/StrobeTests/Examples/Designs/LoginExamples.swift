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

    @Test("the screen follows the store")
    @MainActor func screen() async throws {
        let server: @Sendable (String, String) async throws -> Void = { _, _ in }
        let store = AsyncStore(initial: Login.State()) { later in
            Login(authenticate: server, later: later)
        }
        store.dispatch(.enteringUsername("ada.lovelace"))  // returns at once
        store.dispatch(.enteringPassword("correct horse"))
        store.dispatch(.authenticate)

        let login = store.observed  // a view that reads login.phase is drawn again when that changes
        print(login.phase == .authenticating ? "a spinner" : "two fields and a button")
        for await phase in store.values(of: \.phase) where phase == .authenticated { break }
        #expect(store.seq == 4)
        #expect(try await store.receipt(of: .authenticate).rejection == "authenticate while authenticated")
    }

    @Test("a failure is shown until it is acknowledged, and typing takes a request back")
    func failure() async throws {
        let store = AsyncStore(initial: Login.State()) { later in
            Login(authenticate: { name, _ in if name.hasPrefix("mallory") { try reject("unknown") } }, later: later)
        }
        store.dispatch(.enteringUsername("mallory.m"))
        store.dispatch(.enteringPassword("correct horse"))
        store.dispatch(.authenticate)
        for await phase in store.values(of: \.phase) where phase == .failure(reason: "unknown") { break }
        _ = try await store.receipt(of: .enteringUsername(""))
        #expect(store.state.phase == .failure(reason: "unknown"))
        _ = try await store.receipt(of: .ackError)
        #expect(store.state.phase == .validatingCredentials)
    }
}
