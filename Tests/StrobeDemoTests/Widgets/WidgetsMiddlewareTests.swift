import Foundation
import Strobe
import StrobeTesting
import Synchronization
import Testing

@testable import StrobeDemo

/// The claims of the author about middleware and thunks.
@Suite(.timeLimit(.minutes(5))) struct WidgetsMiddlewareTests {
    private let sprocket = WidgetsReducerTests.sprocket
    private let flange = WidgetsReducerTests.flange

    @Test("middleware is called with an action before the state has changed")
    func before() {
        let store = WidgetsStore(atOnce: StubProvider())
        let seen = Mutex<[(Int, String)]>([])
        store.store.addMiddleware(on: .inline) { state, action, _ in
            seen.withLock { $0.append((state.widgets.count, "\(type(of: action))")) }
        }
        store.dispatch(UpdateWidgets(widgets: [sprocket, flange]))
        store.dispatch(UpdateWidgets(widgets: []))
        #expect(seen.withLock { $0.map(\.0) } == [0, 2])
        #expect(store.state.widgets.isEmpty)
    }

    @Test("middleware cannot block: a tracker that never comes back holds up neither the store nor the fetches")
    func neverBlocks() async {
        final class Stuck: Tracking {
            let release = DispatchSemaphore(value: 0)
            func track(_ type: String) { release.wait() }
        }
        let tracker = Stuck()
        let provider = StubProvider()
        let store = WidgetsStore(provider: provider, limit: RequestLimit(.zero), tracker: tracker)
        provider.answer(.success([sprocket]))
        store.dispatch(RefreshWidgets())
        let state = await store.state { $0.loadState == .loaded }
        #expect(state?.widgets == [sprocket])
        for _ in 0..<16 { tracker.release.signal() }
    }

    @Test("a refresh passes through the provider, which fetches, and dispatches the update on completion")
    func fetch() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        store.dispatch(RefreshWidgets())
        #expect(store.state.loadState == .loading)
        #expect(store.state.widgets.isEmpty)
        provider.answer(.success([sprocket]))
        let state = await store.state { $0.loadState != .loading }
        #expect(state == WidgetsState(widgets: [sprocket], loadState: .loaded, refreshes: 1))
    }

    @Test("requests are limited to one every N seconds, by the clock; a second one within them is only counted")
    func limit() async {
        let provider = StubProvider()
        let clock = TestClock()
        let store = WidgetsStore(atOnce: provider, interval: .seconds(10), clock: clock)
        for _ in 1...3 { provider.answer(.success([sprocket])) }
        store.dispatch(RefreshWidgets())
        await store.state { $0.loadState == .loaded }
        #expect(provider.requests == 1)
        store.dispatch(RefreshWidgets())
        clock.advance(by: .milliseconds(9_999))
        store.dispatch(RefreshWidgets())
        let counted = await store.state { $0.refreshes == 3 }
        #expect(counted?.loadState == .loaded)
        #expect(provider.requests == 1)
        clock.advance(by: .milliseconds(1))
        store.dispatch(RefreshWidgets())
        await store.state { $0.refreshes == 4 }
        #expect(provider.requests == 2)
    }

    @Test("a refresh during a fetch fetches nothing, and neither does one soon after a fetch that failed")
    func limitOfOthers() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        store.dispatch(RefreshWidgets())
        store.dispatch(RefreshWidgets())
        #expect(store.state.loadState == .loading)
        provider.answer(.failure(BackendError(message: "offline")))
        await store.state { $0.loadState == .failed(reason: "offline") }
        store.dispatch(RefreshWidgets())
        let counted = await store.state { $0.refreshes == 3 }
        #expect(counted?.loadState == .failed(reason: "offline"))
        #expect(provider.requests == 1)
    }

    @Test("a request that comes too soon gets the time to wait, in whole seconds, rounded up")
    func retryAfter() {
        let clock = TestClock()
        let store = WidgetsStore(atOnce: StubProvider(), interval: .seconds(10), clock: clock)
        let seconds = Mutex<[Int]>([])
        store.store.addMiddleware(on: .inline) { _, action, _ in
            if let skipped = action as? RefreshSkipped { seconds.withLock { $0.append(skipped.retryAfter) } }
        }
        store.dispatch(RefreshWidgets())
        store.dispatch(RefreshWidgets())
        clock.advance(by: .milliseconds(6_500))
        store.dispatch(RefreshWidgets())
        #expect(seconds.withLock { $0 } == [10, 4])
    }

    @Test("a failed fetch is recorded as a state, with what happened", arguments: [true, false])
    func failure(isOfBackend: Bool) async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        store.dispatch(RefreshWidgets())
        provider.answer(.failure(isOfBackend ? BackendError(message: "offline") : CocoaError(.coderReadCorrupt)))
        let state = await store.state { $0.loadState != .loading }
        let reason = isOfBackend ? "offline" : "The answer of the backend could not be read."
        #expect(state?.loadState == .failed(reason: reason))
    }

    @Test("a fetch is listed while it runs, with the refresh as its cause, and can be cancelled")
    func listed() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        store.dispatch(RefreshWidgets())
        #expect(store.runningEffects.map(\.name) == ["widgets"] && store.runningEffects.map(\.cause) == [1])
        #expect(store.cancelAllEffects() == 1)
        #expect(store.runningEffects.isEmpty)
    }

    @Test("only a refresh fetches widgets, and only a choice details")
    func others() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        let log = TransitionLog<WidgetsState, any WidgetAction>()
        store.store.install(log)
        let fetching: Set = ["RefreshWidgets", "RefreshAndSelectFirst", "SelectWidget"]
        let others = WidgetsReducerTests.actions.filter { !fetching.contains("\(type(of: $0))") }
        for action in others { store.dispatch(action) }
        #expect(log.entries.count == others.count, "nothing was dispatched in answer, not even that a fetch began")
        #expect(store.runningEffects.isEmpty)
        let before = store.state.refreshes
        // Earlier fetches are running when this one is answered.
        provider.answer(.success([]))
        store.dispatch(RefreshWidgets())
        await store.state { $0.refreshes > before }
        #expect(provider.requests == 1)
    }

    @Test(
        "analytics chooses: what the user does is tracked by its type, off the thread that dispatches, and nothing else"
    )
    func analytics() {
        let counter = ActionCounter()
        let elsewhere = ManualDispatcher()
        let store = WidgetsStore(
            provider: StubProvider(), limit: RequestLimit(.seconds(10)), tracker: counter,
            serialDispatcher: .inline, middlewareDispatcher: elsewhere.delivery)
        for action in WidgetsReducerTests.actions where !(action is RefreshAndSelectFirst) { store.dispatch(action) }
        store.dispatch(SelectWidget(id: 99))
        #expect(counter.counts.isEmpty)
        elsewhere.run()
        #expect(counter.counts == ["RefreshWidgets": 1, "SelectWidget": 2])
    }

    @Test("a dispatched action can be tracked end to end: the results of a refresh have it as their cause")
    func causes() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        let log = TransitionLog<WidgetsState, any WidgetAction>()
        store.store.install(log)
        store.dispatch(ClearSelection())
        store.dispatch(RefreshWidgets())
        provider.answer(.success([sprocket]))
        await store.state { $0.loadState == .loaded }
        #expect(
            log.lines == [
                "1 ClearSelection app", "2 RefreshWidgets app", "3 FetchStarted effect of 2",
                "4 UpdateWidgets effect of 2",
            ])
    }
}
