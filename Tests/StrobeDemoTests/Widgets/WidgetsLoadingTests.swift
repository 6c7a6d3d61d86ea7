import Foundation
import Strobe
import Synchronization
import Testing

@testable import StrobeDemo

/// The author's advice on what a state holds: identifiers of what is big, and optional parts that are loaded later.
@Suite(.timeLimit(.minutes(5))) struct WidgetsLoadingTests {
    private let sprocket = WidgetsReducerTests.sprocket
    private let flange = WidgetsReducerTests.flange
    private let ofFlange = WidgetsReducerTests.ofFlange

    @Test("the list is there while details are not: they are fetched for the widget that is chosen, and shown below it")
    func partial() async {
        let (answers, answer) = AsyncStream.makeStream(of: WidgetDetails.self)
        let store = WidgetsStore(
            atOnce: StubProvider(details: { id in
                for await details in answers { return details }
                throw CancellationError()
            }))
        store.dispatch(UpdateWidgets(widgets: [sprocket, flange]))
        store.dispatch(SelectWidget(id: 2))
        #expect(store.state.widgets.count == 2 && store.state.details == nil)
        #expect(store.state.rows() == ["  Sprocket", "▸ Flange", "    …"])
        #expect(store.runningEffects.map(\.name) == ["details"])
        answer.yield(ofFlange)
        let state = await store.state { $0.details != nil }
        #expect(state?.rows() == ["  Sprocket", "▸ Flange", "    A flange, $6"])
    }

    @Test("details that cannot be fetched are a state too, and the next choice fetches again")
    func failure() async {
        let requests = Mutex(0)
        let store = WidgetsStore(
            atOnce: StubProvider(details: { [ofFlange] _ in
                let request = requests.withLock { requests in
                    requests += 1
                    return requests
                }
                guard request > 1 else { throw BackendError(message: "offline") }
                return ofFlange
            }))
        store.dispatch(UpdateWidgets(widgets: [flange]))
        store.dispatch(SelectWidget(id: 2))
        let failed = await store.state { $0.details != nil }
        #expect(failed?.rows() == ["▸ Flange", "    offline"])
        store.dispatch(SelectWidget(id: 2))
        await store.state { $0.details == .loaded(ofFlange) }
        #expect(requests.withLock { $0 } == 2)
    }

    @Test("another choice ends the fetch for the one before; a widget that is not there is not asked for")
    func replaced() {
        let store = WidgetsStore(atOnce: StubProvider())
        store.dispatch(UpdateWidgets(widgets: [sprocket, flange]))
        store.dispatch(SelectWidget(id: 1))
        store.dispatch(SelectWidget(id: 2))
        store.dispatch(SelectWidget(id: 99))
        #expect(store.runningEffects.map(\.cause) == [3])
        store.cancelAllEffects()
    }

    @Test("details of a widget that is not the chosen one are not shown, and go with the choice")
    func details() {
        let chosen = WidgetsState(widgets: [sprocket, flange], selection: 1)
        func reduce(_ state: WidgetsState, _ action: any WidgetAction) -> WidgetsState {
            WidgetsReducers.all(state, action)
        }
        #expect(reduce(chosen, UpdateDetails(details: ofFlange)).details == nil)
        let shown = reduce(reduce(chosen, SelectWidget(id: 2)), UpdateDetails(details: ofFlange))
        #expect(shown.details == .loaded(ofFlange))
        #expect(reduce(shown, SelectWidget(id: 1)).details == nil)
        #expect(reduce(shown, ClearSelection()).details == nil)
        #expect(reduce(shown, UpdateWidgets(widgets: [sprocket])).details == nil)
        #expect(reduce(shown, SelectWidget(id: 99)).details == .loaded(ofFlange))
    }

    @Test(
        "a picture is loaded when its row is shown, once, beside the store: the state has its name and never its data")
    @MainActor func images() async {
        let asked = Mutex<[String]>([])
        let store = WidgetsStore(atOnce: StubProvider())
        let (draws, draw) = AsyncStream.makeStream(of: [String].self)
        let images = WidgetImages(load: { id in
            asked.withLock { $0.append(id) }
            return Data(id.utf8)
        })
        let list = WidgetList(store: store, images: images) { draw.yield($0) }
        store.addListener(list)
        #expect(asked.withLock { $0.isEmpty })
        store.dispatch(UpdateWidgets(widgets: [sprocket, flange]))
        let shown = store.state
        #expect(list.rows == ["  Sprocket", "  Flange"])
        #expect(
            await draws.contains(["  Sprocket (a picture of 10 bytes)", "  Flange (a picture of 8 bytes)"]))
        store.dispatch(ClearSelection())
        #expect(Set(asked.withLock { $0 }) == ["sprocket-1", "flange-2"] && asked.withLock { $0.count } == 2)
        #expect(store.state == shown && store.seq == 2)
        #expect(!holdsData(store.state))
    }

    @Test("a picture that cannot be loaded is asked for again when its row is drawn again")
    @MainActor func missingImage() async {
        let (asked, ask) = AsyncStream.makeStream(of: String.self)
        let images = WidgetImages(load: { id in
            ask.yield(id)
            throw BackendError(message: "offline")
        })
        var names = asked.makeAsyncIterator()
        for _ in 1...2 {
            #expect(images.image("cog", ready: { Issue.record("there is none") }) == nil)
            #expect(await names.next() == "cog")
            while !images.loading.isEmpty { await Task.yield() }
        }
    }

    /// Whether there is data or an object anywhere in a value.
    private func holdsData(_ value: Any) -> Bool {
        if value is Data { return true }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .class || mirror.children.contains { holdsData($0.value) }
    }
}
