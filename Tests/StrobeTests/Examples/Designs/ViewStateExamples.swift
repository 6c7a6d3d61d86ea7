import Strobe
import Testing

/// The code of the article on reducers of view states.
@Suite("The article on reducers of view states", .timeLimit(.minutes(5)))
struct ViewStateExamples {
    enum ProfileReducer {
        enum ViewState: Codable, Sendable, Equatable {
            case initialized, loading, loaded(name: String), failed(reason: String)
        }
        enum Command: Codable, Sendable {
            case load, loaded(name: String), failed(reason: String)
        }
        enum Effect: Codable, Sendable { case load }

        struct State: Codable, Sendable {
            var view = ViewState.initialized
            var effect: Effect?
        }

        static func reduce(state: State, command: Command) throws -> State {
            switch (command, state.view) {
            case (.load, .initialized), (.load, .loaded), (.load, .failed):
                return State(view: .loading, effect: .load)
            case (.loaded(let name), .loading):
                return State(view: .loaded(name: name))
            case (.failed(let reason), .loading):
                return State(view: .failed(reason: reason))
            case (.load, .loading):
                try reject("load while loading")
            case (.loaded, .initialized), (.loaded, .loaded), (.loaded, .failed):
                try reject("loaded without a load")
            case (.failed, .initialized), (.failed, .loaded), (.failed, .failed):
                try reject("failed without a load")
            }
        }
    }

    struct ProfileViewModel: Equatable {
        let rows: [String]

        init(_ view: ProfileReducer.ViewState) {
            switch view {
            case .initialized: rows = []
            case .loading: rows = ["Loading…"]
            case .loaded(let name): rows = [name]
            case .failed(let reason): rows = [reason, "Try again"]
            }
        }
    }

    @Test("a command loads, and its response is another command")
    func loading() async throws {
        let load: @Sendable () async throws -> String = { "Ada" }
        let store = Store(
            initial: ProfileReducer.State(), effect: \.effect, reduce: ProfileReducer.reduce)
        store.setEffectHandler { effect, context in
            do {
                context.dispatch(.loaded(name: try await load()))
            } catch {
                context.dispatch(.failed(reason: "\(error)"))
            }
        }
        store.dispatch(.load)
        for await view in store.values(of: \.view) where view == .loaded(name: "Ada") { break }
        #expect(ProfileViewModel(store.state.view).rows == ["Ada"])
        #expect(try await store.receipt(of: .failed(reason: "late")).rejection == "failed without a load")
        #expect(ProfileViewModel(.failed(reason: "offline")).rows == ["offline", "Try again"])
    }

    @Test("the reducer is a part of another one")
    func nesting() async throws {
        struct Screen: Sendable { var profile = ProfileReducer.State(), likes = 0 }
        enum Command: Sendable { case profile(ProfileReducer.Command), like }

        let profile = Reduce(effect: \.effect, ProfileReducer.reduce)
            .scoped(state: \Screen.profile, action: CasePath(Command.profile))
        let likes = Reduce<Screen, Command, ProfileReducer.Effect> { screen, command in
            if case .like = command { screen.likes += 1 }
            return []
        }
        let store = Store(initial: Screen(), reducers: [profile, likes])
        #expect(try await store.receipt(of: .profile(.load)).effects == [.load])
        store.dispatch(.like)
        #expect(store.state.profile.view == .loading && store.state.likes == 1)
    }
}
