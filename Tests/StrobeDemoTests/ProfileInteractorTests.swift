import Foundation
import Strobe
import StrobeTesting
import Synchronization
import Testing

@testable import StrobeDemo

/// The claims of the author about the interactor, which completes the state machine, and about requests and responses.
@Suite(.timeLimit(.minutes(5)))
struct ProfileInteractorTests {
    private static let ada = User(id: 7, name: "Ada", email: nil, followers: 2)

    /// An interactor whose backend answers as a test says.
    private static func interactor(
        load: @escaping @Sendable () async throws -> User,
        executor: any TaskExecutor = BackgroundExecutor(label: "test")
    ) -> ProfileInteractor {
        var dependencies = Dependencies(executor: executor)
        dependencies.backend = StubBackend { _ in try await load() }
        return ProfileInteractor(dependencies: dependencies)
    }

    @Test("a test replaces backend, clock and executor, and everything happens in its steps")
    func replaced() async {
        let interactor = ProfileInteractor(dependencies: Dependencies(executor: BackgroundExecutor(label: "test")))
        let store = TestStore(interactor.store)
        store.dependencies.backend = StubBackend { [clock = store.clock] path in
            try await clock.sleep(for: .seconds(2))
            guard path == "/profile" else { throw BackendError(message: "There is nothing at \(path).") }
            return Self.ada
        }
        await store.send(.load) { $0 = .init(session: .loading, effect: .load) }
        store.expect(.load)
        store.clock.advance(by: .seconds(2))
        await store.receive(.loaded(Self.ada)) { $0 = .init(session: .loaded(Self.ada)) }
        await store.finish()
    }

    @Test("a test that does not replace the backend fails, and says so")
    func forgotten() async {
        let interactor = ProfileInteractor(dependencies: Dependencies())
        await withKnownIssue {
            let store = TestStore(interactor.store)
            store.exhaustivity = .off
            await store.send(.load)
            await store.finish()
        } matching: {
            $0.description.contains("The test uses the live value of BackendKey, which has no test value.")
        }
    }

    @Test("effects are performed on the background executor, and the screen draws each view model on the main queue")
    @MainActor func places() async {
        let executor = BackgroundExecutor(label: "test")
        let (answers, answer) = AsyncStream.makeStream(of: User.self)
        let (isInBackground, background) = AsyncStream.makeStream(of: Bool.self)
        let (drawn, draw) = AsyncStream.makeStream(of: (rows: [ScreenRow], isOnMain: Bool).self)
        let interactor = Self.interactor(
            load: {
                background.yield(
                    withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor.asUnownedTaskExecutor() })
                for await user in answers { return user }
                throw CancellationError()
            }, executor: executor)
        let profile = interactor.store.observed
        let screen = Screen({ profile.viewModel.rows }, show: { draw.yield(($0, MainQueue.isCurrent)) })
        interactor.send(.load)
        #expect(screen.content == [.spinner])

        var performed = isInBackground.makeAsyncIterator()
        #expect(await performed.next() == true)
        var shown: [[ScreenRow]] = []
        for await (rows, isOnMain) in drawn {
            #expect(isOnMain)
            shown.append(rows)
            if rows == [.spinner] { answer.yield(Self.ada) }
            if shown.count == 3 { break }
        }
        #expect(shown == [[], [.spinner], [.headline("Ada"), .detail(title: "Followers", text: "2")]])
        withExtendedLifetime(screen) {}
    }

    @Test("a failed request comes back as a command like any other")
    func failure() async {
        #expect(await ProfileInteractor.response(of: { Self.ada }) == .loaded(Self.ada))
        #expect(
            await ProfileInteractor.response(of: { throw BackendError(message: "no network") })
                == .failed(reason: "no network"))
        #expect(
            await ProfileInteractor.response(of: { throw CocoaError(.coderReadCorrupt) })
                == .failed(reason: "The answer of the backend could not be read."))
    }

    @Test("load while loading starts no second request; a load after the answer does")
    func oneRequest() async {
        let (asked, requests) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: User.self)
        let interactor = Self.interactor(
            load: {
                requests.yield()
                for await user in answers { return user }
                throw CancellationError()
            })
        var sessions = interactor.store.values(of: \.session, buffering: 100).makeAsyncIterator()
        #expect(await sessions.next() == .initialized)

        for _ in 1...5 { interactor.send(.load) }
        #expect(interactor.store.runningEffects.count == 1)
        answer.yield(Self.ada)
        #expect(await sessions.next() == .loading)
        #expect(await sessions.next() == .loaded(Self.ada))

        // The effect has dispatched its action, and may not be over yet.
        while !interactor.store.runningEffects.isEmpty, !Task.isCancelled { await Task.yield() }
        interactor.send(.load)
        #expect(interactor.store.runningEffects.count == 1)
        answer.yield(Self.ada)
        #expect(await sessions.next() == .loading)
        #expect(await sessions.next() == .loaded(Self.ada))
        requests.finish()
        #expect(await asked.reduce(0) { count, _ in count + 1 } == 2)
    }

    @Test("an effect that is derived from the state is asked for by every load, one that the reducer names only once")
    func derived() {
        /// Loads whenever a command leaves the view loading.
        let derived = Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect>(
            initial: ProfileReducer.State()
        ) { state, command in
            state = (try? ProfileReducer.reduce(state: state, command: command)) ?? state
            return state.session == .loading ? .load : nil
        }
        let stated = Store(initial: ProfileReducer.State(), effect: \.effect, reduce: ProfileReducer.reduce)
        let requests = [derived, stated].map { store in
            let count = Mutex(0)
            store.setInlineEffectHandler { _, _ in count.withLock { $0 += 1 } }
            for _ in 1...2 { store.dispatch(.load) }
            return count.withLock { $0 }
        }
        #expect(requests == [2, 1])
    }

    @Test("anything can have happened to the view before the response arrives: it is just another command then")
    func lateResponse() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: User.self)
        let interactor = Self.interactor(
            load: {
                for await user in answers { return user }
                throw CancellationError()
            })
        var states = interactor.store.states(buffering: 100).makeAsyncIterator()
        interactor.send(.load)
        interactor.send(.failed(reason: "given up"))
        answer.yield(Self.ada)
        for expected: ProfileViewModel.Session in [
            .initialized, .loading, .failed(reason: "given up"), .failed(reason: "given up"),
        ] {
            #expect(await states.next()?.session == expected)
        }
    }

    @Test(
        "a response may arrive in any state, and changes the view only while it is loading",
        arguments: ProfileReducerTests.sessions)
    func responseInAnyState(session: ProfileViewModel.Session) {
        let store = Store(
            initial: ProfileReducer.State(session: session), effect: \.effect, reduce: ProfileReducer.reduce)
        store.dispatch(.loaded(Self.ada))
        #expect(store.state == .init(session: session == .loading ? .loaded(Self.ada) : session))
    }

    @Test("the screen has no rows, then a spinner, then the profile or a way to try again")
    @MainActor func screen() async throws {
        let (answers, answer) = AsyncStream.makeStream(of: User?.self)
        let interactor = Self.interactor(
            load: {
                for await user in answers {
                    if let user { return user }
                    throw BackendError(message: "no network")
                }
                throw CancellationError()
            })
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let profile = interactor.store.observed
        let screen = Screen(name: "profile", say: { line.yield($0) }) { profile.viewModel.rows }
        var said = lines.makeAsyncIterator()
        #expect(await said.next() == "profile: nothing")
        interactor.send(.load)
        #expect(await said.next() == "profile: a spinner")
        answer.yield(nil)
        #expect(await said.next() == "profile: no network, and a way to try again")
        #expect(screen.content == [.retry(message: "no network")])
        interactor.send(.load)
        #expect(await said.next() == "profile: a spinner")
        answer.yield(Self.ada)
        #expect(await said.next() == "profile: Ada, Followers 2")
    }
}
