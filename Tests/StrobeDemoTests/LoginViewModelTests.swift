import Foundation
import Observation
import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the author about the view model between the login screen and its store.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LoginViewModelTests {
    private typealias Output = LoginViewModel.Output

    @Test("each phase is mapped to what the screen shows", arguments: LoginReducerTests.phases)
    func mapping(phase: LoginState.Phase) {
        let output = Output(LoginState(phase: phase))
        #expect(output.hasValidCredentials == (phase == .validCredentials))
        #expect(output.isLoading == (phase == .authenticating))
        #expect(output.isAuthenticated == (phase == .authenticated))
        if case .failure(let error) = phase {
            #expect(output.error == error)
        } else {
            #expect(output.error == nil)
        }
    }

    @Test(
        "one can sign in with valid credentials, and not while that is under way", arguments: LoginReducerTests.phases)
    func signIn(phase: LoginState.Phase) {
        #expect(Output(LoginState(phase: phase)).isSignInDisabled == (phase != .validCredentials))
    }

    @Test("what is typed and tapped goes to the store as actions, in order")
    func actions() async throws {
        let store = LoginReducerTests.store()
        let log = TransitionLog<LoginState, LoginAction>()
        store.install(log)
        let viewModel = LoginViewModel(store: store)
        viewModel.username = "ada.lovelace"
        viewModel.password = "correct horse"
        viewModel.ackError()
        viewModel.authenticate()
        for await phase in store.values(of: \.phase, buffering: 100) where phase == .authenticated { break }
        #expect(
            log.entries.map(\.action) == [
                .enteringCredential(.username("ada.lovelace")), .enteringCredential(.password("correct horse")),
                .ackError, .authenticate, .authenticated(attempt: 1),
            ])
    }

    @Test("changes of the store are published on the main actor, where the screen observes them")
    func publishing() async {
        let store = LoginReducerTests.store(authenticate: { _ in .invalidCredentials })
        let viewModel = LoginViewModel(store: store)
        viewModel.username = "mallory.m"
        viewModel.password = "correct horse"
        await published(by: viewModel) { $0.hasValidCredentials }
        viewModel.authenticate()
        await published(by: viewModel) { $0.error == .invalidCredentials }
        #expect(viewModel.output == Output(LoginState(phase: .failure(.invalidCredentials))))
        viewModel.ackError()
        await published(by: viewModel) { $0.error == nil }
        #expect(viewModel.output == Output(LoginState(phase: .validCredentials)))
    }

    /// Waits for an output like a screen: checks again whenever an observed value changed.
    private func published(by viewModel: LoginViewModel, _ condition: (Output) -> Bool) async {
        while true {
            let (changed, change) = AsyncStream.makeStream(of: Void.self)
            let isMet = withObservationTracking {
                condition(viewModel.output)
            } onChange: {
                change.finish()
            }
            if isMet { return }
            for await _ in changed {}
        }
    }
}
