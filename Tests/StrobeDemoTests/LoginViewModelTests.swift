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

    @Test("the screen has two fields and a button, which is enabled as soon as both texts are long enough")
    func fields() async throws {
        let store = LoginReducerTests.store()
        let viewModel = LoginViewModel(store: store)
        let button: (Bool) -> ScreenRow = { .button("Sign In", isEnabled: $0) }
        viewModel.username = "ada.love"
        #expect(
            viewModel.rows == [
                .field(label: "Username", text: "ada.love"), .field(label: "Password", text: ""), button(false),
            ])
        viewModel.password = "correct!"
        #expect(viewModel.rows[1] == .field(label: "Password", text: "••••••••"))
        await published(by: viewModel) { $0.hasValidCredentials }
        #expect(viewModel.rows.last == button(true))
        viewModel.password = "correct"
        await published(by: viewModel) { !$0.hasValidCredentials }
        #expect(viewModel.rows.last == button(false))
    }

    @Test("the same text once more is nothing that was typed")
    func sameText() async throws {
        let store = LoginReducerTests.store()
        let viewModel = LoginViewModel(store: store)
        for _ in 0..<3 { viewModel.username = "ada.lovelace" }
        try await store.receipt(of: .ackError)
        #expect(store.seq == 2)
    }

    @Test("the alert comes when the cover with the spinner has gone, and is acknowledged")
    func spinnerBeforeAlert() async {
        let (answers, answer) = AsyncStream.makeStream(of: LoginError.self)
        let store = LoginReducerTests.store(authenticate: { _ in
            for await error in answers { return error }
            return nil
        })
        let viewModel = LoginViewModel(store: store)
        viewModel.username = "mallory.m"
        viewModel.password = "correct horse"
        viewModel.authenticate()
        await published(by: viewModel) { $0.isLoading }
        #expect(viewModel.rows.last == .spinner)
        viewModel.isCovered = true
        answer.yield(.networkError(reason: "no network"))
        await published(by: viewModel) { $0.error != nil }
        #expect(viewModel.rows.last == .button("Sign In", isEnabled: false))
        viewModel.isCovered = false
        #expect(viewModel.rows.last == .alert(title: "Error", message: "no network", button: "OK"))
        viewModel.ackError()
        await published(by: viewModel) { $0.error == nil }
        #expect(viewModel.rows.last == .button("Sign In", isEnabled: true))
    }

    @Test("acknowledging an error with empty fields does not enable the button")
    func emptyFields() async {
        let viewModel = LoginViewModel(
            store: LoginReducerTests.store(LoginState(phase: .failure(.invalidCredentials))))
        #expect(
            viewModel.rows.last
                == .alert(title: "Error", message: "Nobody is known by this name and password.", button: "OK"))
        viewModel.ackError()
        await published(by: viewModel) { $0.error == nil }
        #expect(viewModel.rows.last == .button("Sign In", isEnabled: false))
    }

    @Test(
        "in the demo a tap waits for no validation, however much was typed before: the spinner is drawn, then the alert"
    )
    func demo() async {
        let (answers, answer) = AsyncStream.makeStream(of: LoginError.self)
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let design = LoginDesign(
            authenticate: { _ in
                for await error in answers { return error }
                return nil
            }, validation: .zero, say: { line.yield($0) })
        let name = "mallory.the.eavesdropper!"
        for count in 1...25 { design.viewModel.username = String(name.prefix(count)) }
        design.viewModel.password = "correct horse"
        design.viewModel.authenticate()
        let fields = "login: Username [\(name)], Password [•••••••••••••], "
        var said = lines.makeAsyncIterator()
        while let text = await said.next(), text != fields + "(Sign In, disabled), a spinner" {}
        answer.yield(.invalidCredentials)
        #expect(await said.next() == fields + "(Sign In, disabled)")
        #expect(
            await said.next() == fields
                + "(Sign In, disabled), an alert: Error. Nobody is known by this name and password. (OK)")
        // A keystroke, the password, the tap and the late result are transitions in any case; of the other 24 keystrokes the
        // last, and each that did not wait for another.
        #expect((5...28).contains(design.store.seq))
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
