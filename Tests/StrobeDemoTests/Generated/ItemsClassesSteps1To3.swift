// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 3 of the store items-classes.
// The function makeItemsClassesStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("items-classes: steps 1 to 3 of a recording")
@MainActor
struct ItemsClassesSteps1To3 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeItemsClassesStore(initial: .loading)
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        let state1 = store.state
        _ = try await store.receipt(of: .load)
        #expect(store.state == state1)

        // #2 effect of #1
        _ = try await store.receipt(of: .failed(reason: "The backend answered 503 Service Unavailable."))
        #expect(store.state == .error(reason: "The backend answered 503 Service Unavailable."))

        // #3 inspector
        let state3 = store.state
        let step3 = try await store.receipt(of: .loaded([]))
        // loaded is illegal in error
        #expect(step3.rejection != nil)
        #expect(store.state == state3)
    }
}
