import Strobe
import StrobeTesting
import Testing

@testable import StrobeDemo

/// The claims of the author about a screen with two view models: the user's profile and posts.
@Suite(.timeLimit(.minutes(5)))
struct UserTests {
    typealias Command = PostsReducer.Command
    typealias Session = PostsViewModel.Session

    private static let ada = ProfileReducerTests.ada
    static let posts = [Post(id: 1, title: "Note A", likes: 52), Post(id: 2, title: "Note G", likes: 7)]
    static let commands: [Command] = [.load, .loaded(posts), .failed(reason: "no network")]
    static let sessions: [Session] = [.initialized, .loading, .loaded([]), .failed(reason: "timeout")]

    /// An interactor whose backend has Ada, and posts as a test says.
    private static func interactor(posts: @escaping @Sendable () async throws -> [Post]) -> UserInteractor {
        var dependencies = Dependencies(executor: BackgroundExecutor(label: "test"))
        dependencies.backend = StubBackend { path in
            if path == "/posts" { try await posts() } else { ada }
        }
        return UserInteractor(dependencies: dependencies)
    }

    private func reduced(_ state: UserReducer.State, _ command: UserReducer.Command) -> (
        state: UserReducer.State, effects: [UserReducer.Effect]
    ) {
        var state = state
        let effects = (try? UserReducer.both.reduce(&state, command)) ?? []
        return (state, effects)
    }

    @Test("posts have view states of their own, and each command is defined in each of them", arguments: sessions)
    func posts(session: Session) {
        for command in Self.commands {
            let expected =
                switch (command, session) {
                case (.load, .initialized), (.load, .loaded), (.load, .failed):
                    PostsReducer.State(session: .loading, effect: .load)
                case (.loaded(let posts), .loading): PostsReducer.State(session: .loaded(posts))
                case (.failed(let reason), .loading): PostsReducer.State(session: .failed(reason: reason))
                default: PostsReducer.State(session: session)
                }
            for lastEffect in [nil, PostsReducer.Effect.load] {
                let before = PostsReducer.State(session: session, effect: lastEffect)
                #expect(PostsReducer.reduce(state: before, command: command) == expected)
            }
        }
    }

    @Test("a command for one half of the screen is reduced by that half's reducer and leaves the other as it is")
    func halves() {
        for session in ProfileReducerTests.sessions {
            for command in ProfileReducerTests.commands {
                let before = UserReducer.State(
                    profile: .init(session: session), posts: .init(session: .loaded(Self.posts), effect: .load))
                let after = reduced(before, .profile(command))
                let profile = try? ProfileReducer.reduce(state: before.profile, command: command)
                #expect(after.state.profile == profile ?? before.profile)
                #expect(after.state.posts == before.posts)
                #expect(after.effects == (profile?.effect.map { [.profile($0)] } ?? []))
            }
        }
        for session in Self.sessions {
            for command in Self.commands {
                let before = UserReducer.State(
                    profile: .init(session: .loading, effect: .load), posts: .init(session: session))
                let after = reduced(before, .posts(command))
                #expect(after.state.posts == PostsReducer.reduce(state: before.posts, command: command))
                #expect(after.state.profile == before.profile)
                #expect(after.effects == (after.state.posts.effect.map { [.posts($0)] } ?? []))
            }
        }
    }

    @Test("the parent nests the two view models, and draws the profile above the posts")
    func rows() {
        let state = UserReducer.State(
            profile: .init(session: .loaded(Self.ada)), posts: .init(session: .loaded(Self.posts)))
        #expect(
            state.viewModel.rows == [
                .headline("Ada"), .detail(title: "Followers", text: "2"), .headline("Posts"),
                .detail(title: "Note A", text: "52 likes"), .detail(title: "Note G", text: "7 likes"),
            ])
        #expect(UserReducer.State().viewModel.rows == [])
        #expect(PostsViewModel(session: .loading).rows == [.spinner])
        #expect(PostsViewModel(session: .loaded([])).rows == [.headline("No posts yet")])
        #expect(PostsViewModel(session: .failed(reason: "timeout")).rows == [.retry(message: "timeout")])
    }

    @Test("each half sees its own part of the store, and is notified of its own changes only")
    func scopes() async {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        let interactor = Self.interactor {
            for await _ in never {}
            return []
        }
        let (profiles, seen) = AsyncStream.makeStream(of: ProfileReducer.State.self)
        let subscription = interactor.profile.subscribe(initial: true) { seen.yield($0) }
        interactor.posts.dispatch(.load)
        #expect(interactor.posts.state.session == .loading)
        interactor.profile.dispatch(.load)
        var all = profiles.makeAsyncIterator()
        for session: ProfileViewModel.Session in [.initialized, .loading, .loaded(Self.ada)] {
            #expect(await all.next()?.session == session)
        }
        #expect(interactor.posts.state.session == .loading)
        subscription.cancel()
    }

    @Test("the two halves load beside each other, and one can fail while the other is there")
    @MainActor func together() async {
        let interactor = Self.interactor { throw BackendError(message: "no posts today") }
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let user = interactor.store.observed
        let screen = Screen(name: "user", say: { line.yield($0) }) { user.viewModel.rows }
        interactor.profile.dispatch(.load)
        interactor.posts.dispatch(.load)
        let rows: [ScreenRow] = [
            .headline("Ada"), .detail(title: "Followers", text: "2"), .retry(message: "no posts today"),
        ]
        for await said in lines where said == "user: \(rows.words)" { break }
        #expect(screen.content == rows)
        #expect(interactor.store.state.profile.session == .loaded(Self.ada))
        #expect(interactor.store.state.posts.session == .failed(reason: "no posts today"))
        #expect(interactor.store.seq == 4)
    }

    @Test("of all that happens on the screen nothing goes unseen")
    func everything() async {
        let store = TestStore(Store(initial: UserReducer.State(), reducer: UserReducer.both))
        await store.send(.profile(.load)) { $0.profile = .init(session: .loading, effect: .load) }
        store.expect(.profile(.load))
        await store.send(.posts(.load)) { $0.posts = .init(session: .loading, effect: .load) }
        store.expect(.posts(.load))
        await store.sendRejected(.profile(.load), reason: "load while loading")
        await store.send(.profile(.loaded(Self.ada))) { $0.profile = .init(session: .loaded(Self.ada)) }
        await store.send(.posts(.failed(reason: "timeout"))) { $0.posts = .init(session: .failed(reason: "timeout")) }
        await store.send(.posts(.loaded(Self.posts)))
        await store.finish()
    }
}
