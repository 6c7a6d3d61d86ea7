// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 4 of the store user.
// The function makeUserStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("user: steps 1 to 4 of a recording")
@MainActor
struct UserSteps1To4 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeUserStore(initial: .init(profile: .init(session: .initialized, effect: nil), posts: .init(session: .initialized, effect: nil)))
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        let step1 = try await store.receipt(of: .profile(.load))
        #expect(step1.effects == [.profile(.load)])
        #expect(store.state.profile.session == .loading)
        #expect(store.state.profile.effect == .load)

        // #2 inspector
        let step2 = try await store.receipt(of: .posts(.load))
        #expect(step2.effects == [.posts(.load)])
        #expect(store.state.posts.session == .loading)
        #expect(store.state.posts.effect == .load)

        // #3 effect of #1
        _ = try await store.receipt(of: .profile(.loaded(.init(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1817))))
        #expect(store.state.profile.session == .loaded(.init(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1817)))
        #expect(store.state.profile.effect == nil)

        // #4 effect of #2
        _ = try await store.receipt(of: .posts(.loaded([.init(id: 1, title: "Note A", likes: 52), .init(id: 2, title: "Sketch of the Analytical Engine", likes: 43), .init(id: 3, title: "Poetical science", likes: 17)])))
        #expect(store.state.posts.session == .loaded([.init(id: 1, title: "Note A", likes: 52), .init(id: 2, title: "Sketch of the Analytical Engine", likes: 43), .init(id: 3, title: "Poetical science", likes: 17)]))
        #expect(store.state.posts.effect == nil)
    }
}
