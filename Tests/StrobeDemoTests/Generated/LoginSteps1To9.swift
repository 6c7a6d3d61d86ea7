// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 9 of the store login.
// The function makeLoginStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("login: steps 1 to 9 of a recording")
@MainActor
struct LoginSteps1To9 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeLoginStore(initial: .init(phase: .idle, username: "", hasValidUsername: false, password: "", hasValidPassword: false, attempt: 0))
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        _ = try await store.receipt(of: .enteringCredential(.username("ada.lovelace")))
        #expect(store.state.phase == .validatingCredentials)
        #expect(store.state.username == "ada.lovelace")
        #expect(store.state.hasValidUsername)

        // #2 inspector
        _ = try await store.receipt(of: .enteringCredential(.password("short")))
        #expect(store.state.password == "short")

        // #3 inspector
        _ = try await store.receipt(of: .enteringCredential(.password("correct horse")))
        #expect(store.state.phase == .validCredentials)
        #expect(store.state.password == "correct horse")
        #expect(store.state.hasValidPassword)

        // #4 inspector
        _ = try await store.receipt(of: .authenticate)
        #expect(store.state.phase == .authenticating)
        #expect(store.state.attempt == 1)

        // #5 effect of #4
        _ = try await store.receipt(of: .authenticated(attempt: 1))
        #expect(store.state.phase == .authenticated)

        // #6 inspector
        _ = try await store.receipt(of: .enteringCredential(.username("mallory.m")))
        #expect(store.state.phase == .validCredentials)
        #expect(store.state.username == "mallory.m")

        // #7 inspector
        _ = try await store.receipt(of: .authenticate)
        #expect(store.state.phase == .authenticating)
        #expect(store.state.attempt == 2)

        // #8 effect of #7
        _ = try await store.receipt(of: .failed(.invalidCredentials, attempt: 2))
        #expect(store.state.phase == .failure(.invalidCredentials))

        // #9 inspector
        _ = try await store.receipt(of: .ackError)
        #expect(store.state.phase == .validCredentials)
    }
}
