import Strobe
import StrobeTesting
import Testing

@testable import StrobeDemo

/// The claims of the author about action creators, or thunks.
@Suite(.timeLimit(.minutes(5))) struct WidgetsThunkTests {
    private let sprocket = WidgetsReducerTests.sprocket
    private let flange = WidgetsReducerTests.flange

    @Test("a thunk encapsulates a function: it refreshes, and chooses the first widget on completion")
    func refreshAndSelectFirst() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        store.dispatch(store.refreshAndSelectFirst)
        await store.state { $0.loadState == .loading }
        provider.answer(.success([flange, sprocket]))
        let state = await store.state { $0.selection != nil }
        #expect(state == WidgetsState(widgets: [flange, sprocket], loadState: .loaded, selection: 2, refreshes: 1))
    }

    @Test("a refresh that comes too soon is an answer too: the first of the present widgets is chosen")
    func tooSoon() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        provider.answer(.success([sprocket]))
        store.dispatch(RefreshWidgets())
        await store.state { $0.loadState == .loaded }
        store.dispatch(store.refreshAndSelectFirst)
        let state = await store.state { $0.selection != nil }
        #expect(state?.selection == 1)
        #expect(provider.requests == 1)
    }

    @Test("a thunk can be performed by middleware, for clients that can dispatch only a value")
    func byMiddleware() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        let log = TransitionLog<WidgetsState, any WidgetAction>()
        store.store.install(log)
        store.dispatch(RefreshAndSelectFirst())
        await store.state { $0.loadState == .loading }
        provider.answer(.success([sprocket]))
        await store.state { $0.selection == 1 }
        #expect(
            log.lines == [
                "1 RefreshAndSelectFirst app", "2 RefreshWidgets effect of 1", "3 FetchStarted effect of 2",
                "4 UpdateWidgets effect of 2", "5 SelectWidget effect of 1",
            ])
    }

    @Test("it blocks nothing, is listed by its name while it waits, and ends with nothing chosen when it is cancelled")
    func cancelled() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        let id = store.dispatch(store.refreshAndSelectFirst)
        await store.state { $0.loadState == .loading }
        #expect(store.runningEffects.first?.name == "refreshAndSelectFirst")
        #expect(id.map { store.store.cancelEffect($0) } == true)
        provider.answer(.success([sprocket]))
        // The load state is updated all the same: the fetch is not the thunk's.
        let state = await store.state { $0.loadState == .loaded }
        #expect(state?.selection == nil)
        #expect(!store.runningEffects.contains { $0.name == "refreshAndSelectFirst" })
    }

    @Test("after a failure with nothing to choose from, nothing is chosen")
    func failure() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        provider.answer(.failure(BackendError(message: "offline")))
        store.dispatch(store.refreshAndSelectFirst)
        await store.state { $0.loadState == .failed(reason: "offline") }
        while !store.store.runningEffects.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(store.state.selection == nil)
    }
}
