import Testing

@testable import StrobeDemo

@Suite struct ProfileReducerTests {
    typealias Command = ProfileReducer.Command
    typealias Effect = ProfileReducer.Effect
    typealias Session = ProfileViewModel.Session
    typealias State = ProfileReducer.State

    static let ada = User(id: 7, name: "Ada", email: nil, followers: 2)
    static let grace = User(id: 8, name: "Grace", email: "grace@example.org", followers: 3)
    static let commands: [Command] = [.load, .loaded(ada), .failed(reason: "no network")]
    static let sessions: [Session] = [.initialized, .loading, .loaded(grace), .failed(reason: "timeout")]

    /// What the author's table says of each pair; the pairs that are not in it change nothing.
    private func expected(_ command: Command, in session: Session) -> State? {
        switch (command, session) {
        case (.load, .initialized), (.load, .loaded), (.load, .failed): State(session: .loading, effect: .load)
        case (.loaded(let user), .loading): State(session: .loaded(user))
        case (.failed(let reason), .loading): State(session: .failed(reason: reason))
        default: nil
        }
    }

    @Test("every command is defined in every state, whatever the last effect was", arguments: commands, sessions)
    func everyPairIsDefined(command: Command, session: Session) {
        for lastEffect in [nil, Effect.load] {
            let after = ProfileReducer.reduce(state: State(session: session, effect: lastEffect), command: command)
            #expect(after == expected(command, in: session) ?? State(session: session, effect: nil))
        }
    }

    @Test("load while loading does not ask twice")
    func loadWhileLoading() {
        let loading = ProfileReducer.reduce(state: State(), command: .load)
        #expect(loading.effect == .load)
        let again = ProfileReducer.reduce(state: loading, command: .load)
        #expect(again.effect == nil)
        #expect(again.session == .loading)
    }

    @Test("the view model draws one list of rows per state")
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
