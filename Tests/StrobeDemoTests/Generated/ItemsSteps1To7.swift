// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 7 of the store items.
// The function makeItemsStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("items: steps 1 to 7 of a recording")
@MainActor
struct ItemsSteps1To7 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeItemsStore(initial: .loading)
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        let state1 = store.state
        let step1 = try await store.receipt(of: .load)
        #expect(step1.effects == [.load])
        #expect(store.state == state1)

        // #2 effect of #1
        _ = try await store.receipt(of: .loaded([.init(id: 1, title: "Turn the page"), .init(id: 2, title: "Feed the cat"), .init(id: 3, title: "Water the fern")]))
        #expect(store.state == .showingData([.init(id: 1, title: "Turn the page"), .init(id: 2, title: "Feed the cat"), .init(id: 3, title: "Water the fern")]))

        // #3 inspector
        let state3 = store.state
        let step3 = try await store.receipt(of: .failed(reason: "late"))
        // no transition on failed from showingData
        #expect(step3.rejection != nil)
        #expect(store.state == state3)

        // #4 inspector
        let step4 = try await store.receipt(of: .load)
        #expect(step4.effects == [.load])
        #expect(store.state == .loading)

        // #5 inspector
        let state5 = store.state
        let step5 = try await store.receipt(of: .load)
        #expect(step5.effects == [.load])
        #expect(store.state == state5)

        // #6 effect of #5
        _ = try await store.receipt(of: .loaded([.init(id: 1, title: "Turn the page"), .init(id: 2, title: "Feed the cat"), .init(id: 3, title: "Water the fern")]))
        #expect(store.state == .showingData([.init(id: 1, title: "Turn the page"), .init(id: 2, title: "Feed the cat"), .init(id: 3, title: "Water the fern")]))

        // #7 inspector
        let state7 = store.state
        let step7 = try await store.receipt(of: .loaded([]))
        // no transition on loaded from showingData
        #expect(step7.rejection != nil)
        #expect(store.state == state7)
    }
}
