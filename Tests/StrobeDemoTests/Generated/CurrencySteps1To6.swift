// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 6 of the store currency.
// The function makeCurrencyStore(initial:) is written by hand: it makes the store under test.

import Strobe
import StrobeTesting
import Testing

@testable import StrobeDemo

@Suite("currency: steps 1 to 6 of a recording")
@MainActor
struct CurrencySteps1To6 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = try makeCurrencyStore(initial: Recorded.value(#"{"inputAmount":null,"rate":null,"output":null,"ratesURL":"http://127.0.0.1:38823/rates"}"#))
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        _ = try await store.receipt(of: .inputChanged("100"))
        let expected1 = try Recorded.value(#"{"inputAmount":100.0,"rate":null,"output":null,"ratesURL":"http://127.0.0.1:38823/rates"}"#, like: store.state)
        #expect(store.state == expected1)

        // #2 inspector
        let state2 = store.state
        let step2 = try await store.receipt(of: .reload)
        #expect(step2.effects.count == 1)
        #expect(store.state == state2)

        // #3 effect of #2
        _ = try await store.receipt(of: Recorded.value(#"{"ratesAvailable":{"data":"eyJyYXRlcyI6eyJVU0QiOjEuMDl9fQ=="}}"#))
        let expected3 = try Recorded.value(#"{"inputAmount":100.0,"rate":1.09,"output":109.00000000000001,"ratesURL":"http://127.0.0.1:38823/rates"}"#, like: store.state)
        #expect(store.state == expected3)

        // #4 inspector
        _ = try await store.receipt(of: .inputChanged("a lot"))
        let expected4 = try Recorded.value(#"{"inputAmount":null,"rate":1.09,"output":null,"ratesURL":"http://127.0.0.1:38823/rates"}"#, like: store.state)
        #expect(store.state == expected4)

        // #5 inspector
        let state5 = store.state
        _ = try await store.receipt(of: .inputChanged(nil))
        #expect(store.state == state5)

        // #6 inspector
        _ = try await store.receipt(of: .inputChanged("12.5"))
        let expected6 = try Recorded.value(#"{"inputAmount":12.5,"rate":1.09,"output":13.625000000000002,"ratesURL":"http://127.0.0.1:38823/rates"}"#, like: store.state)
        #expect(store.state == expected6)
    }
}
