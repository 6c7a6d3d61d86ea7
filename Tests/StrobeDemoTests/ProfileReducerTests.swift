import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the author of "Transitioning Between View States Using Reducers" about the reducer and the view model.
@Suite struct ProfileReducerTests {
    typealias Command = ProfileReducer.Command
    typealias Effect = ProfileReducer.Effect
    typealias Session = ProfileViewModel.Session
    typealias State = ProfileReducer.State

    static let ada = User(id: 7, name: "Ada", email: nil, followers: 2)
    static let grace = User(id: 8, name: "Grace", email: "grace@example.org", followers: 3)
    static let commands: [Command] = [.load, .loaded(ada), .failed(reason: "no network")]
    static let sessions: [Session] = [.initialized, .loading, .loaded(grace), .failed(reason: "timeout")]

    /// A combination of all inputs of the reducer.
    struct Input: Sendable, CustomTestStringConvertible {
        var command: Command
        var session: Session
        var lastEffect: Effect?

        var testDescription: String { "\(command) in \(session) after \(lastEffect.map { "\($0)" } ?? "no effect")" }
    }

    static let inputs = commands.flatMap { command in
        sessions.flatMap { session in
            [nil, .load].map { Input(command: command, session: session, lastEffect: $0) }
        }
    }

    /// The author's table; pairs that are not in it are rejected.
    private func expected(_ command: Command, in session: Session) -> State? {
        switch (command, session) {
        case (.load, .initialized), (.load, .loaded), (.load, .failed): State(session: .loading, effect: .load)
        case (.loaded(let user), .loading): State(session: .loaded(user))
        case (.failed(let reason), .loading): State(session: .failed(reason: reason))
        default: nil
        }
    }

    @Test("each of the 3 commands is defined in each of the 4 states, whatever the last effect was", arguments: inputs)
    func everyCombination(input: Input) {
        let before = State(session: input.session, effect: input.lastEffect)
        let after = try? ProfileReducer.reduce(state: before, command: input.command)
        #expect(after == expected(input.command, in: input.session))
    }

    @Test(
        "an invalid command is rejected: the view model stays as it is, and there is no side effect", arguments: inputs)
    func invalid(input: Input) async throws {
        guard expected(input.command, in: input.session) == nil else { return }
        let before = State(session: input.session, effect: input.lastEffect)
        let store = Store(initial: before, effect: \.effect, reduce: ProfileReducer.reduce)
        let receipt = try await store.receipt(of: input.command)
        #expect(receipt.effects.isEmpty)
        #expect(store.state == before)
        let reason =
            switch input.command {
            case .load: "load while loading"
            case .loaded: "loaded without a load"
            case .failed: "failed without a load"
            }
        #expect(receipt.rejection == reason)
    }

    @Test("the entry point is initialized, with no effect")
    func entryPoint() {
        #expect(State().session == .initialized)
        #expect(State().effect == nil)
    }

    @Test("initialized goes to loading only, loading to loaded or failed, and these two back through loading")
    func transitions() {
        func name(_ session: Session) -> String { "\(session)".prefix { $0 != "(" }.description }
        var ways: Set<String> = []
        for session in Self.sessions {
            for command in Self.commands {
                let after = try? ProfileReducer.reduce(state: State(session: session), command: command)
                if let after, after.session != session { ways.insert("\(name(session)) → \(name(after.session))") }
            }
        }
        #expect(
            ways == [
                "initialized → loading", "loading → loaded", "loading → failed", "loaded → loading", "failed → loading",
            ])
    }

    @Test("only load asks for anything, and it can be issued from three states")
    func loadEffect() {
        let asking = Self.inputs.filter { input in
            let state = State(session: input.session, effect: input.lastEffect)
            return (try? ProfileReducer.reduce(state: state, command: input.command))?.effect != nil
        }
        #expect(asking.allSatisfy { $0.command == .load && $0.session != .loading })
        #expect(asking.filter { $0.lastEffect == nil }.count == 3)
    }

    @Test("loaded and failed are only valid while loading", arguments: sessions)
    func responses(session: Session) {
        for response in [Command.loaded(Self.ada), .failed(reason: "no network")] {
            let after = try? ProfileReducer.reduce(state: State(session: session), command: response)
            #expect((after != nil) == (session == .loading))
        }
    }

    @Test("load while loading is rejected: it does not ask a second time")
    func loadWhileLoading() throws {
        let loading = try ProfileReducer.reduce(state: State(), command: .load)
        #expect(loading == State(session: .loading, effect: .load))
        #expect(throws: Rejection("load while loading")) {
            try ProfileReducer.reduce(state: loading, command: .load)
        }
    }

    @Test("the reducer is stateless: the same input gives the same output, whatever came between")
    func stateless() {
        func outputs(_ inputs: [Input]) -> [State?] {
            inputs.map { input in
                let state = State(session: input.session, effect: input.lastEffect)
                return try? ProfileReducer.reduce(state: state, command: input.command)
            }
        }
        let first = outputs(Self.inputs)
        #expect(outputs(Self.inputs) == first)
        #expect(outputs(Self.inputs.reversed()) == first.reversed())
    }

    @Test("the view model transforms each state into the rows that a view draws")
    func rows() {
        #expect(ProfileViewModel(session: .initialized).rows == [])
        #expect(ProfileViewModel(session: .loading).rows == [.spinner])
        #expect(
            ProfileViewModel(session: .loaded(Self.ada)).rows
                == [.headline("Ada"), .detail(title: "Followers", text: "2")])
        #expect(
            ProfileViewModel(session: .loaded(Self.grace)).rows
                == [
                    .headline("Grace"), .detail(title: "Email", text: "grace@example.org"),
                    .detail(title: "Followers", text: "3"),
                ])
        #expect(ProfileViewModel(session: .failed(reason: "timeout")).rows == [.retry(message: "timeout")])
    }
}
