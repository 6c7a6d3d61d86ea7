// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 5 of the store profile.
// The function makeProfileStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("profile: steps 1 to 5 of a recording")
@MainActor
struct ProfileSteps1To5 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeProfileStore(initial: .init(session: .initialized, effect: nil))
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        let step1 = try await store.receipt(of: .load)
        #expect(step1.effects == [.load])
        #expect(store.state.session == .loading)
        #expect(store.state.effect == .load)

        // #2 effect of #1
        _ = try await store.receipt(of: .loaded(.init(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1815)))
        #expect(store.state.session == .loaded(.init(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1815)))
        #expect(store.state.effect == nil)

        // #3 inspector
        let step3 = try await store.receipt(of: .load)
        #expect(step3.effects == [.load])
        #expect(store.state.session == .loading)
        #expect(store.state.effect == .load)

        // #4 effect of #3
        _ = try await store.receipt(of: .loaded(.init(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1816)))
        #expect(store.state.session == .loaded(.init(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1816)))
        #expect(store.state.effect == nil)

        // #5 inspector
        let state5 = store.state
        _ = try await store.receipt(of: .failed(reason: "The battery is \"empty\"\n\\(sorry)"))
        #expect(store.state == state5)
    }
}
