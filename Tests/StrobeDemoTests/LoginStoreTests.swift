import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the author about the login's store, and what his published form loses.
@Suite(.timeLimit(.minutes(5)))
struct LoginStoreTests {
    private static let name = LoginAction.enteringCredential(.username("ada.lovelace"))
    private static let password = LoginAction.enteringCredential(.password("correct horse"))

    /// A validator that answers when the test lets it.
    private struct Validator {
        let asked: AsyncStream<LoginCredential>
        let release: AsyncStream<Void>.Continuation
        let validate: @Sendable (LoginCredential) async -> Bool

        init() {
            let (asked, ask) = AsyncStream.makeStream(of: LoginCredential.self)
            let (gate, release) = AsyncStream.makeStream(of: Void.self)
            self.asked = asked
            self.release = release
            validate = { credential in
                ask.yield(credential)
                for await _ in gate { break }
                return credential.isLongEnough
            }
        }
    }

    @Test("send returns at once, while the reducer is suspended")
    func sendReturns() async {
        let validator = Validator()
        let store = LoginReducerTests.store(validate: validator.validate)
        store.dispatch(Self.name)
        store.dispatch(Self.password, origin: .script)
        store.dispatch(.authenticate)
        var asked = validator.asked.makeAsyncIterator()
        #expect(await asked.next() == .username("ada.lovelace"))
        #expect(store.state == LoginState())
        #expect(store.pending?.action == Self.name)
        #expect(store.queued.map(\.action) == [Self.password, .authenticate])
        #expect(store.queued.map(\.origin) == [.script, .app])
        #expect(store.runningEffects.map(\.phase) == [.reducing])

        var phases = store.values(of: \.phase, buffering: 100).makeAsyncIterator()
        validator.release.yield()
        validator.release.yield()
        for phase: LoginState.Phase in [
            .idle, .validatingCredentials, .validCredentials, .authenticating, .authenticated,
        ] {
            #expect(await phases.next() == phase)
        }
        #expect(store.pending == nil)
        #expect(store.queued.isEmpty)
    }

    @Test("sends that overlap while the reducer waits: the published form loses one, ours takes one after the other")
    func overlapping() async throws {
        let validator = Validator()
        var reducers: [LoginReducer] = []
        let ours = AsyncStore(initial: LoginState()) { later in
            let reducer = LoginReducer(validate: validator.validate, authenticate: { _ in nil }, later: later)
            reducers.append(reducer)
            return reducer
        }
        let published = PublishedLoginStore(reducer: try #require(reducers.first))
        let tasks = [published.send(Self.name), published.send(Self.password)]
        // Both reductions have begun from the state in which nothing is valid.
        var asked = validator.asked.makeAsyncIterator()
        _ = await asked.next()
        _ = await asked.next()
        validator.release.yield()
        validator.release.yield()
        for task in tasks { await task.value }
        #expect(published.state.hasValidUsername != published.state.hasValidPassword)
        #expect(published.state.phase == .validatingCredentials)

        ours.dispatch(Self.name)
        ours.dispatch(Self.password)
        validator.release.yield()
        validator.release.yield()
        try await ours.receipt(of: .ackError)
        #expect(ours.state.hasValidCredentials)
    }

    @Test("of 10,000 sends from many tasks none is lost: each begins at the state that the one before it left")
    func manySends() async throws {
        let store = LoginReducerTests.store(validate: { credential in
            await Task.yield()
            return credential.isLongEnough
        })
        let log = TransitionLog<LoginState, LoginAction>()
        store.install(log)
        await withTaskGroup { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<1_250 {
                        let text = "\(sender)/\(number)"
                        let isName = number.isMultiple(of: 2)
                        // As a script, whose texts are not coalesced.
                        store.dispatch(
                            .enteringCredential(isName ? .username(text) : .password(text)), origin: .script)
                    }
                }
            }
        }
        try await store.receipt(of: .ackError)

        let entries = log.entries.dropLast()
        #expect(entries.count == 10_000)
        var expected = LoginState()
        var lastNumbers = Array(repeating: -1, count: 8)
        for entry in entries {
            guard case .enteringCredential(let credential) = entry.action else {
                Issue.record("unexpected \(entry.action)")
                return
            }
            let text: String
            switch credential {
            case .username(let name): (expected.username, text) = (name, name)
            case .password(let password): (expected.password, text) = (password, password)
            }
            guard entry.state.username == expected.username, entry.state.password == expected.password else {
                Issue.record("an update was lost at \(text)")
                return
            }
            let parts = text.split(separator: "/").compactMap { Int($0) }
            guard parts.count == 2, lastNumbers[parts[0]] == parts[1] - 1 else {
                Issue.record("\(text) is out of order")
                return
            }
            lastNumbers[parts[0]] = parts[1]
        }
        #expect(lastNumbers.allSatisfy { $0 == 1_249 })
    }

    @Test("25 keystrokes delay a tap by two validations: that of the first, and that of the last")
    func keystrokes() async {
        let validator = Validator()
        let store = LoginReducerTests.store(validate: validator.validate)
        let name = "ada.lovelace@example.org."
        var asked = validator.asked.makeAsyncIterator()
        for count in 1...25 {
            store.dispatch(.enteringCredential(.username(String(name.prefix(count)))))
            if count == 1 { #expect(await asked.next() == .username("a")) }
        }
        store.dispatch(.authenticate)
        #expect(store.queued.map(\.action) == [.enteringCredential(.username(name)), .authenticate])
        var phases = store.values(of: \.phase, buffering: 100).makeAsyncIterator()
        validator.release.yield()
        #expect(await asked.next() == .username(name))
        validator.release.yield()
        for phase: LoginState.Phase in [.idle, .validatingCredentials, .authenticating] {
            #expect(await phases.next() == phase)
        }
    }

    @Test("texts of two fields are both validated, in their order")
    func fields() async {
        let validator = Validator()
        let store = LoginReducerTests.store(validate: validator.validate)
        var asked = validator.asked.makeAsyncIterator()
        store.dispatch(.enteringCredential(.username("a")))
        #expect(await asked.next() == .username("a"))
        let typed = ["b", "c"].flatMap { [LoginCredential.username($0), .password($0)] }
        for credential in typed { store.dispatch(.enteringCredential(credential)) }
        #expect(store.queued.map(\.action) == typed.map { .enteringCredential($0) })
        store.cancelReduction()
    }

    @Test("a validation that is cancelled changes nothing, is rejected in the log, and lets the next action in")
    func cancelValidation() async throws {
        let validator = Validator()
        let store = LoginReducerTests.store(validate: validator.validate)
        let log = TransitionLog<LoginState, LoginAction>()
        store.install(log)
        store.dispatch(Self.name)
        store.dispatch(.authenticate)
        var asked = validator.asked.makeAsyncIterator()
        _ = await asked.next()
        #expect(store.cancelReduction())
        try await store.receipt(of: .ackError)
        #expect(log.entries.map(\.rejection).prefix(2) == ["cancelled", nil])
        #expect(store.state.username == "")
    }

    @Test("a request that is cancelled never comes back; typing leads out of the wait for it")
    func cancelRequest() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let store = LoginReducerTests.store(authenticate: { _ in
            ask.yield()
            // Ends when the task is cancelled.
            for await _ in AsyncStream.makeStream(of: Void.self).stream {}
            end.yield(Task.isCancelled)
            return nil
        })
        try await store.receipt(of: .authenticate)
        var requests = asked.makeAsyncIterator()
        await requests.next()
        let request = try #require(store.runningEffects.first)
        #expect(request.name == "authenticate")
        #expect(request.cause == 1)
        #expect(store.cancelEffect(request.id))
        var ends = ended.makeAsyncIterator()
        #expect(await ends.next() == true)
        #expect(store.runningEffects.isEmpty)
        #expect(store.state.phase == .authenticating)
        try await store.receipt(of: Self.name)
        #expect(store.state.phase == .validatingCredentials)
        #expect(store.seq == 2)
    }
}
