import Strobe
import StrobeTesting
import Testing

@testable import StrobeDemo

/// The claims of the author of the asynchronous reducer about the login's states and actions.
@Suite(.timeLimit(.minutes(5)))
struct LoginReducerTests {
    typealias Phase = LoginState.Phase

    static let phases: [Phase] = [
        .idle, .validatingCredentials, .validCredentials, .authenticating, .authenticated,
        .failure(.invalidCredentials), .failure(.networkError(reason: "no network")),
    ]

    /// A store in a given state, with a configured backend.
    static func store(
        _ state: LoginState = LoginState(),
        validate: @escaping @Sendable (LoginCredential) async -> Bool = { $0.isLongEnough },
        authenticate: @escaping @Sendable (LoginCredentials) async -> LoginError? = { _ in nil }
    ) -> AsyncStore<LoginState, LoginAction> {
        AsyncStore(initial: state) { later in
            LoginReducer(validate: validate, authenticate: authenticate, later: later)
        }
    }

    private func after(_ actions: LoginAction..., from state: LoginState = LoginState()) async throws -> LoginState {
        let store = Self.store(state)
        for action in actions { try await store.receipt(of: action) }
        return store.state
    }

    @Test("the state is initialized to idle")
    func idle() {
        let state = Self.store().state
        #expect(state.phase == .idle)
        #expect(!state.hasValidUsername && !state.hasValidPassword && !state.hasValidCredentials)
    }

    @Test(
        "a name or a password will do from 8 characters on",
        arguments: [("", false), ("1234567", false), ("12345678", true), ("123456789", true), ("äöüßéèñç", true)])
    func lengths(text: String, isValid: Bool) async throws {
        #expect(try await after(.enteringCredential(.username(text))).hasValidUsername == isValid)
        #expect(try await after(.enteringCredential(.password(text))).hasValidPassword == isValid)
    }

    @Test("credentials are being validated until both will do, in whatever order they are typed")
    func validation() async throws {
        let name = LoginAction.enteringCredential(.username("ada.lovelace"))
        let password = LoginAction.enteringCredential(.password("correct horse"))
        #expect(try await after(name).phase == .validatingCredentials)
        #expect(try await after(password).phase == .validatingCredentials)
        #expect(try await after(name, password).phase == .validCredentials)
        #expect(try await after(password, name).phase == .validCredentials)
        let shortened = try await after(name, password, .enteringCredential(.username("ada")))
        #expect(shortened.phase == .validatingCredentials)
        #expect(!shortened.hasValidUsername && shortened.hasValidPassword)
    }

    @Test("entering credentials leads from every phase but a failure to one of the two validations", arguments: phases)
    func entering(phase: Phase) async throws {
        for (text, hasValidPassword, expected) in [
            ("ada.lovelace", true, Phase.validCredentials), ("ada.lovelace", false, .validatingCredentials),
            ("ada", true, .validatingCredentials),
        ] {
            let before = LoginState(phase: phase, hasValidPassword: hasValidPassword)
            let state = try await after(.enteringCredential(.username(text)), from: before)
            #expect(state.phase == (before.hasActiveError ? phase : expected))
            #expect(state.hasValidUsername == (text.count >= 8))
            #expect(state.hasValidPassword == hasValidPassword)
        }
    }

    @Test("while a failure is shown, entering credentials changes the flags but not the failure")
    func enteringDuringFailure() async throws {
        let failure = LoginState(phase: .failure(.invalidCredentials))
        let name = try await after(.enteringCredential(.username("ada.lovelace")), from: failure)
        #expect(name.phase == .failure(.invalidCredentials))
        #expect(name.hasValidUsername)
        let both = try await after(.enteringCredential(.password("correct horse")), from: name)
        #expect(both.phase == .failure(.invalidCredentials))
        #expect(both.hasValidCredentials)
        let none = try await after(
            .enteringCredential(.username("")), .enteringCredential(.password("")), from: both)
        #expect(none.phase == .failure(.invalidCredentials))
        #expect(!none.hasValidUsername && !none.hasValidPassword)
    }

    @Test("acknowledging an error leads to valid credentials only where they are, from every phase", arguments: phases)
    func ackError(phase: Phase) async throws {
        for (name, password) in [(false, false), (true, false), (false, true), (true, true)] {
            let state = LoginState(phase: phase, hasValidUsername: name, hasValidPassword: password)
            let expected: Phase = name && password ? .validCredentials : .validatingCredentials
            #expect(try await after(.ackError, from: state).phase == expected)
        }
    }

    @Test("authenticating is a phase of its own, which is there before the backend has answered", arguments: phases)
    func authenticate(phase: Phase) async throws {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        let store = Self.store(
            LoginState(phase: phase),
            authenticate: { _ in
                for await _ in never {}
                return nil
            })
        try await store.receipt(of: .authenticate)
        #expect(store.state.phase == .authenticating)
        // An effect that is already running is not requested again.
        #expect(store.runningEffects.map(\.name) == (phase == .authenticating ? [] : ["authenticate"]))
    }

    @Test("the backend is asked with what was typed")
    func credentials() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: LoginCredentials.self)
        let store = Self.store(authenticate: {
            ask.yield($0)
            return nil
        })
        store.dispatch(.enteringCredential(.username("ada.lovelace")))
        store.dispatch(.enteringCredential(.password("correct horse")))
        store.dispatch(.authenticate)
        var all = asked.makeAsyncIterator()
        #expect(await all.next() == LoginCredentials(username: "ada.lovelace", password: "correct horse"))
    }

    @Test(
        "the late result of authenticate is an action, with the authenticate as its cause",
        arguments: [nil, LoginError.invalidCredentials, .networkError(reason: "no network")])
    func lateResult(error: LoginError?) async throws {
        let store = Self.store(authenticate: { _ in error })
        let log = TransitionLog<LoginState, LoginAction>()
        store.install(log)
        var phases = store.values(of: \.phase, buffering: 100).makeAsyncIterator()
        store.dispatch(.authenticate)
        #expect(await phases.next() == .idle)
        #expect(await phases.next() == .authenticating)
        #expect(await phases.next() == error.map(Phase.failure) ?? .authenticated)
        let late = error.map { LoginAction.failed($0, attempt: 1) } ?? .authenticated(attempt: 1)
        #expect(log.entries.map(\.action) == [.authenticate, late])
        #expect(log.entries.map(\.origin) == [.app, .effect])
        #expect(log.entries.map(\.cause) == [nil, 1])
    }

    @Test("a late result changes nothing unless it is being waited for", arguments: phases)
    func staleResult(phase: Phase) async throws {
        for result in [LoginAction.authenticated(attempt: 1), .failed(.invalidCredentials, attempt: 1)] {
            let waiting = try await after(result, from: LoginState(phase: phase, attempt: 1))
            #expect((waiting.phase != phase) == (phase == .authenticating))
            let another = LoginState(phase: phase, attempt: 2)
            #expect(try await after(result, from: another) == another)
        }
    }

    @Test("of a login that fails nothing goes unseen: each action, each change of state, and the late result")
    func everything() async {
        let store = TestStore(Self.store(authenticate: { _ in .invalidCredentials }))
        await store.send(.enteringCredential(.username("mallory.m"))) {
            $0.phase = .validatingCredentials
            $0.username = "mallory.m"
            $0.hasValidUsername = true
        }
        await store.send(.enteringCredential(.password("correct horse"))) {
            $0.phase = .validCredentials
            $0.password = "correct horse"
            $0.hasValidPassword = true
        }
        await store.send(.authenticate) {
            $0.phase = .authenticating
            $0.attempt = 1
        }
        await store.receive(.failed(.invalidCredentials, attempt: 1)) { $0.phase = .failure(.invalidCredentials) }
        await store.send(.ackError) { $0.phase = .validCredentials }
        await store.finish()
    }
}
