// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 6 of the store turnstile.
// The function makeTurnstileStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("turnstile: steps 1 to 6 of a recording")
@MainActor
struct TurnstileSteps1To6 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeTurnstileStore(initial: .locked)
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        let step1 = try await store.receipt(of: .coin)
        #expect(step1.effects == [.unlock])
        #expect(store.state == .unlocked)

        // #2 inspector
        let step2 = try await store.receipt(of: .push)
        #expect(step2.effects == [.lock])
        #expect(store.state == .locked)

        // #3 inspector
        let state3 = store.state
        let step3 = try await store.receipt(of: .push)
        #expect(step3.effects == [.alarm])
        #expect(store.state == state3)

        // #4 inspector
        let step4 = try await store.receipt(of: .coin)
        #expect(step4.effects == [.unlock])
        #expect(store.state == .unlocked)

        // #5 inspector
        let state5 = store.state
        let step5 = try await store.receipt(of: .coin)
        #expect(step5.effects == [.thankYou])
        #expect(store.state == state5)

        // #6 inspector
        let step6 = try await store.receipt(of: .push)
        #expect(step6.effects == [.lock])
        #expect(store.state == .locked)
    }
}
