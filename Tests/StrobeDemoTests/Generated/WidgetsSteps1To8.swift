// swift-format-ignore-file
// Made by `strobe test` of what strobe-demo did on 2026-11-21: steps 1 to 8 of the store widgets.
// The function makeWidgetsStore(initial:) is written by hand: it makes the store under test.

import Strobe
import Testing

@testable import StrobeDemo

@Suite("widgets: steps 1 to 8 of a recording")
@MainActor
struct WidgetsSteps1To8 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = makeWidgetsStore(initial: .init(widgets: [], loadState: .idle, selection: nil, refreshes: 0))
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 inspector
        let state1 = store.state
        _ = try await store.receipt(of: RefreshWidgets.init())
        #expect(store.state == state1)

        // #2 effect of #1
        _ = try await store.receipt(of: FetchStarted.init())
        #expect(store.state.loadState == .loading)

        // #3 effect of #1
        _ = try await store.receipt(of: UpdateWidgets.init(widgets: [.init(id: 11, name: "Sprocket", imageID: "sprocket-11"), .init(id: 12, name: "Flange", imageID: "flange-12"), .init(id: 13, name: "Grommet", imageID: "grommet-13")]))
        #expect(store.state.widgets == [.init(id: 11, name: "Sprocket", imageID: "sprocket-11"), .init(id: 12, name: "Flange", imageID: "flange-12"), .init(id: 13, name: "Grommet", imageID: "grommet-13")])
        #expect(store.state.loadState == .loaded)
        #expect(store.state.refreshes == 1)

        // #4 inspector
        _ = try await store.receipt(of: SelectWidget.init(id: 12))
        #expect(store.state.selection == 12)

        // #5 inspector
        let state5 = store.state
        _ = try await store.receipt(of: SelectWidget.init(id: 999))
        #expect(store.state == state5)

        // #6 inspector
        _ = try await store.receipt(of: ClearSelection.init())
        #expect(store.state.selection == nil)

        // #7 inspector
        let state7 = store.state
        _ = try await store.receipt(of: RefreshWidgets.init())
        #expect(store.state == state7)

        // #8 effect of #7
        _ = try await store.receipt(of: RefreshSkipped.init(retryAfter: 10))
        #expect(store.state.refreshes == 2)
    }
}
