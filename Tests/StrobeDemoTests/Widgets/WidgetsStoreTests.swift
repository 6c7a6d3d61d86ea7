import Dispatch
import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the author about the store, its dispatchers and its listeners.
@Suite(.timeLimit(.minutes(5))) struct WidgetsStoreTests {
    private let sprocket = WidgetsReducerTests.sprocket
    private let flange = WidgetsReducerTests.flange

    @Test("a dispatch only enqueues: actions are applied one by one where the serial dispatcher is, in strict order")
    func serial() {
        let serial = ManualDispatcher()
        let store = WidgetsStore(
            provider: StubProvider(), limit: RequestLimit(.zero), tracker: ActionCounter(),
            serialDispatcher: serial.delivery, middlewareDispatcher: .inline)
        store.dispatch(UpdateWidgets(widgets: [sprocket, flange]))
        store.dispatch(SelectWidget(id: 1))
        store.dispatch(SelectWidget(id: 2))
        #expect(store.state == WidgetsState())
        serial.run()
        #expect(
            store.state == WidgetsState(widgets: [sprocket, flange], loadState: .loaded, selection: 2, refreshes: 1))
    }

    @Test("there are no race conditions: of 8,000 actions from eight threads none is lost")
    func noRaces() async {
        let store = WidgetsStore(
            provider: StubProvider(), limit: RequestLimit(.zero), tracker: ActionCounter(),
            middlewareDispatcher: .serialQueue())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1_000 { store.dispatch(RefreshSkipped(retryAfter: 1)) }
        }
        let last = await store.state { $0.refreshes >= 8_000 }
        #expect(last?.refreshes == 8_000)
    }

    @Test("listeners are called on the main dispatcher, once per change, and read the state then")
    @MainActor func listeners() {
        let main = ManualMainDispatcher()
        let store = WidgetsStore(atOnce: StubProvider(), mainDispatcher: main.delivery)
        var drawn: [[String]] = []
        let list = WidgetList(store: store) { drawn.append($0) }
        store.addListener(list)
        store.dispatch(UpdateWidgets(widgets: [sprocket, flange]))
        #expect(drawn.isEmpty)
        main.run()
        #expect(drawn == [["  Sprocket", "  Flange"]])
        store.dispatch(SelectWidget(id: 2))
        main.run()
        #expect(list.rows == ["  Sprocket", "▸ Flange", "    …"])
        #expect(drawn.count == 2)
    }

    @Test("in the program, listeners are called on the main queue, wherever the change was made")
    @MainActor func mainQueue() async {
        let store = WidgetsStore(atOnce: StubProvider())
        let (draws, continuation) = AsyncStream.makeStream(of: Bool.self)
        let list = WidgetList(store: store) { _ in continuation.yield(MainQueue.isCurrent) }
        store.addListener(list)
        await Task.detached { [sprocket] in store.dispatch(UpdateWidgets(widgets: [sprocket])) }.value
        var draw = draws.makeAsyncIterator()
        #expect(await draw.next() == true)
        #expect(list.rows == ["  Sprocket"])
    }

    @Test("a listener is held weakly: one without other owners is released, and not called any more")
    @MainActor func weakListeners() {
        let store = WidgetsStore(atOnce: StubProvider())
        var drawn = 0
        var list: WidgetList? = WidgetList(store: store) { _ in drawn += 1 }
        weak var gone: WidgetList?
        gone = list
        if let list { store.addListener(list) }
        store.dispatch(ClearSelection())
        list = nil
        #expect(gone == nil)
        store.dispatch(ClearSelection())
        #expect(drawn == 1)
    }

    @Test("a list dispatches a refresh with no knowledge of what happens to it, and shows what came of it")
    @MainActor func endToEnd() async {
        let provider = StubProvider()
        let store = WidgetsStore(atOnce: provider)
        let (draws, continuation) = AsyncStream.makeStream(of: [String].self)
        let list = WidgetList(store: store) { continuation.yield($0) }
        store.addListener(list)
        list.pullToRefresh()
        #expect(list.rows == ["Loading…"])
        provider.answer(.success([sprocket, flange]))
        #expect(await draws.contains(["  Sprocket", "  Flange"]))
    }
}
