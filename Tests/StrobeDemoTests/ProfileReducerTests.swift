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

    /// The author's table; pairs that are not in it change nothing.
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
        let after = ProfileReducer.reduce(state: before, command: input.command)
        #expect(after == expected(input.command, in: input.session) ?? State(session: input.session, effect: nil))
    }

    @Test("an invalid command leaves the view model as it is and has no side effect", arguments: inputs)
    func invalid(input: Input) {
        guard expected(input.command, in: input.session) == nil else { return }
        let before = State(session: input.session, effect: input.lastEffect)
        let after = ProfileReducer.reduce(state: before, command: input.command)
        #expect(after.viewModel == before.viewModel)
        #expect(after.effect == nil)
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
                let after = ProfileReducer.reduce(state: State(session: session), command: command)
                if after.session != session { ways.insert("\(name(session)) → \(name(after.session))") }
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
            return ProfileReducer.reduce(state: state, command: input.command).effect != nil
        }
        #expect(asking.allSatisfy { $0.command == .load && $0.session != .loading })
        #expect(asking.filter { $0.lastEffect == nil }.count == 3)
    }

    @Test("loaded and failed are only valid while loading", arguments: sessions)
    func responses(session: Session) {
        for response in [Command.loaded(Self.ada), .failed(reason: "no network")] {
            let after = ProfileReducer.reduce(state: State(session: session), command: response)
            #expect((after.session != session) == (session == .loading))
        }
    }

    @Test("load while loading is ignored: it does not ask a second time")
    func loadWhileLoading() {
        let loading = ProfileReducer.reduce(state: State(), command: .load)
        #expect(loading == State(session: .loading, effect: .load))
        let again = ProfileReducer.reduce(state: loading, command: .load)
        #expect(again == State(session: .loading, effect: nil))
    }

    @Test("the reducer is stateless: the same input gives the same output, whatever came between")
    func stateless() {
        func outputs(_ inputs: [Input]) -> [State] {
            inputs.map { input in
                let state = State(session: input.session, effect: input.lastEffect)
                return ProfileReducer.reduce(state: state, command: input.command)
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
